import { parseCompoundState, parseState } from '@paydesk/shared/core/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseServiceTime } from '../../records/confirmation/service-time.ts'
import type { StateFacts } from '../../records/rules/record-facts.ts'
import { explainTransaction } from './explain.ts'
import { getCustomerRequest } from './safe-texts.ts'

const readAt = Date.parse('2025-06-01T00:00:00.000Z')
const later = '2025-06-04T10:20:30.512Z'
const ends = 'It ends by itself <until> if nothing happens.'
const idle = 'Nothing for us to do.'

interface Given {
  readonly steps?: Readonly<Record<string, string>>
  readonly expiresAt?: string | null
  readonly test?: boolean
}

function factsOf(state: string, compound: string | null, given: Given = {}): StateFacts {
  return {
    state: parseState(state),
    compound: compound === null ? null : parseCompoundState(compound),
    steps: new Map(Object.entries(given.steps ?? {})),
    expiresAt: parseServiceTime(given.expiresAt === undefined ? later : given.expiresAt),
    test: given.test ?? null,
    readAt,
  }
}

/** Returns the explanation as people read it. */
function read(state: string, compound: string | null, given?: Given) {
  const { sentence, who, until } = explainTransaction(factsOf(state, compound, given)).explanation
  const words = sentence.map((part) => (part.kind === 'text' ? part.text : '<until>')).join(' ')
  return { words, actor: who.actor, who: who.words, until: until?.raw ?? null }
}

const customer = ['customer', 'The customer'] as const
const provider = ['service', 'The payment service'] as const
const operator = ['operator', 'An operator'] as const
const unknown = ['unknown', 'Not known from the data'] as const

/** Documented states that are not final, with their expected explanation. */
const open: readonly (readonly [
  state: string,
  compound: string | null,
  says: string,
  who: readonly [string, string],
])[] = [
  ['PREFLIGHT', 'PREFLIGHT', 'Accepted by the gateway and not processed yet.', provider],
  ['PENDING', 'PENDING.STARTING_TRANSACTION', 'The service is starting the transaction.', provider],
  ['PENDING', 'PENDING.VALIDATING_TRANSACTION', 'The service is validating the transaction.', provider],
  ['PENDING', 'PENDING.VALIDATED_TRANSACTION', 'Validated by the service and in progress.', unknown],
  ['PENDING', 'PENDING.PROCESSING_TRANSACTION', 'The service is processing the transaction.', provider],
  [
    'PENDING',
    'PENDING.PIV_SUCCESS',
    'The payment instrument is verified and the registration goes on.',
    provider,
  ],
  [
    'PENDING',
    'PENDING.PIV_REVIEW',
    'The verification of the payment instrument failed and an operator must review it.',
    operator,
  ],
  [
    'PENDING',
    'PENDING.AWAIT_SECRET',
    'Waiting for the customer to prove the verification amounts.',
    customer,
  ],
  ['PENDING', 'PENDING.RETRYING_TRANSACTION', 'An operator restarted the verification.', provider],
  [
    'PENDING',
    'PENDING.COLLECT_OTP_DETAILS',
    'The details for the one-time code are being collected.',
    unknown,
  ],
  ['PENDING', 'PENDING.GENERATE_OTP', 'The service is generating the one-time code.', provider],
  ['PENDING', 'PENDING.GENERATE_PIN_OTP', 'The service is generating the PIN code.', provider],
  ['PENDING', 'PENDING.AWAIT_OTP', 'Waiting for the customer to enter the one-time code.', customer],
  ['PENDING', 'PENDING.AWAIT_PIN', 'Waiting for the customer to enter the PIN.', customer],
  ['PENDING', 'PENDING.CONTACTING_USER', 'The service is engaging the customer.', customer],
  ['PENDING', 'PENDING.MANUAL_REVIEW', 'In manual review: an operator must decide.', operator],
  // Accept the bare reason, as the interface pairs it with PENDING.
  ['PENDING', 'MANUAL_REVIEW', 'In manual review: an operator must decide.', operator],
  ['PENDING', 'PENDING.MANUAL_HOLD', 'On manual hold: an operator must decide.', operator],
  ['PENDING', 'PENDING.RISK_REVIEW', 'In risk review: an operator must decide.', operator],
  ['MANUAL_REVIEW', 'MANUAL_REVIEW', 'In manual review: an operator must decide.', operator],
  ['MANUAL_HOLD', 'MANUAL_HOLD', 'On manual hold: an operator must decide.', operator],
  ['PROCESSING_DOCUMENT', null, 'The service is processing documents of the customer.', provider],
  ['PENDING', null, 'Pending; the service gives no reason.', unknown],
  ['PENDING', 'PENDING.WAITING_FOR_MOONRISE', 'Pending for a reason that is not documented.', unknown],
  ['PENDING', 'PENDING.', 'Pending for a reason that is not documented.', unknown],
  ['HIBERNATING', 'HIBERNATING', 'In a state that is not documented; it is taken as not final.', unknown],
  ['pending', 'PENDING.AWAIT_OTP', 'In a state that is not documented; it is taken as not final.', unknown],
  ['constructor', '__proto__', 'In a state that is not documented; it is taken as not final.', unknown],
]

