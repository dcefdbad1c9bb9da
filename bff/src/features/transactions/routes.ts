import type { EnvironmentView } from '@paydesk/shared/administration/sign-in'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { ridSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import { type Actor, defineRoute, type Scope, type ScopedActor } from '../../platform/http/route.ts'
import { resolveOptionalCustomer } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import type { StoredTransactionFactsCache } from '../../records/observations/stored-transaction-facts-cache.ts'
import { listFiredRuleIds } from '../../records/rules/contradictions.ts'
import { lifetimeTotalFields } from '../../records/rules/contradictions-stored-facts.ts'
import { extractRecordFacts } from '../../records/rules/record-facts.ts'
import {
  parseIdentityId,
  readTransactionInScope,
  type ScopedTransaction,
} from '../../records/transactions.ts'
import { type LoadedTransaction, presentTransaction } from './present.ts'

export interface TransactionDeps {
  readonly knownFacts: StoredTransactionFactsCache
  readonly handles: HandleStore
  readonly environments: readonly EnvironmentView[]
  readonly customerTexts: ReleasedCustomerTexts
  service(environment: EnvironmentName): PaymentService
}

type RecordHandles = Pick<LoadedTransaction, 'customer' | 'identity'>

/**
 * Handles by record, then by environment and merchant. Handles never change, so a cached record keeps them.
 */
const handlesByRecord = new WeakMap<StateRecord, Map<string, RecordHandles>>()

async function loadRecordHandles(
  { record, merchant }: ScopedTransaction,
  { environment }: Scope,
  { permissions }: Actor,
  handles: HandleStore,
): Promise<RecordHandles> {
  const readsIdentity = permissions.has('identity.read')
  const key = `${environment} ${merchant} ${readsIdentity}`
  const known = handlesByRecord.get(record) ?? new Map<string, RecordHandles>()
  const before = known.get(key)
  if (before !== undefined) return before
  const rid = ridSchema.safeParse(unwrapGuardedForHandle(record.original_message.account.identifier)).data
  const id = readsIdentity ? parseIdentityId(record.identity.id) : null
  const [customer, identity] = await Promise.all([
    rid === undefined ? null : handles.getOrCreateCustomerHandle(environment, merchant, rid),
    id === null || rid === undefined
      ? null
      : handles.getOrCreateIdentityHandle(environment, merchant, rid, id),
  ])
  handlesByRecord.set(record, known.set(key, { customer, identity }))
  return { customer, identity }
}

/** Completes a read with the handles and facts that its view needs. */
async function completeReading(
  transaction: TransactionId,
  own: ScopedTransaction,
  { scope, actor }: ScopedActor,
  { knownFacts, handles, environments, customerTexts }: Omit<TransactionDeps, 'service'>,
  totalsSeen = actor.fieldAccess.canSeeAll(lifetimeTotalFields),
): Promise<LoadedTransaction> {
  const { environment } = scope
  const production = environments.some(({ name, kind }) => name === environment && kind === 'production')
  const about = { environment, transaction, merchant: own.merchant }
  const [made, storedFacts] = await Promise.all([
    loadRecordHandles(own, scope, actor, handles),
    knownFacts.get(about, { now: Date.parse(own.reading.at), totals: totalsSeen }),
  ])
  return { transaction, ...own, production, ...made, storedFacts, customerTexts }
}

/** Creates what features use that show or store a transaction beside other data. */
export function createTransactionViewDeps(deps: Omit<TransactionDeps, 'service'>) {
  return {
    /** Presents a read as on the page of the transaction. */
    async transactionView(
      id: TransactionId,
      own: ScopedTransaction,
      caller: ScopedActor,
    ): Promise<TransactionView> {
      return presentTransaction(await completeReading(id, own, caller, deps), caller.actor.fieldAccess)
    },
    /** Returns the ids of the discrepancy rules that fire, independent of the role. */
    async firedRules(id: TransactionId, own: ScopedTransaction, caller: ScopedActor): Promise<string[]> {
      const read = await completeReading(id, own, caller, deps, true)
      return listFiredRuleIds({ ...read, facts: extractRecordFacts(read.record, read.reading.at) })
    },
  }
}

export const showTransactionRoute = defineRoute(endpoints.showTransaction, {
  permission: 'transaction.read',
  audit: ({ params }, read: LoadedTransaction | undefined) => ({
    action: 'transaction.viewed',
    about: toAuditSubject('transaction', params.transaction, read),
  }),
  async handle({ params, query, scope, actor }, deps: TransactionDeps): Promise<LoadedTransaction> {
    const { handles, service } = deps
    const customer = await resolveOptionalCustomer(query.customer, scope, handles)
    const fresh = query.fresh === '1'
    const reading = { scope, actor, fresh, opens: !fresh, customer }
    const own = await readTransactionInScope(params.transaction, reading, service(scope.environment))
    return completeReading(params.transaction, own, { scope, actor }, deps)
  },
  present: (read, { actor }) => presentTransaction(read, actor.fieldAccess),
})

export const showTransactionRecordRoute = defineRoute(endpoints.showTransactionRecord, {
  permission: 'transaction.record',
  audit: ({ params }, read: ScopedTransaction | undefined) => ({
    action: 'transaction.record.viewed',
    about: toAuditSubject('transaction', params.transaction, read),
  }),
  async handle({ params, query, scope, actor }, { handles, service }: TransactionDeps) {
    const customer = await resolveOptionalCustomer(query.customer, scope, handles)
    const reading = { scope, actor, fresh: query.fresh === '1', customer }
    return readTransactionInScope(params.transaction, reading, service(scope.environment))
  },
  present: ({ record, reading }, { actor }) => ({ reading, record: actor.fieldAccess.maskRecord(record) }),
})
