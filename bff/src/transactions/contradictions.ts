import type { contradiction } from '@paydesk/shared/transaction'
import type { z } from 'zod'
import { openFlag } from '../access/guarded.ts'
import type { StateRecord } from '../upstream/wire.ts'
import type { RecordFacts } from './facts.ts'

type Contradiction = z.infer<typeof contradiction>

interface Rule extends Contradiction {
  readonly applies: (facts: RecordFacts, record: StateRecord, production: boolean) => boolean
}

const openSteps = (facts: RecordFacts) => [...facts.steps.values()].includes('PENDING')
const lastProvider = (record: StateRecord) => {
  const last = record.payment_provider_responses.at(-1)
  return last === undefined ? null : openFlag(last.operation_successful)
}

/** Facts of one record that do not fit together, each with what it means. */
const rules: readonly Rule[] = [
  {
    id: 'expired_but_open',
    says: 'The validity has run out, and the record is still open.',
    means: 'Read it again after a while. If it stays open, tell the operator of the service.',
    applies: ({ state, expiresAt, readAt }) =>
      !state.final && expiresAt?.at != null && Date.parse(expiresAt.at) <= readAt,
  },
  {
    id: 'step_open_after_end',
    says: 'The transaction is final, and a workflow step is still pending.',
    means: 'Only the state decides: the transaction is over. The open step is left over.',
    applies: (facts) => facts.state.final && openSteps(facts),
  },
  {
    id: 'provider_failed_but_success',
    says: 'The state is SUCCESS, and the last provider operation was not successful.',
    means: 'Do not fulfil before a notification and a second reading agree.',
    applies: ({ state }, record) => state.raw === 'SUCCESS' && lastProvider(record) === false,
  },
  {
    id: 'provider_success_but_failed',
    says: 'The transaction ended without success, and the last provider operation was successful.',
    means: 'Money may have moved. Finance should reconcile it with the provider.',
    applies: ({ state }, record) => state.final && state.raw !== 'SUCCESS' && lastProvider(record) === true,
  },
  {
    id: 'manual_reconciliation',
    says: 'A provider response asks for manual reconciliation.',
    means: 'Somebody must reconcile it by hand: finance compares it with the account statement.',
    applies: (_facts, record) =>
      record.payment_provider_responses.some((one) => openFlag(one.manual_reconciliation) === true),
  },
  {
    id: 'test_in_production',
    says: 'A test transaction in production.',
    means: 'No real money moved: do not fulfil.',
    applies: ({ test }, _record, production) => production && test === true,
  },
]

/** Every rule that applies, in the order of the list. `production`: whether real money moves here. */
export function contradictionsOf(
  facts: RecordFacts,
  record: StateRecord,
  production: boolean,
): Contradiction[] {
  return rules
    .filter((rule) => rule.applies(facts, record, production))
    .map(({ id, says, means }) => ({ id, says, means }))
}
