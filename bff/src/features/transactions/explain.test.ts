import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePaymentServiceTimestamp } from '../../records/confirmation/payment-service-timestamp.ts'
import type { StateFacts } from '../../records/rules/record-facts.ts'
import { explainTransaction } from './explain.ts'
import { getActionAskedOfCustomer } from './safe-texts.ts'

const readAt = Date.parse('2025-06-01T00:00:00.000Z')
const later = '2025-06-04T10:20:30.512Z'
const ends = 'expires'
const idle = 'nothing_to_do'

interface Given {
  readonly steps?: Readonly<Record<string, string>>
  readonly expiresAt?: string | null
  readonly test?: boolean
}

function factsOf(state: string, compound: string | null, given: Given = {}): StateFacts {
  return {
    state: parseTransactionState(state),
    compound: compound === null ? null : parseCompoundState(compound),
    steps: new Map(Object.entries(given.steps ?? {})),
    expiresAt: parsePaymentServiceTimestamp(given.expiresAt === undefined ? later : given.expiresAt),
    test: given.test ?? null,
    readAt,
  }
}

/** Returns the codes of the explanation, and who must act. */
function read(state: string, compound: string | null, given?: Given) {
  const { sentences, nextActor: who, until } = explainTransaction(factsOf(state, compound, given)).explanation
  const codes = sentences.map(({ code }) => code).join(' ')
  return { codes, actor: who.actor, until: until?.raw ?? null }
}

const customer = 'customer'
const provider = 'service'
const operator = 'operator'
const unknown = 'unknown'

/** Documented states that are not final, with their expected explanation. */
const open: readonly (readonly [state: string, compound: string | null, code: string, actor: string])[] = [
  ['PREFLIGHT', 'PREFLIGHT', 'accepted', provider],
  ['PENDING', 'PENDING.STARTING_TRANSACTION', 'starting', provider],
  ['PENDING', 'PENDING.VALIDATING_TRANSACTION', 'validating', provider],
  ['PENDING', 'PENDING.VALIDATED_TRANSACTION', 'validated', unknown],
  ['PENDING', 'PENDING.PROCESSING_TRANSACTION', 'processing', provider],
  ['PENDING', 'PENDING.PIV_SUCCESS', 'instrument_verified', provider],
  ['PENDING', 'PENDING.PIV_REVIEW', 'instrument_review', operator],
  ['PENDING', 'PENDING.AWAIT_SECRET', 'verification_amounts', customer],
  ['PENDING', 'PENDING.RETRYING_TRANSACTION', 'verification_restarted', provider],
  ['PENDING', 'PENDING.COLLECT_OTP_DETAILS', 'code_details', unknown],
  ['PENDING', 'PENDING.GENERATE_OTP', 'code_generating', provider],
  ['PENDING', 'PENDING.GENERATE_PIN_OTP', 'pin_generating', provider],
  ['PENDING', 'PENDING.AWAIT_OTP', 'await_code', customer],
  ['PENDING', 'PENDING.AWAIT_PIN', 'await_pin', customer],
  ['PENDING', 'PENDING.CONTACTING_USER', 'engaging', customer],
  ['PENDING', 'PENDING.MANUAL_REVIEW', 'review', operator],
  // Accept the bare reason, as the interface pairs it with PENDING.
  ['PENDING', 'MANUAL_REVIEW', 'review', operator],
  ['PENDING', 'PENDING.MANUAL_HOLD', 'hold', operator],
  ['PENDING', 'PENDING.RISK_REVIEW', 'risk_review', operator],
  ['MANUAL_REVIEW', 'MANUAL_REVIEW', 'review', operator],
  ['MANUAL_HOLD', 'MANUAL_HOLD', 'hold', operator],
  ['PROCESSING_DOCUMENT', null, 'documents', provider],
  ['PENDING', null, 'pending_unexplained', unknown],
  ['PENDING', 'PENDING.WAITING_FOR_MOONRISE', 'pending_undocumented', unknown],
  ['PENDING', 'PENDING.', 'pending_undocumented', unknown],
  ['HIBERNATING', 'HIBERNATING', 'undocumented', unknown],
  ['pending', 'PENDING.AWAIT_OTP', 'undocumented', unknown],
  ['constructor', '__proto__', 'undocumented', unknown],
]

