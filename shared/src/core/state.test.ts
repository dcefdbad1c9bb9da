import { describe, expect, it } from 'vitest'
import { englishUi } from '../messages/en/ui.ts'
import {
  documentedStates,
  getStateLabel,
  getStateReasonLabel,
  getStateTone,
  isInReview,
  parseCompoundState,
  parseTransactionState,
} from './state.ts'

const final = ['SUCCESS', 'DECLINED', 'REJECTED', 'FAILED', 'EXPIRED', 'CANCELLED', 'CARD_EXPIRED']
const open = ['PREFLIGHT', 'PENDING', 'MANUAL_REVIEW', 'MANUAL_HOLD', 'PROCESSING_DOCUMENT']

describe('states (service-facts, State)', () => {
  it('knows exactly the documented states and which are final', () => {
    expect([...documentedStates].sort()).toEqual([...final, ...open].sort())
    for (const raw of final)
      expect(parseTransactionState(raw)).toEqual({ raw, documented: true, final: true })
    for (const raw of open)
      expect(parseTransactionState(raw)).toEqual({ raw, documented: true, final: false })
  })

  it.each(['', 'success', 'SUCCESS ', 'SETTLED', 'constructor', '__proto__', 'toString'])(
    'shows the undocumented %j unchanged and grey, as not final',
    (raw) => {
      const state = parseTransactionState(raw)
      expect(state).toEqual({ raw, documented: false, final: false })
      expect(getStateTone(state)).toBe('unknown')
      expect(getStateTone(state, true)).toBe('unknown')
      expect(getStateLabel(state, englishUi)).toBe(raw)
      expect(getStateReasonLabel(parseCompoundState(raw), englishUi)).toBeNull()
    },
  )

  it.each([
    ['PENDING.CONTACTING_USER', 'CONTACTING_USER', true],
    ['MANUAL_REVIEW', 'MANUAL_REVIEW', true],
    ['OK', 'OK', true],
    ['PENDING.SOMETHING.ELSE', 'SOMETHING.ELSE', false],
    ['', '', false],
  ])('parses the compound state %j', (raw, reason, documented) => {
    expect(parseCompoundState(raw)).toEqual({ raw, reason, documented })
  })

  it.each([
    ['PENDING', 'MANUAL_REVIEW', true],
    ['PENDING', 'PENDING.PIV_REVIEW', true],
    ['PENDING', 'PENDING.RISK_REVIEW', true],
    ['PENDING', 'PENDING.MANUAL_HOLD', true],
    ['MANUAL_REVIEW', '', true],
    ['MANUAL_HOLD', '', true],
    ['PENDING', 'PENDING.AWAIT_OTP', false],
    ['SUCCESS', 'MANUAL_REVIEW', false],
    ['SETTLED', 'MANUAL_REVIEW', true],
  ])('tells for %s / %j whether it is in review: %s', (state, compound, inReview) => {
    expect(isInReview(parseTransactionState(state), parseCompoundState(compound))).toBe(inReview)
  })

  it('shows only the documented success as good', () => {
    expect(documentedStates.filter((raw) => getStateTone(parseTransactionState(raw)) === 'good')).toEqual([
      'SUCCESS',
    ])
  })
})
