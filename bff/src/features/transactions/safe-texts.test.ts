import { createHash } from 'node:crypto'
import { type CustomerLanguage, customerLanguages } from '@paydesk/shared/core/customer-language'
import { documentedStates, parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import { customerTexts, customerTextVersion } from '@paydesk/shared/messages/customer/catalogue'
import { createReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import { describe, expect, it } from 'vitest'
import {
  type CustomerSafeTextSituation,
  getActionAskedOfCustomer,
  getCustomerSafeTexts,
} from './safe-texts.ts'
import { getSituationName, nextActorBySituation, type SituationName } from './situations.ts'

const released = createReleasedCustomerTexts(customerLanguages, 'Europe/Berlin')
const names = Object.keys(nextActorBySituation) as SituationName[]
const allNames: readonly CustomerSafeTextSituation[] = [
  ...names,
  ...(['test_success', 'lapsed', 'lapsed_for_customer', 'clarifying', 'withheld'] as const),
]
const situations = allNames.flatMap((name) => customerLanguages.map((language) => [name, language] as const))

/** Words of a sentence to the customer, by language. */
interface Words {
  /** Tell customers that they are under review, or why. */
  readonly tells: RegExp
  /** Promise that money has arrived or that goods are on their way. */
  readonly promises: RegExp
  /** Ask for a secret: the customer enters codes on the payment page, never over the phone. */
  readonly asksForSecret: RegExp
  /** Ask to complete the open step. */
  readonly finish: RegExp
  /** Ask not to pay again. */
  readonly wait: RegExp
  /** Invite to pay again. */
  readonly again: RegExp
}

const words: Readonly<Record<CustomerLanguage, Words>> = {
  en: {
    tells:
      /review|risk|fraud|suspic|manual|check(?!out)|sanction|screen|verif|compliance|operator|kyc|piv\b/i,
    promises: /\b(paid|shipped|arrived|guaranteed)\b|(have|was|been) received/i,
    asksForSecret: /(tell|read|give) (me|us) (the|your)/i,
    finish: /payment page/i,
    wait: /not pay again/i,
    again: /new payment|try again|another card/i,
  },
  de: {
    tells: /prüf|risiko|betrug|verdacht|kontroll|manuell|sanktion|sperr|verifi/i,
    promises: /bezahlt|eingegangen|versendet|garantiert/i,
    asksForSecret: /(nennen|sagen|lesen) Sie (mir|uns)/i,
    finish: /zahlungsseite/i,
    wait: /nicht noch einmal/i,
    again: /neue Zahlung|erneut versuchen|andere Karte/i,
  },
  fr: {
    tells: /vérif|contrôl|risque|fraude|soupçon|manuel|sanction|examen|bloqu/i,
    promises: /\b(payé|expédié|arrivé|garanti)|avons reçu (l’argent|votre paiement)/i,
    asksForSecret: /(dites|donnez|communiquez|lisez)-(moi|nous)/i,
    finish: /page de paiement/i,
    wait: /ne pas payer une seconde fois/i,
    again: /nouveau paiement|réessayer|autre carte/i,
  },
  es: {
    tells: /revis|riesgo|fraude|sospech|manual|control|sanci|verific|bloque/i,
    promises: /\b(pagado|llegado|garantizado)\b|ha sido enviado/i,
    asksForSecret: /(dígame|díganos|léame|deme)/i,
    finish: /página de pago/i,
    wait: /no vuelva a pagar/i,
    again: /nuevo pago|intentarlo de nuevo|otra tarjeta/i,
  },
  it: {
    tells: /verific|rischi|frod|sospett|manual|controll|sanzion|revision|blocc/i,
    promises: /\b(pagato|arrivato|garantito|spedito)\b/i,
    asksForSecret: /(mi|ci) (dica|legga)/i,
    finish: /pagina di pagamento/i,
    wait: /non paghi di nuovo/i,
    again: /nuovo pagamento|riprovare|un’altra carta/i,
  },
  ar: {
    tells: /مراجعة|مخاطر|احتيال|فحص|اشتباه|يدوي|عقوبات|التحقق|حظر/,
    promises: /وصل المبلغ|دُفع|شُحن|مضمون/,
    asksForSecret: /(اقرأ|أخبرني|أعطني|قل لي)/,
    finish: /صفحة الدفع/,
    wait: /عدم الدفع مرة أخرى/,
    again: /دفع جديدة|المحاولة مرة أخرى|بطاقة أخرى/,
  },
}

/** Hash of the texts of each version: a changed text needs a new version, with its hash here. */
const hashes: Readonly<Record<string, string>> = { '2026-11-2': '1f9e53d83788e7ef' }

function textOf(
  name: CustomerSafeTextSituation,
  language: CustomerLanguage,
  expiresAt: number | null = null,
) {
  const text = getCustomerSafeTexts(name, expiresAt, released).find((each) => each.language === language)
  if (text === undefined) throw new Error(`no text in ${language}`)
  return text
}

describe('safe texts for the customer', () => {
  it.each(situations)('%s in %s: a sentence that reveals and promises nothing', (name, language) => {
    const { say, doNotSay } = textOf(name, language)
    const { tells, promises, asksForSecret } = words[language]
    expect(say.length).toBeGreaterThan(25)
    for (const text of [say, doNotSay]) expect(text).toMatch(/[.!]$/)
    expect(say).not.toMatch(tells)
    expect(say).not.toMatch(promises)
    expect(say).not.toMatch(asksForSecret)
    expect(`${say}${doNotSay}`).not.toMatch(/[{}]/)
  })

  it.each(situations)('%s in %s: the sentence asks for one thing only', (name, language) => {
    const { say } = textOf(name, language)
    const { finish, wait, again } = words[language]
    const request = getActionAskedOfCustomer(name)
    expect([finish.test(say), wait.test(say), again.test(say)]).toEqual([
      request === 'finish',
      request === 'wait',
      request === 'new_payment',
    ])
  })

  it('names the deadline in each language where the customer is asked to finish, and only there', () => {
    const at = Date.parse('2026-11-28T13:02:00Z')
    for (const name of allNames)
      for (const { language, time } of released)
        expect(textOf(name, language, at).say.includes(time(at))).toBe(
          getActionAskedOfCustomer(name) === 'finish',
        )
    expect(textOf('engaging', 'de', at).say).toContain('bis zum 28. November 2026 um 14:02 Uhr MEZ.')
    expect(textOf('engaging', 'ar', at).say).toContain('28 نوفمبر 2026')
  })

  it.each(names.filter((name) => nextActorBySituation[name] === 'operator' || name === 'rejected'))(
    '%s: the line on what not to say names the review',
    (name) => {
      expect(textOf(name, 'en').doNotSay).toMatch(/review.*risk.*fraud/)
      expect(textOf(name, 'de').doNotSay).toMatch(/Prüfung.*Risiko.*Betrug/)
      expect(textOf(name, 'fr').doNotSay).toMatch(/vérification.*risque.*fraude/)
    },
  )

  it.each(customerLanguages)('a review reads like any other open payment in %s', (language) => {
    const sensitive: readonly SituationName[] = ['review', 'hold', 'risk_review', 'instrument_review']
    const said = sensitive.map((name) => textOf(name, language).say)
    expect(new Set(said).size).toBe(1)
    expect(textOf('pending_undocumented', language).say).toBe(said[0])
    // Expect one text for a rejection by risk rules and for any other decline.
    expect(textOf('rejected', language).say).toBe(textOf('declined', language).say)
  })

  it('is given in the released languages only, and always in English', () => {
    const of = (languages: readonly CustomerLanguage[]) =>
      getCustomerSafeTexts('review', null, createReleasedCustomerTexts(languages, 'UTC')).map(
        ({ language }) => language,
      )
    expect(of([])).toEqual(['en'])
    expect(of(['ar', 'de'])).toEqual(['en', 'de', 'ar'])
  })

  it('has a new version whenever a text changes', () => {
    const hash = createHash('sha256').update(JSON.stringify(customerTexts)).digest('hex').slice(0, 16)
    expect(hashes[customerTextVersion]).toBe(hash)
  })

  it('every documented state has a situation of its own', () => {
    const found = documentedStates.map((state) =>
      getSituationName(parseTransactionState(state), parseCompoundState(`${state}.X`)),
    )
    expect(found).not.toContain('undocumented')
    expect(found.filter((name) => name === 'pending_undocumented')).toHaveLength(1)
  })
})