const final = [
  ['SUCCESS', 'SUCCESS.COMPLETE', 'success not_confirmed'],
  ['SUCCESS', 'OK', 'success not_confirmed'],
  // Ignore the reason of a final state: only the state decides.
  ['SUCCESS', 'SUCCESS.MANUAL_REVIEW', 'success not_confirmed'],
  ['EXPIRED', 'PENDING.AWAIT_OTP', 'expired final'],
  ['DECLINED', null, 'declined final'],
  ['REJECTED', 'REJECTED.RISK_REJECTED', 'rejected final'],
  ['FAILED', null, 'failed final'],
  ['EXPIRED', 'TRANSACTION_EXPIRED', 'expired final'],
  ['CANCELLED', null, 'cancelled final'],
  ['CARD_EXPIRED', null, 'card_expired final'],
] as const

describe('explainTransaction', () => {
  it.each(open)('%s / %s', (state, compound, code, actor) => {
    const first = actor === 'customer' || actor === 'service' ? `${code} ${idle}` : code
    expect(read(state, compound)).toEqual({ codes: `${first} ${ends}`, actor, until: later })
  })

  it.each(final)('%s / %s', (state, compound, codes) => {
    const end = { actor: 'nobody', until: null }
    expect(read(state, compound)).toEqual({ codes, ...end })
    // Ignore steps and validity that are left over on a final state.
    expect(read(state, compound, { steps: { sca: 'PENDING' }, expiresAt: '2025-01-01T00:00:00Z' })).toEqual({
      codes,
      ...end,
    })
  })

  it('says that no money moved with a test card', () => {
    expect(read('SUCCESS', 'OK', { test: true }).codes).toBe('success test_card')
    expect(read('SUCCESS', 'OK', { test: false }).codes).toContain('not_confirmed')
    expect(read('FAILED', null, { test: true }).codes).toBe('failed test_card final')
  })

  it.each([
    ['sca', customer],
    ['3ds', customer],
    ['docs', customer],
    ['capture', customer],
    ['kyc', operator],
    ['piv', provider],
    ['charge', provider],
    ['credit', provider],
  ] as const)('explains an open step rather than a vague reason: %s', (step, actor) => {
    const code = `step_${step}`
    const given = { steps: { [step]: 'PENDING' } }
    const rest = actor === 'operator' ? ends : `${idle} ${ends}`
    expect(read('PENDING', 'PENDING.CONTACTING_USER', given)).toEqual({
      codes: `${code} ${rest}`,
      actor,
      until: later,
    })
    // Put the unclear reason first, then the step.
    expect(read('PENDING', 'PENDING.NEW', given).codes).toBe(`pending_undocumented ${code} ${rest}`)
    expect(read('PENDING', null, given).codes).toBe(`pending_unexplained ${code} ${rest}`)
    // Keep an exact reason: a step does not overrule it.
    expect(read('PENDING', 'PENDING.AWAIT_OTP', given).codes).toBe(`await_code ${idle} ${ends}`)
    expect(read('PENDING', 'PENDING.RISK_REVIEW', given).actor).toBe('operator')
  })

  it('treats only PENDING steps as open', () => {
    for (const value of ['NA', 'SUCCESS', 'ACCEPTED', 'FAILED', 'EXPIRED', 'HALFWAY', 'pending', ''])
      expect(
        read('PENDING', 'PENDING.CONTACTING_USER', { steps: { sca: value, biometrics: 'PENDING' } }).codes,
      ).toBe(`engaging ${idle} ${ends}`)
  })

  it.each([
    ['in the future', later, ends],
    ['run out', '2025-05-01T00:00:00.000Z', 'expired_but_open'],
    ['run out this very moment', '2025-06-01T00:00:00.000Z', 'expired_but_open'],
    ['not given', null, ''],
    ['not readable', 'soon', ''],
    ['without a zone', '2025-06-04T10:20:30.512', ''],
  ])('explains the validity: %s', (_, expiresAt, codes) => {
    const said = read('PENDING', 'PENDING.AWAIT_OTP', { expiresAt })
    // Expect no "nothing to do" once the validity ran out: people had better look at it.
    const lapsed = codes === 'expired_but_open' ? '' : `${idle} `
    expect(said.codes).toBe(`await_code ${lapsed}${codes}`.trim())
    expect(said.until).toBe(expiresAt)
  })

  it('names the fields that each part was built from', () => {
    const { sentences, nextActor: who } = explainTransaction(
      factsOf('PENDING', 'PENDING.CONTACTING_USER', { steps: { sca: 'PENDING' } }),
    ).explanation
    expect(sentences.map(({ from }) => from)).toEqual([
      ['state', 'compound_state', 'workflow_state.sca'],
      ['workflow_state.sca'],
      ['expires_at'],
    ])
    expect(who.from).toEqual(['workflow_state.sca'])
  })

  it('the safe text never tells the customer to wait while the customer must act', () => {
    const reasons = [
      'CONTACTING_USER',
      'VALIDATED_TRANSACTION',
      'COLLECT_OTP_DETAILS',
      'AWAIT_OTP',
      'NEW',
      'RISK_REVIEW',
    ]
    const steps = ['sca', '3ds', 'docs', 'capture', 'kyc', 'piv', 'charge', 'credit', 'none']
    const times = [later, '2025-05-01T00:00:00.000Z', null]
    for (const reason of reasons) {
      for (const step of steps) {
        for (const expiresAt of times) {
          const given = { steps: { [step]: 'PENDING' }, expiresAt }
          const { explanation, safeSituation } = explainTransaction(
            factsOf('PENDING', `PENDING.${reason}`, given),
          )
          const request = getActionAskedOfCustomer(safeSituation)
          if (explanation.nextActor.actor !== 'service') expect(request).not.toBe('none')
          if (expiresAt !== null && expiresAt < later) expect(request).toBe('wait')
          if (explanation.nextActor.actor === 'operator') expect(request).toBe('wait')
        }
      }
    }
  })

  it.each([
    ['an identity check that expired', ['sca_open_after_expiry'], 'lapsed_for_customer'],
    ['the same, and a success was notified', ['sca_open_after_expiry', 'end_announced_but_open'], 'lapsed'],
    ['the same, and it may be of another customer', ['sca_open_after_expiry', 'other_customer'], 'withheld'],
    ['an expiry alone', ['expired_but_open'], 'lapsed'],
  ] as const)('the safe text follows the discrepancies that are shown: %s', (_, ids, situation) => {
    const facts = factsOf('PENDING', 'PENDING.CONTACTING_USER', {
      steps: { sca: 'PENDING' },
      expiresAt: '2025-05-01T00:00:00.000Z',
    })
    expect(explainTransaction(facts, ids).safeSituation).toBe(situation)
  })

  it('the safe text invites nobody to pay again while the money may have moved', () => {
    for (const state of ['DECLINED', 'REJECTED', 'FAILED', 'EXPIRED', 'CANCELLED', 'CARD_EXPIRED']) {
      const facts = factsOf(state, null)
      expect(getActionAskedOfCustomer(explainTransaction(facts).safeSituation)).toBe('new_payment')
      for (const id of ['provider_success_but_failed', 'manual_reconciliation', 'end_not_announced'])
        expect(getActionAskedOfCustomer(explainTransaction(facts, [id]).safeSituation)).toBe('wait')
    }
  })

  it('the safe text of a test says that it was one', () => {
    expect(explainTransaction(factsOf('SUCCESS', 'OK', { test: true })).safeSituation).toBe('test_success')
    expect(explainTransaction(factsOf('SUCCESS', 'OK', { test: false })).safeSituation).toBe('success')
  })

  it('explains any values of the payment service without repeating them', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('PENDING', 'SUCCESS', 'PENDING.AWAIT_OTP', '__proto__'),
    )
    fc.assert(
      fc.property(word, fc.option(word), fc.dictionary(word, word), (state, compound, steps) => {
        const { codes, actor } = read(`${state}zqx7`, compound === null ? null : `${compound}zqx7`, { steps })
        expect(codes).not.toContain('zqx7')
        expect(actor).not.toBe('nobody')
      }),
    )
  })
})
