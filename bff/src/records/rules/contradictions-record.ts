import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { unwrapOperationalBoolean, unwrapOperationalText } from '../../platform/access/guarded.ts'
import type { ContradictionInput, ContradictionRule } from './contradiction-rule.ts'
import type { RecordFacts } from './record-facts.ts'

const minute = 60_000
/** Tolerated delay in ms: the payment service ends expired transactions in its own time. */
const expiryDelayMs = 10 * minute

/** Pattern of operations that return money: they do not tell if it was taken. */
const refundPattern = /refund|void|revers|chargeback|cancel|payout|^credit$/i

/**
 * Tells if the newest operation that takes money succeeded; null if there is none or its result is not given.
 */
function readMoneyTaken(record: StateRecord): boolean | null {
  const last = record.payment_provider_responses.findLast(
    ({ operation_type }) => !refundPattern.test(unwrapOperationalText(operation_type) ?? ''),
  )
  return last === undefined ? null : unwrapOperationalBoolean(last.operation_successful)
}

/** Returns true if the provider says that it took the money (interface, payment_provider_responses). */
export const hasProviderTakenMoney = ({ record }: ContradictionInput): boolean =>
  readMoneyTaken(record) === true

function computeOverdueAt({ facts: { state, expiresAt } }: Pick<ContradictionInput, 'facts'>): number | null {
  return state.final || expiresAt?.at == null ? null : Date.parse(expiresAt.at) + expiryDelayMs
}
function isOverdue(facts: RecordFacts): boolean {
  const at = computeOverdueAt({ facts })
  return at !== null && at <= facts.readAt
}
const isScaOpen = ({ steps }: RecordFacts) => steps.get('sca') === 'PENDING'

/** Ignores the open `credit` step of a success: money on its way back needs it. */
const hasOpenStep = ({ state, steps }: RecordFacts) =>
  [...steps].some(([step, value]) => value === 'PENDING' && !(step === 'credit' && state.raw === 'SUCCESS'))

const lacksDocumentStep = ({ state, steps }: RecordFacts) =>
  state.raw === 'PROCESSING_DOCUMENT' && steps.get('docs') === 'NA' && steps.get('kyc') === 'NA'

/**
 * Rules over one state record (interface, transaction state record); the comment of a rule says when it does
 * not apply.
 */
export const recordContradictionRules: readonly ContradictionRule[] = [
  // The rule does not apply before the end, without provider operations, and if all operations only gave money back.
  {
    id: 'provider_failed_but_success',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ facts, record }) => facts.state.raw === 'SUCCESS' && readMoneyTaken(record) === false,
  },
  // Does not apply while open, and if the last operation that took money failed or gives no result.
  {
    id: 'provider_success_but_failed',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ facts: { state }, record }) =>
      state.final && state.raw !== 'SUCCESS' && readMoneyTaken(record) === true,
  },
  // Does not apply if no response asks for it.
  {
    id: 'manual_reconciliation',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ record }) =>
      record.payment_provider_responses.some(
        (one) => unwrapOperationalBoolean(one.manual_reconciliation) === true,
      ),
  },
  // Does not apply in any other environment, and if the record does not say if it is a test.
  {
    id: 'test_in_production',
    requiredFields: [],
    applies: ({ facts, production }) => production && facts.test === true,
  },
  // Does not apply for ten minutes, without a readable expiry, and while the customer’s step is open (next
  // rule).
  {
    id: 'expired_but_open',
    requiredFields: [],
    applies: ({ facts }) => isOverdue(facts) && !isScaOpen(facts),
    dueAt: computeOverdueAt,
  },
  // Does not apply for ten minutes, without a readable expiry, and if anybody but the customer has to act.
  {
    id: 'sca_open_after_expiry',
    customer: 'new_payment',
    requiredFields: [],
    applies: ({ facts }) => isOverdue(facts) && isScaOpen(facts),
    dueAt: computeOverdueAt,
  },
  // Does not apply while open, and if after a success only money on its way back is pending.
  {
    id: 'step_open_after_end',
    requiredFields: [],
    applies: ({ facts }) => facts.state.final && hasOpenStep(facts),
  },
  // Does not apply if a step is missing instead of not applicable, and in any other state.
  {
    id: 'documents_without_step',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ facts }) => lacksDocumentStep(facts),
  },
  // Does not apply if the workflow has no identity review, which is usual, and if no identity state is given.
  {
    id: 'kyc_done_but_none',
    requiredFields: [],
    applies: ({ facts: { state, steps }, record }) =>
      state.raw === 'SUCCESS' &&
      ['SUCCESS', 'ACCEPTED'].includes(steps.get('kyc') ?? '') &&
      unwrapOperationalText(record.identity.kyc_state) === 'NONE',
  },
]
