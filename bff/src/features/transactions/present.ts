import { type DataFreshness, dataFreshnessSchema } from '@paydesk/shared/core/data-freshness'
import type { CustomerHandle, IdentityHandle, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { documentedWorkflowStepValues, workflowSteps } from '@paydesk/shared/core/state'
import { customerTextVersion } from '@paydesk/shared/messages/customer/catalogue'
import type { ReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import type {
  ProviderResponse,
  TransactionContradiction,
  TransactionView,
} from '@paydesk/shared/payments/transactions'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { markCacheable, markCacheableExcept } from '../../platform/http/serialized-response-cache.ts'
import { presentRecordedFacts, type RecordedFactsRow } from '../../records/observations/amounts.ts'
import type { StoredTransactionFacts } from '../../records/observations/stored-transaction-facts.ts'
import { findContradictions } from '../../records/rules/contradictions.ts'
import { extractRecordFacts, type RecordFacts } from '../../records/rules/record-facts.ts'
import { explainTransaction, hasTransactionExpired } from './explain.ts'
import { getCustomerSafeTexts } from './safe-texts.ts'

export interface LoadedTransaction {
  readonly transaction: TransactionId
  readonly merchant: MerchantId
  readonly record: StateRecord
  readonly reading: DataFreshness
  readonly production: boolean
  readonly customer: CustomerHandle | null
  readonly identity: IdentityHandle | null
  /** Facts of our records beside the record, for the rules that need them. */
  readonly storedFacts: StoredTransactionFacts | null
  readonly customerTexts: ReleasedCustomerTexts
  /** Ids of the rules that fired when a kept record was stored. */
  readonly fired?: readonly string[]
}

function presentProviderResponses(record: StateRecord, fieldAccess: FieldAccess): ProviderResponse[] {
  return record.payment_provider_responses.map((one) => ({
    operationType: fieldAccess.mask(one.operation_type),
    operationSuccessful: fieldAccess.mask(one.operation_successful),
    providerType: fieldAccess.mask(one.provider_type),
    providerName: fieldAccess.mask(one.provider_name),
    requestCurrency: fieldAccess.mask(one.request_currency),
    referenceCode: fieldAccess.mask(one.reference_code),
    providerReferenceCode: fieldAccess.mask(one.provider_reference_code),
    responseId: fieldAccess.mask(one.response_id),
    statusCode: fieldAccess.mask(one.status_code),
    statusDescription: fieldAccess.mask(one.status_description),
    manualReconciliation: fieldAccess.mask(one.manual_reconciliation),
  }))
}

/** Presents the eight steps in the interface's order, then the other steps that the payment service named. */
function presentSteps(facts: RecordFacts): TransactionView['steps'] {
  const documented = workflowSteps.filter((step) => facts.steps.has(step))
  const names = new Set<string>(workflowSteps)
  const others = [...facts.steps.keys()].filter((step) => !names.has(step))
  return [...documented, ...others].map((step) => {
    const value = facts.steps.get(step) ?? ''
    return { step, value, documented: documentedWorkflowStepValues.includes(value) }
  })
}

interface CachedView {
  readonly of: LoadedTransaction
  readonly view: TransactionView
  readonly lapsed: boolean
  /** Last view that was returned, and its read. */
  last: { readonly of: LoadedTransaction; readonly view: TransactionView }
}

/** Views by record and field access: merged, cached and repeated reads give one record to many callers. */
const viewsByRecord = new WeakMap<StateRecord, Map<FieldAccess, CachedView>>()

/**
 * Presents a state record for this role, with its explanation. Reuses an
 * earlier view if only the reading differs.
 */
export function presentTransaction(read: LoadedTransaction, fieldAccess: FieldAccess): TransactionView {
  const before = viewsByRecord.get(read.record)?.get(fieldAccess)
  if (before !== undefined && isSameRead(before.last.of, read)) return markCacheable(before.last.view)
  const facts = extractRecordFacts(read.record, read.reading.at)
  // Compute discrepancies on every call: our records and the time change while the
  // payment service's record stays the same.
  const contradictions = findContradictions({ ...read, facts }, fieldAccess)
  const lapsed = hasTransactionExpired(facts)
  if (before !== undefined && before.lapsed === lapsed && isSameView(before, read, contradictions)) {
    const isFirst = before.of.reading === read.reading
    const again = isFirst
      ? markCacheable(before.view)
      : markCacheableExcept(before.view, 'reading', read.reading, dataFreshnessSchema)
    before.last = { of: read, view: again }
    return again
  }
  const view = buildTransactionView(read, fieldAccess, { facts, contradictions })
  const views = viewsByRecord.get(read.record) ?? new Map<FieldAccess, CachedView>()
  viewsByRecord.set(read.record, views.set(fieldAccess, { of: read, view, lapsed, last: { of: read, view } }))
  return view
}

/** Returns true for the same read with the same facts, which gives the same view. */
function isSameRead(one: LoadedTransaction, other: LoadedTransaction): boolean {
  return (
    hasSameContext(one, other) &&
    one.reading === other.reading &&
    one.storedFacts === other.storedFacts &&
    one.fired === other.fired
  )
}

function hasSameContext(one: LoadedTransaction, other: LoadedTransaction): boolean {
  return (
    one.transaction === other.transaction &&
    one.production === other.production &&
    one.customer === other.customer &&
    one.identity === other.identity
  )
}

function isSameView(
  { of, view }: CachedView,
  other: LoadedTransaction,
  contradictions: TransactionContradiction[],
): boolean {
  return (
    hasSameContext(of, other) &&
    hasSameFacts(of.storedFacts?.recorded, other.storedFacts?.recorded) &&
    view.contradictions.length === contradictions.length &&
    view.contradictions.every(({ id }, index) => id === contradictions[index]?.id)
  )
}

function hasSameFacts(one: RecordedFactsRow | undefined, other: RecordedFactsRow | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface RecordAnalysis {
  readonly facts: RecordFacts
  readonly contradictions: TransactionContradiction[]
}

function buildTransactionView(
  read: LoadedTransaction,
  fieldAccess: FieldAccess,
  { facts, contradictions }: RecordAnalysis,
): TransactionView {
  const { record } = read
  const { original_message: original, identity } = record
  const { explanation, safeSituation } = explainTransaction(
    facts,
    contradictions.map(({ id }) => id),
  )
  const expiresAt = facts.expiresAt?.at ?? null
  return {
    transaction: read.transaction,
    reading: read.reading,
    customer:
      read.customer === null
        ? null
        : { customer: read.customer, rid: fieldAccess.mask(original.account.identifier) },
    merchant: fieldAccess.mask(original.merchant_id),
    recorded: read.storedFacts === null ? null : presentRecordedFacts(read.storedFacts.recorded, fieldAccess),
    merchantTransactionId: fieldAccess.mask(original.transaction_id),
    reference: fieldAccess.mask(original.reference),
    mode: fieldAccess.mask(record.mode),
    state: facts.state,
    compound: facts.compound,
    inReview: facts.inReview,
    explanation,
    safeTexts: getCustomerSafeTexts(
      safeSituation,
      expiresAt === null ? null : Date.parse(expiresAt),
      read.customerTexts,
    ),
    safeTextVersion: customerTextVersion,
    expiresAt: facts.expiresAt,
    test: facts.test,
    responseCode: fieldAccess.mask(record.response_code),
    responseCodeDescription: fieldAccess.mask(record.response_code_description),
    steps: presentSteps(facts),
    providerResponses: presentProviderResponses(record, fieldAccess),
    identity: {
      identity: read.identity,
      id: fieldAccess.mask(identity.id),
      kycState: fieldAccess.mask(identity.kyc_state),
      createdAt: fieldAccess.mask(identity.created_at),
      ledgerLifetimeAmount: fieldAccess.mask(identity.ledger_lifetime_amount),
      ledgerLifetimeCurrency: fieldAccess.mask(identity.ledger_lifetime_currency),
      creditLedgerLifetimeAmount: fieldAccess.mask(identity.credit_ledger_lifetime_amount),
      creditLedgerLifetimeCurrency: fieldAccess.mask(identity.credit_ledger_lifetime_currency),
    },
    contradictions,
    unclassified: fieldAccess.listUnclassifiedNames(record),
  }
}
