import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import { openFlag, openOperationalText } from '../../platform/access/guarded.ts'
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
    ({ operation_type }) => !refundPattern.test(openOperationalText(operation_type) ?? ''),
  )
  return last === undefined ? null : openFlag(last.operation_successful)
}

/** Returns true if the provider says that it took the money (interface, payment_provider_responses). */
export const hasTakenMoney = ({ record }: ContradictionInput): boolean => readMoneyTaken(record) === true

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
  // Does not apply before the end, without provider operations, and if all of them only gave money back.
  {
    id: 'provider_failed_but_success',
    says: 'The state is SUCCESS, and the last provider operation was not successful.',
    means:
      'The money may not have been taken. Usually a later operation succeeded and is not in the record yet.',
    todo: 'Do not fulfil before a notification and a second reading agree; then compare with the account statement.',
    closes: 'Once the record names a later operation that was successful.',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ facts, record }) => facts.state.raw === 'SUCCESS' && readMoneyTaken(record) === false,
  },
  // Does not apply while open, and if the last operation that took money failed or gives no result.
  {
    id: 'provider_success_but_failed',
    says: 'The transaction ended without success, and the last provider operation was successful.',
    means:
      'Money may have moved. Usually it was taken before a review ended the transaction, and is sent back later.',
    todo: 'Finance compares it with the account statement, and asks the provider where the money is.',
    closes: 'Only if the record changes: a final state does not, so it normally stays.',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ facts: { state }, record }) =>
      state.final && state.raw !== 'SUCCESS' && readMoneyTaken(record) === true,
  },
  // Does not apply if no response asks for it.
  {
    id: 'manual_reconciliation',
    says: 'A provider response asks for manual reconciliation.',
    means: 'The provider could not match the money by itself. Usually amount or reference came differently.',
    todo: 'Finance compares it by hand with the account statement.',
    closes: 'Once no provider response asks for it any more.',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ record }) =>
      record.payment_provider_responses.some((one) => openFlag(one.manual_reconciliation) === true),
  },
  // Does not apply in any other environment, and if the record does not say if it is a test.
  {
    id: 'test_in_production',
    says: 'A test transaction in production.',
    means: 'No real money moved. Usually somebody tried the payment page with a test card.',
    todo: 'Do not fulfil. Ask the shop who made it.',
    closes: 'Never: it stays a test.',
    requiredFields: [],
    applies: ({ facts, production }) => production && facts.test === true,
  },
  // Does not apply for ten minutes, without a readable expiry, and while the customer’s step is open (next
  // rule).
  {
    id: 'expired_but_open',
    says: 'The validity has run out, and the record is still open.',
    means:
      'Nobody can go on with it. Usually the service has not ended it yet, or somebody still has to decide.',
    todo: 'Read it again after a while. If it stays open, tell the operator of the service.',
    closes: 'Once the service ends it or prolongs its validity.',
    requiredFields: [],
    applies: ({ facts }) => isOverdue(facts) && !isScaOpen(facts),
    dueAt: computeOverdueAt,
  },
  // Does not apply for ten minutes, without a readable expiry, and if anybody but the customer has to act.
  {
    id: 'sca_open_after_expiry',
    says: 'It waits for the customer to prove their identity (SCA), and the validity has run out.',
    means: 'The customer cannot finish it any more. Usually the service has not ended it yet.',
    todo: 'Do not ask the customer to finish this one: a new payment is needed. Read it again after a while.',
    closes: 'Once the service ends it or prolongs its validity.',
    customer: 'new_payment',
    requiredFields: [],
    applies: ({ facts }) => isOverdue(facts) && isScaOpen(facts),
    dueAt: computeOverdueAt,
  },
  // Does not apply while open, and if after a success only money on its way back is pending.
  {
    id: 'step_open_after_end',
    says: 'The transaction is final, and a workflow step is still pending.',
    means: 'Only the state decides: the transaction is over. Usually the step was left over when it ended.',
    todo: 'Nothing. If the step is the identity review, compliance looks at the identity record.',
    closes: 'Once the service closes the step; it need not.',
    requiredFields: [],
    applies: ({ facts }) => facts.state.final && hasOpenStep(facts),
  },
  // Does not apply if a step is missing instead of not applicable, and in any other state.
  {
    id: 'documents_without_step',
    says: 'The service works on documents, and neither documents nor identity review are part of the workflow.',
    means:
      'Nobody can see what it waits for. Usually an operator asked for documents after the workflow was chosen.',
    todo: 'Compliance looks at the identity record and asks the operator of the service what is missing.',
    closes: 'Once the state moves on or one of the two steps is opened.',
    customer: 'clarify',
    requiredFields: [],
    applies: ({ facts }) => lacksDocumentStep(facts),
  },
  // Does not apply if the workflow has no identity review, which is usual, and if no identity state is given.
  {
    id: 'kyc_done_but_none',
    says: 'The identity review of this transaction is done, and the identity’s KYC state is NONE.',
    means:
      'The review left no trace on the customer. Usually its result is entered later, or under another identity.',
    todo: 'Compliance compares the identity record before it relies on this review.',
    closes: 'Once the identity has a KYC state.',
    requiredFields: [],
    applies: ({ facts: { state, steps }, record }) =>
      state.raw === 'SUCCESS' &&
      ['SUCCESS', 'ACCEPTED'].includes(steps.get('kyc') ?? '') &&
      openOperationalText(record.identity.kyc_state) === 'NONE',
  },
]