const final = [
  [
    'SUCCESS',
    'SUCCESS.COMPLETE',
    'The service’s record says that the transaction succeeded. Fulfil only once the seal says that it is proved.',
  ],
  [
    'SUCCESS',
    'OK',
    'The service’s record says that the transaction succeeded. Fulfil only once the seal says that it is proved.',
  ],
  // Ignore the reason of a final state: only the state decides.
  [
    'SUCCESS',
    'SUCCESS.MANUAL_REVIEW',
    'The service’s record says that the transaction succeeded. Fulfil only once the seal says that it is proved.',
  ],
  [
    'EXPIRED',
    'PENDING.AWAIT_OTP',
    'The validity of the transaction ran out before it was completed. A final state does not change any more.',
  ],
  ['DECLINED', null, 'The transaction was declined. A final state does not change any more.'],
  [
    'REJECTED',
    'REJECTED.RISK_REJECTED',
    'The transaction was rejected. A final state does not change any more.',
  ],
  ['FAILED', null, 'The transaction failed. A final state does not change any more.'],
  [
    'EXPIRED',
    'TRANSACTION_EXPIRED',
    'The validity of the transaction ran out before it was completed. A final state does not change any more.',
  ],
  ['CANCELLED', null, 'The transaction was cancelled. A final state does not change any more.'],
  ['CARD_EXPIRED', null, 'The card of the transaction had expired. A final state does not change any more.'],
] as const

