import {
  approvalRuleSchema,
  decisionReasonSchema,
  decisionVerdictSchema,
} from '@paydesk/shared/cases/decisions'
import { germanReview } from '@paydesk/shared/messages/de/review'
import { englishReview } from '@paydesk/shared/messages/en/review'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findApprovalRules } from './approval-rules.ts'
import { defaultDecisionReasons, findDecisionReason, getDecisionReasons } from './reasons.ts'

const rule = fc.constantFrom(...approvalRuleSchema.options)
const item = fc.uniqueArray(rule).map((rules) => ({ second: rules.join(',') }))
const verdicts = fc.constantFrom(...decisionVerdictSchema.options)
const earlier = fc.array(fc.record({ verdict: verdicts }), { maxLength: 4 })

describe('approval rules', () => {
  it('are those of the case in a fixed order, plus at most a reversal', () => {
    fc.assert(
      fc.property(item, earlier, verdicts, (of, before, wanted) => {
        const needed = findApprovalRules(of, before, wanted)
        const held = of.second === '' ? [] : of.second.split(',')
        for (const one of held) expect(needed).toContain(one)
        expect(needed).toEqual(approvalRuleSchema.options.filter((one) => needed.includes(one)))
        const others = needed.filter((one) => !held.includes(one))
        expect(others.every((one) => one === 'reversal')).toBe(true)
      }),
    )
  })

  it('include a reversal if any earlier decision, regardless of its outcome, has another verdict', () => {
    fc.assert(
      fc.property(earlier, verdicts, (before, wanted) => {
        const turns = before.some((one) => one.verdict !== wanted)
        expect(findApprovalRules({ second: '' }, before, wanted)).toEqual(turns ? ['reversal'] : [])
      }),
    )
  })

  it('throw on an unknown rule instead of requiring no approval', () => {
    expect(() => findApprovalRules({ second: 'amount,else' }, [], 'accept')).toThrow()
  })

  it('have a label of their own', () => {
    for (const { approvalRules } of [englishReview, germanReview])
      expect(new Set(approvalRuleSchema.options.map((rule) => approvalRules[rule])).size).toBe(
        approvalRuleSchema.options.length,
      )
  })
})

describe('reasons for decisions', () => {
  it('match the contract, several per verdict, each code once per verdict', () => {
    for (const one of defaultDecisionReasons) expect(decisionReasonSchema.parse(one)).toEqual(one)
    for (const wanted of decisionVerdictSchema.options) {
      const own = defaultDecisionReasons.filter((one) => one.verdict === wanted)
      expect(own.length).toBeGreaterThanOrEqual(5)
      expect(new Set(own.map(({ code }) => code)).size).toBe(own.length)
    }
  })

  it('of a deployment replace the defaults; a removed one is shown by its code', () => {
    const own = [{ verdict: 'accept' as const, code: 'own_reason', label: 'Ours' }]
    expect(getDecisionReasons({ reasons: own })).toBe(own)
    expect(getDecisionReasons({ reasons: null })).toBe(defaultDecisionReasons)
    expect(findDecisionReason(own, 'accept', 'own_reason').label).toBe('Ours')
    expect(findDecisionReason(own, 'reject', 'own_reason').label).toBe('own_reason')
  })
})
