import { roleSchema } from '@paydesk/shared/core/permissions'
import { describe, expect, it } from 'vitest'
import { parseStateRecord } from '../../payment-service/parsing/wire.ts'
import { createFieldAccess, createFieldAccessByRole } from '../../platform/access/field-access.ts'
import { parsePolicyOverrides } from '../../platform/access/policy/overrides.ts'
import type { StoredTransactionFacts } from '../observations/stored-transaction-facts.ts'
import { contradictionRules, findContradictions } from './contradictions.ts'
import { extractRecordFacts } from './record-facts.ts'

const readAt = '2025-06-02T00:00:00.000Z'
const now = Date.parse(readAt)
const minute = 60_000
const day = 1_440 * minute
const fieldAccesses = createFieldAccessByRole()

type Knows = Partial<StoredTransactionFacts> | null

/** Facts of our records that contradict no record. */
const agreeing: StoredTransactionFacts = {
  customer: 'c_known',
  state: 'PENDING',
  compound: null,
  recorded: {
    ...{ amount_minor: null, currency: null, amount_source: null, amount_text: null, currency_text: null },
    ...{ first_seen: 0, changed_at: 0 },
  },
  readAt: now - 5 * minute,
  changedAt: now - 5 * minute,
  formerEnds: [],
  endedAt: null,
  endAnnouncedAt: null,
  hasEndNotification: false,
  newestEvent: null,
  amounts: [],
  lastNotificationAt: now - minute,
  succeeded: new Map(),
}

function idsOf(
  body: object,
  knows: Knows = null,
  production = false,
  fieldAccess = fieldAccesses.finance,
): string[] {
  const record = parseStateRecord({ id: 'x1234', ...body })
  if (!record.ok) throw new Error('not a record')
  const known = knows === null ? null : { ...agreeing, ...knows }
  const facts = extractRecordFacts(record.value, readAt)
  const at = { facts, record: record.value, customer: 'c_known', production, storedFacts: known }
  return findContradictions(at, fieldAccess).map(({ id }) => id)
}

const provider = (...successful: (boolean | string | null)[]) => ({
  payment_provider_responses: successful.map((operation_successful) => ({ operation_successful })),
})
const operations = (...some: [operation_type: string, operation_successful: boolean][]) => ({
  payment_provider_responses: some.map(([operation_type, operation_successful]) => ({
    operation_type,
    operation_successful,
  })),
})
const passed = '2025-06-01T00:00:00.000Z'
const ahead = '2025-06-03T00:00:00.000Z'
const eleven = '2025-06-01T23:49:00.000Z'
const nine = '2025-06-01T23:51:00.000Z'