describe('explainTransaction', () => {
  it.each(open)('%s / %s', (state, compound, says, [actor, who]) => {
    const first = actor === 'customer' || actor === 'service' ? `${says} ${idle}` : says
    expect(read(state, compound)).toEqual({ words: `${first} ${ends}`, actor, who, until: later })
  })

  it.each(final)('%s / %s', (state, compound, words) => {
    const end = { actor: 'nobody', who: 'Nobody: it is final', until: null }
    expect(read(state, compound)).toEqual({ words, ...end })
    // Ignore steps and validity that are left over on a final state.
    expect(read(state, compound, { steps: { sca: 'PENDING' }, expiresAt: '2025-01-01T00:00:00Z' })).toEqual({
      words,
      ...end,
    })
  })

  it('says that no money moved with a test card', () => {
    expect(read('SUCCESS', 'OK', { test: true }).words).toBe(
      'The service’s record says that the transaction succeeded. It was made with a test card: no real money moved.',
    )
    expect(read('SUCCESS', 'OK', { test: false }).words).toContain('Fulfil only once the seal')
    expect(read('FAILED', null, { test: true }).words).toBe(
      'The transaction failed. It was made with a test card: no real money moved. A final state does not change any more.',
    )
  })

  it.each([
    ['sca', 'Waiting for the customer to prove their identity (SCA).', customer],
    ['3ds', 'Waiting for the customer to confirm with their card issuer (3-D Secure).', customer],
    ['docs', 'The document upload is open.', customer],
    ['capture', 'The payment details are not taken yet.', customer],
    ['kyc', 'The identity review is open.', operator],
    ['piv', 'The verification of the payment instrument is open.', provider],
    ['charge', 'The money is not taken yet.', provider],
    ['credit', 'The money sent back is not confirmed yet.', provider],
  ] as const)('explains an open step rather than a vague reason: %s', (step, says, [actor, who]) => {
    const given = { steps: { [step]: 'PENDING' } }
    const rest = actor === 'operator' ? ends : `${idle} ${ends}`
    expect(read('PENDING', 'PENDING.CONTACTING_USER', given)).toEqual({
      words: `${says} ${rest}`,
      actor,
      who,
      until: later,
    })
    // Put the unclear reason first, then the step.
    expect(read('PENDING', 'PENDING.NEW', given).words).toBe(
      `Pending for a reason that is not documented. ${says} ${rest}`,
    )
    expect(read('PENDING', null, given).words).toBe(`Pending; the service gives no reason. ${says} ${rest}`)
    // Keep an exact reason: a step does not overrule it.
    expect(read('PENDING', 'PENDING.AWAIT_OTP', given).words).toBe(
      `Waiting for the customer to enter the one-time code. ${idle} ${ends}`,
    )
    expect(read('PENDING', 'PENDING.RISK_REVIEW', given).actor).toBe('operator')
  })

  it('treats only PENDING steps as open', () => {
    for (const value of ['NA', 'SUCCESS', 'ACCEPTED', 'FAILED', 'EXPIRED', 'HALFWAY', 'pending', ''])
      expect(
        read('PENDING', 'PENDING.CONTACTING_USER', { steps: { sca: value, biometrics: 'PENDING' } }).words,
      ).toBe(`The service is engaging the customer. ${idle} ${ends}`)
  })

  it.each([
    ['in the future', later, ends],
    [
      'run out',
      '2025-05-01T00:00:00.000Z',
      'Its validity ran out <until> and the service still lists it as open.',
    ],
    [
      'run out this very moment',
      '2025-06-01T00:00:00.000Z',
      'Its validity ran out <until> and the service still lists it as open.',
    ],
    ['not given', null, ''],
    ['not readable', 'soon', ''],
    ['without a zone', '2025-06-04T10:20:30.512', ''],
  ])('explains the validity: %s', (_, expiresAt, words) => {
    const said = read('PENDING', 'PENDING.AWAIT_OTP', { expiresAt })
    // Expect no "Nothing for us to do." once the validity ran out: people had better look at it.
    const lapsed = words.startsWith('Its validity') ? '' : `${idle} `
    expect(said.words).toBe(`Waiting for the customer to enter the one-time code. ${lapsed}${words}`.trim())
    expect(said.until).toBe(expiresAt)
  })

  it('names the fields that each part was built from', () => {
    const { sentence, who } = explainTransaction(
      factsOf('PENDING', 'PENDING.CONTACTING_USER', { steps: { sca: 'PENDING' } }),
    ).explanation
    expect(sentence.map(({ from }) => from)).toEqual([
      ['state', 'compound_state', 'workflow_state.sca'],
      ['workflow_state.sca'],
      ['expires_at'],
      ['expires_at'],
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
          const request = getCustomerRequest(safeSituation)
          if (explanation.who.actor !== 'service') expect(request).not.toBe('none')
          if (expiresAt !== null && expiresAt < later) expect(request).toBe('wait')
          if (explanation.who.actor === 'operator') expect(request).toBe('wait')
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
      expect(getCustomerRequest(explainTransaction(facts).safeSituation)).toBe('new_payment')
      for (const id of ['provider_success_but_failed', 'manual_reconciliation', 'end_not_announced'])
        expect(getCustomerRequest(explainTransaction(facts, [id]).safeSituation)).toBe('wait')
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
        const { words, actor } = read(`${state}zqx7`, compound === null ? null : `${compound}zqx7`, { steps })
        expect(words.length).toBeGreaterThan(20)
        expect(words).not.toContain('zqx7')
        expect(actor).not.toBe('nobody')
      }),
    )
  })
})
