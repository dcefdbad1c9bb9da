import type { CustomerHandle, IdentityHandle, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { type Reading, reading } from '@paydesk/shared/core/reading'
import { knownStepValues, workflowSteps } from '@paydesk/shared/core/state'
import type { Contradiction, ProviderResponse, TransactionView } from '@paydesk/shared/payments/transaction'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { Sight } from '../../platform/access/field-access.ts'
import { share, shareBut } from '../../platform/http/serialized-response-cache.ts'
import type { IndexFacts } from '../../records/observations/indexed-facts.ts'
import { contradictionsOf } from '../../records/rules/contradictions.ts'
import { factsOf, type RecordFacts } from '../../records/rules/facts.ts'
import { explain, hasLapsed } from './explain.ts'
import { safeTextsFor, safeTextVersion } from './safe-texts.ts'

export interface ReadTransaction {
  readonly transaction: TransactionId
  readonly merchant: MerchantId
  readonly record: StateRecord
  readonly reading: Reading
  readonly production: boolean
  readonly customer: CustomerHandle | null
  readonly identity: IdentityHandle | null
  /** What this office knows beside the record, for the rules that need it. */
  readonly known: IndexFacts | null
  /** Of a record that was kept: the rules that fired then. */
  readonly fired?: readonly string[]
}

function providerResponses(record: StateRecord, sight: Sight): ProviderResponse[] {
  return record.payment_provider_responses.map((one) => ({
    operationType: sight.show(one.operation_type),
    operationSuccessful: sight.show(one.operation_successful),
    providerType: sight.show(one.provider_type),
    providerName: sight.show(one.provider_name),
    requestCurrency: sight.show(one.request_currency),
    referenceCode: sight.show(one.reference_code),
    providerReferenceCode: sight.show(one.provider_reference_code),
    responseId: sight.show(one.response_id),
    statusCode: sight.show(one.status_code),
    statusDescription: sight.show(one.status_description),
    manualReconciliation: sight.show(one.manual_reconciliation),
  }))
}

/** The eight steps in the interface's order, then whatever else the service named. */
function steps(facts: RecordFacts): TransactionView['steps'] {
  const documented = workflowSteps.filter(({ step }) => facts.steps.has(step))
  const names = new Set<string>(workflowSteps.map(({ step }) => step))
  const others = [...facts.steps.keys()]
    .filter((step) => !names.has(step))
    .map((step) => ({ step, word: null, means: null }))
  return [...documented, ...others].map((one) => {
    const value = facts.steps.get(one.step) ?? ''
    return { ...one, value, known: knownStepValues.includes(value) }
  })
}

interface Made {
  readonly of: ReadTransaction
  readonly view: TransactionView
  readonly lapsed: boolean
  /** What was given out last, and for which read. */
  last: { readonly of: ReadTransaction; readonly view: TransactionView }
}

/** What was made of a record for a role: reads that are merged, kept, or say the same again give one record to many. */
const made = new WeakMap<StateRecord, Map<Sight, Made>>()

/** A state record as this role may see it, explained; what was made before where nothing but the reading is another. */
export function presentTransaction(read: ReadTransaction, sight: Sight): TransactionView {
  const before = made.get(read.record)?.get(sight)
  if (before !== undefined && isSameRead(before.last.of, read)) return share(before.last.view)
  const facts = factsOf(read.record, read.reading.at)
  // What the index knows moves on under a record that stays the same, and so does the time.
  const contradictions = contradictionsOf({ ...read, facts }, sight)
  const lapsed = hasLapsed(facts)
  if (before !== undefined && before.lapsed === lapsed && isSame(before, read, contradictions)) {
    const isFirst = before.of.reading === read.reading
    const again = isFirst ? share(before.view) : shareBut(before.view, 'reading', read.reading, reading)
    before.last = { of: read, view: again }
    return again
  }
  const view = viewOf(read, sight, { facts, contradictions })
  const views = made.get(read.record) ?? new Map<Sight, Made>()
  made.set(read.record, views.set(sight, { of: read, view, lapsed, last: { of: read, view } }))
  return view
}

/** The very same read, of which the same is known: whatever is made of it is the same. */
function isSameRead(one: ReadTransaction, other: ReadTransaction): boolean {
  return (
    isOfSame(one, other) &&
    one.reading === other.reading &&
    one.known === other.known &&
    one.fired === other.fired
  )
}

function isOfSame(one: ReadTransaction, other: ReadTransaction): boolean {
  return (
    one.transaction === other.transaction &&
    one.production === other.production &&
    one.customer === other.customer &&
    one.identity === other.identity
  )
}

function isSame({ of, view }: Made, other: ReadTransaction, contradictions: Contradiction[]): boolean {
  return (
    isOfSame(of, other) &&
    view.contradictions.length === contradictions.length &&
    view.contradictions.every(({ id }, index) => id === contradictions[index]?.id)
  )
}

interface Found {
  readonly facts: RecordFacts
  readonly contradictions: Contradiction[]
}

function viewOf(read: ReadTransaction, sight: Sight, { facts, contradictions }: Found): TransactionView {
  const { record } = read
  const { original_message: original, identity } = record
  const { explanation, say } = explain(facts, contradictions.length > 0)
  return {
    transaction: read.transaction,
    reading: read.reading,
    customer:
      read.customer === null
        ? null
        : { customer: read.customer, rid: sight.show(original.account.identifier) },
    merchant: sight.show(original.merchant_id),
    merchantTransactionId: sight.show(original.transaction_id),
    reference: sight.show(original.reference),
    mode: sight.show(record.mode),
    state: facts.state,
    compound: facts.compound,
    inReview: facts.inReview,
    explanation,
    safeTexts: safeTextsFor(say),
    safeTextVersion,
    expiresAt: facts.expiresAt,
    test: facts.test,
    responseCode: sight.show(record.response_code),
    responseCodeDescription: sight.show(record.response_code_description),
    steps: steps(facts),
    providerResponses: providerResponses(record, sight),
    identity: {
      identity: read.identity,
      id: sight.show(identity.id),
      kycState: sight.show(identity.kyc_state),
      createdAt: sight.show(identity.created_at),
      ledgerLifetimeAmount: sight.show(identity.ledger_lifetime_amount),
      ledgerLifetimeCurrency: sight.show(identity.ledger_lifetime_currency),
      creditLedgerLifetimeAmount: sight.show(identity.credit_ledger_lifetime_amount),
      creditLedgerLifetimeCurrency: sight.show(identity.credit_ledger_lifetime_currency),
    },
    contradictions,
    unclassified: sight.unclassified(record),
  }
}
