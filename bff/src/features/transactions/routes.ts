import type { EnvironmentView } from '@paydesk/shared/administration/session'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import { rid as ridSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { TransactionView } from '@paydesk/shared/payments/transaction'
import type { StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { openForHandle } from '../../platform/access/guarded.ts'
import { subject } from '../../platform/audit/entry.ts'
import { type Actor, route, type Scope } from '../../platform/http/route.ts'
import { customerNamed } from '../../records/customers.ts'
import type { Handles } from '../../records/handles.ts'
import type { KnownFacts } from '../../records/observations/cached-facts.ts'
import { firedOf } from '../../records/rules/contradictions.ts'
import { totals } from '../../records/rules/contradictions-index.ts'
import { factsOf } from '../../records/rules/facts.ts'
import { identityIdOf, type OwnTransaction, readOwnTransaction } from '../../records/transactions.ts'
import { presentTransaction, type ReadTransaction } from './present.ts'

export interface Needs {
  readonly knownFacts: KnownFacts
  readonly handles: Handles
  readonly environments: readonly EnvironmentView[]
  service(environment: EnvironmentName): PaymentService
}

type RecordHandles = Pick<ReadTransaction, 'customer' | 'identity'>

/** Handles never change: a record that is given out again has the same ones, by where and for whom. */
const handlesOf = new WeakMap<StateRecord, Map<string, RecordHandles>>()

async function withHandles(
  { record, merchant }: OwnTransaction,
  { environment }: Scope,
  { permissions }: Actor,
  handles: Handles,
): Promise<RecordHandles> {
  const readsIdentity = permissions.has('identity.read')
  const key = `${environment} ${merchant} ${readsIdentity}`
  const known = handlesOf.get(record) ?? new Map<string, RecordHandles>()
  const before = known.get(key)
  if (before !== undefined) return before
  const rid = ridSchema.safeParse(openForHandle(record.original_message.account.identifier)).data
  const id = readsIdentity ? identityIdOf(record.identity.id) : null
  const [customer, identity] = await Promise.all([
    rid === undefined ? null : handles.customer(environment, merchant, rid),
    id === null || rid === undefined ? null : handles.identity(environment, merchant, rid, id),
  ])
  handlesOf.set(record, known.set(key, { customer, identity }))
  return { customer, identity }
}

/** A read with what its view needs beside the record. */
async function complete(
  transaction: TransactionId,
  own: OwnTransaction,
  { scope, actor }: { readonly scope: Scope; readonly actor: Actor },
  { knownFacts, handles, environments }: Omit<Needs, 'service'>,
  totalsSeen = actor.sight.seesAll(totals),
): Promise<ReadTransaction> {
  const { environment } = scope
  const production = environments.some(({ name, kind }) => name === environment && kind === 'production')
  const about = { environment, transaction, merchant: own.merchant }
  const [made, known] = await Promise.all([
    withHandles(own, scope, actor, handles),
    knownFacts.of(about, { now: Date.parse(own.reading.at), totals: totalsSeen }),
  ])
  return { transaction, ...own, production, ...made, known }
}

/** Views of reads as on a transaction's own page, for pages that show them beside something else. */
export function makeTransactionViews(needs: Omit<Needs, 'service'>) {
  return async (
    transaction: TransactionId,
    own: OwnTransaction,
    looking: { readonly scope: Scope; readonly actor: Actor },
  ): Promise<TransactionView> =>
    presentTransaction(await complete(transaction, own, looking, needs), looking.actor.sight)
}

/** What does not fit together in a read now, for whoever keeps the read: rule ids, whatever a role may know. */
export function makeFiredRules(needs: Omit<Needs, 'service'>) {
  return async (
    transaction: TransactionId,
    own: OwnTransaction,
    looking: { readonly scope: Scope; readonly actor: Actor },
  ): Promise<string[]> => {
    const read = await complete(transaction, own, looking, needs, true)
    return firedOf({ ...read, facts: factsOf(read.record, read.reading.at) })
  }
}

export const showTransaction = route(endpoints.showTransaction, {
  permission: 'transaction.read',
  audit: ({ params }, read: ReadTransaction | undefined) => ({
    action: 'transaction.viewed',
    about: subject('transaction', params.transaction, read),
  }),
  async handle({ params, query, scope, actor }, needs: Needs): Promise<ReadTransaction> {
    const { handles, service } = needs
    const customer = await customerNamed(query.customer, scope, handles)
    const fresh = query.fresh === '1'
    const reading = { scope, actor, fresh, customer }
    const own = await readOwnTransaction(params.transaction, reading, service(scope.environment))
    return complete(params.transaction, own, { scope, actor }, needs)
  },
  present: (read, { actor }) => presentTransaction(read, actor.sight),
})

export const showTransactionRecord = route(endpoints.showTransactionRecord, {
  permission: 'transaction.record',
  audit: ({ params }, read: OwnTransaction | undefined) => ({
    action: 'transaction.record.viewed',
    about: subject('transaction', params.transaction, read),
  }),
  async handle({ params, query, scope, actor }, { handles, service }: Needs) {
    const customer = await customerNamed(query.customer, scope, handles)
    const reading = { scope, actor, fresh: query.fresh === '1', customer }
    return readOwnTransaction(params.transaction, reading, service(scope.environment))
  },
  present: ({ record, reading }, { actor }) => ({ reading, record: actor.sight.record(record) }),
})
