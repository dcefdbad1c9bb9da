import { describe, expect, it } from 'vitest'
import { stateRecord } from '../upstream/wire.ts'
import { contradictionsOf } from './contradictions.ts'
import { factsOf } from './facts.ts'

const readAt = '2025-06-02T00:00:00.000Z'

function idsOf(body: object, production = false): string[] {
  const record = stateRecord({ id: 'x1234', ...body })
  if (!record.ok) throw new Error('not a record')
  return contradictionsOf(factsOf(record.value, readAt), record.value, production).map(({ id }) => id)
}

const provider = (...successful: (boolean | string | null)[]) => ({
  payment_provider_responses: successful.map((operation_successful) => ({ operation_successful })),
})
const passed = '2025-06-01T00:00:00.000Z'
const ahead = '2025-06-03T00:00:00.000Z'

/** Each rule, where it speaks and where it must not. */
const rules: readonly (readonly [id: string, applies: object[], silent: object[]])[] = [
  [
    'expired_but_open',
    [
      { state: 'PENDING', expires_at: passed },
      { state: 'MANUAL_REVIEW', expires_at: passed },
      { state: 'HIBERNATING', expires_at: passed },
      { state: 'PENDING', expires_at: readAt },
    ],
    [
      { state: 'PENDING', expires_at: ahead },
      { state: 'EXPIRED', expires_at: passed },
      { state: 'SUCCESS', expires_at: passed },
      { state: 'PENDING', expires_at: 'yesterday' },
      { state: 'PENDING', expires_at: '2025-05-32T00:00:00Z' },
      { state: 'PENDING' },
    ],
  ],
  [
    'step_open_after_end',
    [
      { state: 'EXPIRED', workflow_state: { sca: 'PENDING' } },
      { state: 'SUCCESS', workflow_state: { capture: 'SUCCESS', kyc: 'PENDING' } },
    ],
    [
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
    ],
    [
      { state: 'SUCCESS', ...provider(true) },
      // An earlier try that failed is no contradiction once a later one did not.
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
    ],
    [
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

describe('contradictions', () => {
  it.each(rules)('%s speaks where it applies and is silent elsewhere', (id, applies, silent) => {
    for (const body of applies) expect(idsOf(body), JSON.stringify(body)).toContain(id)
    for (const body of silent) expect(idsOf(body), JSON.stringify(body)).not.toContain(id)
  })

  it('a test card contradicts production only', () => {
    const test = { state: 'SUCCESS', test_transaction: true }
    expect(idsOf(test, true)).toEqual(['test_in_production'])
    expect(idsOf(test, false)).toEqual([])
    for (const flag of [false, 'false', null, undefined, 'yes'])
      expect(idsOf({ state: 'SUCCESS', test_transaction: flag }, true)).toEqual([])
  })

  it('a plain record has none', () => {
    for (const state of ['PENDING', 'SUCCESS', 'EXPIRED', 'HIBERNATING'])
      expect(idsOf({ state, expires_at: ahead, workflow_state: { sca: 'SUCCESS' } }, true)).toEqual([])
  })

  it('says each in two sentences and names several in a fixed order', () => {
    const body = {
      state: 'DECLINED',
      workflow_state: { sca: 'PENDING' },
      test_transaction: true,
      payment_provider_responses: [{ operation_successful: true, manual_reconciliation: true }],
    }
    const record = stateRecord({ id: 'x1234', ...body })
    if (!record.ok) throw new Error('not a record')
    const all = contradictionsOf(factsOf(record.value, readAt), record.value, true)
    expect(all.map(({ id }) => id)).toEqual([
      'step_open_after_end',
      'provider_success_but_failed',
      'manual_reconciliation',
      'test_in_production',
    ])
    for (const { says, means } of all) {
      expect(says).toMatch(/^[A-Z].*\.$/)
      expect(means).toMatch(/^[A-Z].*\.$/)
    }
  })
})