/** Rows per rule over the record: bodies to which the rule applies, and bodies to which it does not. */
const rulesOfRecord: readonly (readonly [id: string, applies: object[], silent: object[]])[] = [
  [
    'expired_but_open',
    [
      { state: 'PENDING', expires_at: passed },
      { state: 'MANUAL_REVIEW', expires_at: passed },
      { state: 'HIBERNATING', expires_at: passed },
      { state: 'PENDING', expires_at: eleven, workflow_state: { sca: 'SUCCESS', kyc: 'PENDING' } },
    ],
    [
      { state: 'PENDING', expires_at: readAt },
      { state: 'PENDING', expires_at: nine },
      { state: 'PENDING', expires_at: passed, workflow_state: { sca: 'PENDING' } },
      { state: 'PENDING', expires_at: ahead },
      { state: 'EXPIRED', expires_at: passed },
      { state: 'SUCCESS', expires_at: passed },
      { state: 'PENDING', expires_at: 'yesterday' },
      { state: 'PENDING', expires_at: '2025-05-32T00:00:00Z' },
      { state: 'PENDING' },
    ],
  ],
  [
    'sca_open_after_expiry',
    [
      { state: 'PENDING', expires_at: passed, workflow_state: { sca: 'PENDING' } },
      { state: 'PENDING', expires_at: eleven, workflow_state: { sca: 'PENDING', kyc: 'NA' } },
    ],
    [
      { state: 'PENDING', expires_at: nine, workflow_state: { sca: 'PENDING' } },
      { state: 'PENDING', expires_at: ahead, workflow_state: { sca: 'PENDING' } },
      { state: 'PENDING', expires_at: passed, workflow_state: { sca: 'SUCCESS' } },
      { state: 'PENDING', expires_at: passed },
      { state: 'PENDING', expires_at: 'yesterday', workflow_state: { sca: 'PENDING' } },
      { state: 'EXPIRED', expires_at: passed, workflow_state: { sca: 'PENDING' } },
    ],
  ],
  [
    'documents_without_step',
    [{ state: 'PROCESSING_DOCUMENT', workflow_state: { docs: 'NA', kyc: 'NA', sca: 'SUCCESS' } }],
    [
      { state: 'PROCESSING_DOCUMENT', workflow_state: { docs: 'PENDING', kyc: 'NA' } },
      { state: 'PROCESSING_DOCUMENT', workflow_state: { docs: 'NA', kyc: 'PENDING' } },
      { state: 'PROCESSING_DOCUMENT', workflow_state: { docs: 'NA' } },
      { state: 'PROCESSING_DOCUMENT' },
      { state: 'PENDING', workflow_state: { docs: 'NA', kyc: 'NA' } },
    ],
  ],
  [
    'kyc_done_but_none',
    [
      { state: 'SUCCESS', workflow_state: { kyc: 'SUCCESS' }, identity: { kyc_state: 'NONE' } },
      { state: 'SUCCESS', workflow_state: { kyc: 'ACCEPTED' }, identity: { kyc_state: 'NONE' } },
    ],
    [
      // Expect nothing: most workflows have no identity review, so a success without a KYC state is usual.
      { state: 'SUCCESS', workflow_state: { kyc: 'NA' }, identity: { kyc_state: 'NONE' } },
      { state: 'SUCCESS', identity: { kyc_state: 'NONE' } },
      { state: 'SUCCESS', workflow_state: { kyc: 'SUCCESS' }, identity: { kyc_state: 'VERIFIED' } },
      { state: 'SUCCESS', workflow_state: { kyc: 'SUCCESS' }, identity: {} },
      { state: 'SUCCESS', workflow_state: { kyc: 'FAILED' }, identity: { kyc_state: 'NONE' } },
      { state: 'PENDING', workflow_state: { kyc: 'SUCCESS' }, identity: { kyc_state: 'NONE' } },
    ],
  ],
  [
    'step_open_after_end',
    [
      { state: 'EXPIRED', workflow_state: { sca: 'PENDING' } },
      { state: 'SUCCESS', workflow_state: { capture: 'SUCCESS', kyc: 'PENDING' } },
      { state: 'DECLINED', workflow_state: { credit: 'PENDING' } },
    ],
    [
      // Expect nothing: a refund is under way.
      { state: 'SUCCESS', workflow_state: { capture: 'SUCCESS', credit: 'PENDING' } },
      { state: 'PENDING', workflow_state: { sca: 'PENDING' } },
      { state: 'EXPIRED', workflow_state: { sca: 'EXPIRED', kyc: 'NA' } },
      { state: 'EXPIRED' },
    ],
  ],
  [
    'provider_failed_but_success',
    [
      { state: 'SUCCESS', ...provider(false) },
      { state: 'SUCCESS', ...provider(true, 'false') },
      { state: 'SUCCESS', ...operations(['charge', false], ['refund', true]) },
    ],
    [
      { state: 'SUCCESS', ...operations(['charge', true], ['refund', false]) },
      { state: 'SUCCESS', ...operations(['reversal', false]) },
      { state: 'SUCCESS', ...provider(true) },
      // Expect nothing: a failed attempt is no contradiction once a later one succeeded.
      { state: 'SUCCESS', ...provider(false, true) },
      { state: 'SUCCESS', ...provider(null) },
      { state: 'SUCCESS' },
      { state: 'FAILED', ...provider(false) },
      { state: 'PENDING', ...provider(false) },
    ],
  ],
  [
    'provider_success_but_failed',
    [
      { state: 'DECLINED', ...provider(true) },
      { state: 'EXPIRED', ...provider(false, true) },
      { state: 'CANCELLED', ...provider('true') },
      { state: 'CANCELLED', ...operations(['credit-transfer', true], ['void', false]) },
    ],
    [
      { state: 'DECLINED', ...operations(['charge', false], ['void', true]) },
      { state: 'DECLINED', ...operations(['refund', true]) },
      { state: 'SUCCESS', ...provider(true) },
      { state: 'PENDING', ...provider(true) },
      { state: 'DECLINED', ...provider(true, false) },
      { state: 'DECLINED', ...provider('yes') },
      { state: 'DECLINED' },
    ],
  ],
  [
    'manual_reconciliation',
    [
      { state: 'SUCCESS', payment_provider_responses: [{ manual_reconciliation: true }] },
      {
        state: 'PENDING',
        payment_provider_responses: [{ manual_reconciliation: 'true' }, { manual_reconciliation: false }],
      },
    ],
    [
      { state: 'SUCCESS', payment_provider_responses: [{ manual_reconciliation: false }, {}] },
      { state: 'SUCCESS' },
    ],
  ],
]

