import { type DecisionVerdict, decisionVerdictSchema as verdicts } from '@paydesk/shared/cases/decisions'
import { documentedStates, parseTransactionState } from '@paydesk/shared/core/state'
import { describe, expect, it } from 'vitest'
import { classifyPaymentServiceReaction } from './decision-outcome.ts'

const final = documentedStates.filter((state) => parseTransactionState(state).final)

/**
 * Table of the final states per verdict, independent of the code: the expected, the opposite and the
 * remaining ones.
 */
const table: Readonly<
  Record<DecisionVerdict, { followed: string[]; opposite: string[]; neither: string[] }>
> = {
  accept: {
    followed: ['SUCCESS'],
    opposite: ['DECLINED', 'REJECTED', 'FAILED', 'CANCELLED'],
    neither: ['EXPIRED', 'CARD_EXPIRED'],
  },
  reject: {
    followed: ['DECLINED', 'REJECTED', 'FAILED'],
    opposite: ['SUCCESS'],
    neither: ['EXPIRED', 'CANCELLED', 'CARD_EXPIRED'],
  },
  cancel: {
    followed: ['CANCELLED'],
    opposite: ['SUCCESS'],
    neither: ['DECLINED', 'REJECTED', 'FAILED', 'EXPIRED', 'CARD_EXPIRED'],
  },
}

describe('classifyFollowUp', () => {
  it.each(verdicts.options)('classifies every final state after the decision to %s', (verdict) => {
    const { followed, opposite, neither } = table[verdict]
    expect([...followed, ...opposite, ...neither].sort()).toEqual([...final].sort())
    for (const state of followed)
      expect(classifyPaymentServiceReaction(verdict, state), state).toBe('followed')
    for (const state of opposite)
      expect(classifyPaymentServiceReaction(verdict, state), state).toBe('opposite')
    for (const state of neither)
      expect(classifyPaymentServiceReaction(verdict, state), state).toBe('not_followed')
  })

  it('classifies an undocumented state as not followed', () => {
    for (const state of ['', 'success', 'SETTLED', 'constructor'])
      for (const verdict of verdicts.options)
        expect(classifyPaymentServiceReaction(verdict, state)).toBe('not_followed')
  })
})
