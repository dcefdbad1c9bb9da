import { knownStates, readState } from '@paydesk/shared/core/state'
import { type Verdict, verdict as verdicts } from '@paydesk/shared/work/decision'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from './decision-outcome.ts'

const final = knownStates.filter((state) => readState(state).final)

/** By a table of its own: what each kind of decision asks for, and what goes against it. */
const table: Readonly<Record<Verdict, { followed: string[]; opposite: string[]; neither: string[] }>> = {
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

describe('outcomeOf', () => {
  it.each(verdicts.options)('places every final state after the decision to %s', (verdict) => {
    const { followed, opposite, neither } = table[verdict]
    expect([...followed, ...opposite, ...neither].sort()).toEqual([...final].sort())
    for (const state of followed) expect(outcomeOf(verdict, state), state).toBe('followed')
    for (const state of opposite) expect(outcomeOf(verdict, state), state).toBe('opposite')
    for (const state of neither) expect(outcomeOf(verdict, state), state).toBe('not_followed')
  })

  it('a state that nobody has documented followed nothing', () => {
    for (const state of ['', 'success', 'SETTLED', 'constructor'])
      for (const verdict of verdicts.options) expect(outcomeOf(verdict, state)).toBe('not_followed')
  })
})