type Case = readonly [body: object, known: Knows]
const pending = { state: 'PENDING' }
const success = { state: 'SUCCESS' }
const asked = (...currencies: (string | null)[]) => ({
  ...pending,
  payment_provider_responses: currencies.map((request_currency) => ({ request_currency })),
})
const named = (...some: [minor: number, currency: string][]) => ({
  amounts: some.map(([minor, currency]) => ({ minor, currency })),
})
const lifetime = (amount: string | null, currency: string | null = 'EUR') => ({
  ...pending,
  identity: { ledger_lifetime_amount: amount, ledger_lifetime_currency: currency },
})
const seen = (minor: number) => ({ succeeded: new Map([['EUR', minor]]) })
const ended = { state: 'SUCCESS', endedAt: now - 11 * minute }
const held = { ...pending, ...provider(true) }
const review = { ...pending, workflow_state: { kyc: 'NA' } }

/** Rows per rule over the facts of our records, with the same columns. */
const withStoredFacts: readonly (readonly [id: string, applies: Case[], silent: Case[]])[] = [
  [
    'final_state_left',
    [
      [pending, { formerEnds: ['SUCCESS'] }],
      [{ state: 'EXPIRED' }, { state: 'EXPIRED', formerEnds: ['SUCCESS'] }],
      [pending, { state: 'SUCCESS' }],
    ],
    [
      [success, { state: 'SUCCESS', formerEnds: ['SUCCESS'] }],
      [success, { state: 'PENDING' }],
      // Expect nothing: the record may be older than our records.
      [pending, { state: 'SUCCESS', readAt: now }],
      [pending, { state: 'SUCCESS', readAt: now + day }],
      // Expect nothing: a list entry alone is not a read.
      [pending, { state: 'SUCCESS', readAt: null }],
      [pending, {}],
    ],
  ],
  [
    'end_announced_but_open',
    [
      [pending, { endAnnouncedAt: now - 2 * minute, hasEndNotification: true }],
      [{ state: 'MANUAL_REVIEW' }, { endAnnouncedAt: now - day, hasEndNotification: true }],
    ],
    [
      [pending, { endAnnouncedAt: now - minute, hasEndNotification: true }],
      [pending, { endAnnouncedAt: null, hasEndNotification: true }],
      [success, { state: 'SUCCESS', endAnnouncedAt: now - day, hasEndNotification: true }],
    ],
  ],
  [
    'end_not_announced',
    [
      [success, ended],
      [{ state: 'EXPIRED' }, { ...ended, state: 'EXPIRED', endedAt: now - day }],
    ],
    [
      [success, { ...ended, hasEndNotification: true }],
      [success, { ...ended, endedAt: now - 9 * minute }],
      [success, { ...ended, endedAt: null }],
      // Expect nothing: no notifications arrive at all, which is not about this transaction.
      [success, { ...ended, lastNotificationAt: null }],
      [success, { ...ended, lastNotificationAt: now - 12 * minute }],
      [pending, { ...ended, state: 'PENDING', formerEnds: [] }],
    ],
  ],
  [
    'provider_success_but_open',
    [[held, { changedAt: now - day }]],
    [
      [held, { changedAt: now - day + minute }],
      [{ ...pending, ...provider(false) }, { changedAt: now - day }],
      [pending, { changedAt: now - day }],
      [{ ...held, compound_state: 'PENDING.RISK_REVIEW' }, { changedAt: now - day }],
      [{ ...held, compound_state: 'PENDING.PIV_SUCCESS' }, { changedAt: now - day }],
      [
        { state: 'MANUAL_REVIEW', ...provider(true) },
        { state: 'MANUAL_REVIEW', changedAt: now - day },
      ],
      [
        { ...success, ...provider(true) },
        { state: 'SUCCESS', changedAt: now - day },
      ],
    ],
  ],
  [
    'other_currency',
    [
      [asked('EUR'), named([8450, 'GBP'])],
      [asked(null, 'EUR'), named([8450, 'GBP'])],
    ],
    [
      [asked('EUR'), named([8450, 'EUR'])],
      [asked('EUR', 'GBP'), named([8450, 'GBP'])],
      [asked('EUR'), named([8450, 'GBP'], [8450, 'EUR'])],
      [asked('EUR'), {}],
      [asked('euro'), named([8450, 'GBP'])],
      [pending, named([8450, 'GBP'])],
    ],
  ],
  [
    'amounts_differ',
    [[pending, named([8450, 'EUR'], [8400, 'EUR'])]],
    [
      [pending, named([8450, 'EUR'])],
      [pending, {}],
    ],
  ],
  [
    'other_customer',
    [[pending, { customer: 'c_another' }]],
    [
      [pending, {}],
      [pending, { customer: null }],
    ],
  ],
  [
    'review_without_step',
    [
      [review, { newestEvent: 'kyc_manual_review' }],
      [review, { newestEvent: 'kyc_manual_requested_document' }],
    ],
    [
      [{ ...pending, workflow_state: { kyc: 'PENDING' } }, { newestEvent: 'kyc_manual_review' }],
      [{ ...pending, workflow_state: { piv: 'NA' } }, { newestEvent: 'kyc_manual_review' }],
      [review, { newestEvent: 'manual_risk_review' }],
      [review, {}],
      [
        { ...review, ...success },
        { state: 'SUCCESS', newestEvent: 'kyc_manual_review' },
      ],
    ],
  ],
  [
    'lifetime_below_seen',
    [
      [lifetime('0'), seen(12_550)],
      [lifetime('125.49'), seen(12_550)],
      [lifetime('12.549', 'IQD'), { succeeded: new Map([['IQD', 12_550]]) }],
      [lifetime('125', 'JPY'), { succeeded: new Map([['JPY', 126]]) }],
    ],
    [
      // Expect nothing: the total is right in major units.
      [lifetime('125.50'), seen(12_550)],
      [lifetime('126'), seen(12_550)],
      [lifetime('12.550', 'IQD'), { succeeded: new Map([['IQD', 12_550]]) }],
      [lifetime('0', 'ZZZ'), { succeeded: new Map([['ZZZ', 12_550]]) }],
      [lifetime('12550'), seen(12_550)],
      [lifetime('0', 'GBP'), seen(12_550)],
      [lifetime('0', null), seen(12_550)],
      [lifetime('about 10'), seen(12_550)],
      [lifetime('-5'), seen(12_550)],
      [lifetime(null), seen(12_550)],
      [lifetime('0'), {}],
    ],
  ],
]

