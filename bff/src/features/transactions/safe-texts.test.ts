import { documentedStates, parseCompoundState, parseState } from '@paydesk/shared/core/state'
import { describe, expect, it } from 'vitest'
import { getSafeTexts, safeTextVersion } from './safe-texts.ts'
import { getSituationName, type SituationName, transactionSituations } from './situations.ts'

const names = Object.keys(transactionSituations) as SituationName[]

/** Words that tell a customer that they are under review, or why. */
const tells =
  /review|risk|fraud|suspic|manual|check(?!out)|sanction|screen|verif|compliance|operator|kyc|piv|prüf|risiko|betrug|verdacht|kontroll|manuell|sanktion|sperr/i
/** Words that promise that money has arrived or that goods are on their way. */
const promises =
  /\b(paid|shipped|arrived|guaranteed)\b|(have|was|been) received|bezahlt|eingegangen|versendet|garantiert/i
/** Requests for a secret: the customer enters codes on the payment page, never over the phone. */
const asksForSecret = /(tell|read|give) (me|us) (the|your)|(nennen|sagen) Sie (mir|uns)/i

describe('safe texts for the customer', () => {
  it.each(names)('%s: one sentence in each language that reveals and promises nothing', (name) => {
    const texts = getSafeTexts(name)
    expect(texts.map(({ language }) => language)).toEqual(['en', 'de'])
    for (const { say } of texts) {
      expect(say.length).toBeGreaterThan(30)
      expect(say).toMatch(/[.!]$/)
      expect(say).not.toMatch(tells)
      expect(say).not.toMatch(promises)
      expect(say).not.toMatch(asksForSecret)
    }
  })

  it.each(names.filter((name) => transactionSituations[name].actor === 'operator' || name === 'rejected'))(
    '%s: the line on what not to say names the review',
    (name) => {
      const [en, de] = getSafeTexts(name)
      expect(en?.doNotSay).toMatch(/review.*risk.*fraud/)
      expect(de?.doNotSay).toMatch(/Prüfung.*Risiko.*Betrug/)
    },
  )

  it('a review reads like any other open payment', () => {
    const sensitive: readonly SituationName[] = ['review', 'hold', 'risk_review', 'instrument_review']
    const said = sensitive.map((name) => getSafeTexts(name)[0]?.say)
    expect(new Set(said).size).toBe(1)
    expect(getSafeTexts('pending_undocumented')[0]?.say).toBe(said[0])
    // Expect one text for a rejection by risk rules and for any other decline.
    expect(getSafeTexts('rejected')[0]?.say).toBe(getSafeTexts('declined')[0]?.say)
  })

  it('both languages have a line on what not to say, or neither has one', () => {
    for (const name of names) {
      const [en, de] = getSafeTexts(name)
      expect(en?.doNotSay === null).toBe(de?.doNotSay === null)
      expect(en?.say).not.toBe(de?.say)
    }
  })

  it('has a version', () => {
    expect(safeTextVersion).toMatch(/^\d{4}-\d{2}-\d+$/)
  })

  it('every documented state has a situation of its own', () => {
    const found = documentedStates.map((state) =>
      getSituationName(parseState(state), parseCompoundState(`${state}.X`)),
    )
    expect(found).not.toContain('undocumented')
    expect(found.filter((name) => name === 'pending_undocumented')).toHaveLength(1)
  })
})