describe('contradictions', () => {
  it.each(rulesOfRecord)('%s applies in its cases and does not apply elsewhere', (id, applies, silent) => {
    for (const body of applies) expect(idsOf(body), JSON.stringify(body)).toContain(id)
    for (const body of silent) expect(idsOf(body), JSON.stringify(body)).not.toContain(id)
  })

  it.each(withStoredFacts)(
    '%s needs our records, applies in its cases and does not apply elsewhere',
    (id, applies, silent) => {
      for (const [body, knows] of applies) {
        expect(idsOf(body, knows), JSON.stringify([body, knows])).toContain(id)
        expect(idsOf(body, null)).not.toContain(id)
      }
      for (const [body, knows] of silent)
        expect(idsOf(body, knows), JSON.stringify([body, knows])).not.toContain(id)
    },
  )

  it('are all covered by the tables of this test', () => {
    const tested = contradictionRules.map(({ id }) => id).sort()
    const inTables = [...rulesOfRecord, ...withStoredFacts].map(([id]) => id)
    expect([...inTables, 'test_in_production'].sort()).toEqual(tested)
    expect(new Set(tested).size).toBe(tested.length)
  })

  it('about amounts are shown only to roles that see them in full', () => {
    const told: readonly [id: string, body: object, known: Knows, who: string[]][] = [
      ['lifetime_below_seen', lifetime('0'), seen(12_550), ['finance', 'compliance']],
      ['other_currency', asked('EUR'), named([8450, 'GBP']), ['support', 'finance', 'compliance']],
      ['amounts_differ', pending, named([1, 'EUR'], [2, 'EUR']), ['support', 'finance', 'compliance']],
    ]
    for (const [id, body, knows, who] of told)
      expect(
        roleSchema.options.filter((one) => idsOf(body, knows, false, fieldAccesses[one]).includes(id)),
      ).toEqual(who)
  })

  it('are hidden from a role whose field permissions are tightened', () => {
    const tightened = createFieldAccess(
      'finance',
      parsePolicyOverrides('finance:notification.amount=-').overrides,
    )
    const body = asked('EUR')
    expect(idsOf(body, named([8450, 'GBP']), false, tightened)).toEqual([])
    expect(idsOf(body, named([8450, 'GBP']))).toEqual(['other_currency'])
  })

  it('report a test card only in production', () => {
    const test = { state: 'SUCCESS', test_transaction: true }
    expect(idsOf(test, null, true)).toEqual(['test_in_production'])
    expect(idsOf(test, null, false)).toEqual([])
    for (const flag of [false, 'false', null, undefined, 'yes'])
      expect(idsOf({ state: 'SUCCESS', test_transaction: flag }, {}, true)).toEqual([])
  })

  it('are none for a plain record', () => {
    for (const state of ['PENDING', 'SUCCESS', 'EXPIRED', 'HIBERNATING'])
      expect(
        idsOf({ state, expires_at: ahead, workflow_state: { sca: 'SUCCESS' } }, { state }, true),
      ).toEqual([])
  })

  it('have a fixed order', () => {
    const body = {
      state: 'DECLINED',
      workflow_state: { sca: 'PENDING' },
      test_transaction: true,
      payment_provider_responses: [{ operation_successful: true, manual_reconciliation: true }],
    }
    expect(idsOf(body, { customer: 'c_another' }, true)).toEqual([
      'provider_success_but_failed',
      'manual_reconciliation',
      'test_in_production',
      'step_open_after_end',
      'other_customer',
    ])
  })
})
