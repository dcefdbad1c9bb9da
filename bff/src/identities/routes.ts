import { endpoints } from '@paydesk/shared/endpoints'
import {
  type CustomerHandle,
  type EnvironmentName,
  type IdentityHandle,
  type IdentityId,
  type MerchantId,
  rid as ridSchema,
  type TransactionId,
  transactionId,
} from '@paydesk/shared/ids'
import { readState } from '@paydesk/shared/state'
import { openForHandle, openOperational } from '../access/guarded.ts'
import { subject } from '../audit/entry.ts'
import { found } from '../http/found.ts'
import { ProblemError } from '../http/problem.ts'
import { type Actor, route, type Scope } from '../http/route.ts'
import { customerBehind, identityBehind } from '../known/customers.ts'
import type { Handles } from '../known/handles.ts'
import { belongsTo, identityIdOf, readOwnTransaction } from '../known/transactions.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import type { CustomerList } from '../upstream/wire.ts'
import { presentIdentity, type ReadIdentity } from './present.ts'

export interface Needs {
  readonly handles: Handles
  service(environment: EnvironmentName): PaymentService
}

interface Asking {
  readonly scope: Scope
  readonly actor: Actor
}

/** So many transactions at most are asked for an identity: one that ended early may name none. */
const mostAsked = 3

/** The transactions to ask for the customer's identity: open ones first, as the page opens them. */
function askedFor(list: CustomerList): TransactionId[] {
  const known = list.entries.flatMap((entry) => {
    const id = transactionId.safeParse(openForHandle(entry.transaction_uid))
    return id.success ? [{ id: id.data, final: readState(openOperational(entry.state) ?? '').final }] : []
  })
  return [...known.filter(({ final }) => !final), ...known.filter(({ final }) => final)]
    .slice(0, mostAsked)
    .map(({ id }) => id)
}

async function identityOfCustomer(
  list: CustomerList,
  rid: string,
  asking: Asking,
  service: PaymentService,
): Promise<IdentityId | null> {
  for (const transaction of askedFor(list)) {
    const { record } = await readOwnTransaction(transaction, asking, service)
    const id = belongsTo(record.original_message.account.identifier, rid)
      ? identityIdOf(record.identity.id)
      : null
    if (id !== null) return id
  }
  return null
}

/** Of a customer: found through the customer's transactions, because only they name the identity. */
interface ReadCustomerIdentity {
  readonly merchant: MerchantId
  /** Null where no transaction of the customer names an identity. */
  readonly read: ReadIdentity | null
}

export const showCustomerIdentity = route(endpoints.showCustomerIdentity, {
  permission: 'identity.summary',
  audit: ({ params }, read: ReadCustomerIdentity | undefined) => ({
    action: 'customer.identity.viewed',
    about: subject('customer', params.customer, read),
  }),
  async handle({ params, scope, actor }, needs: Needs): Promise<ReadCustomerIdentity> {
    const service = needs.service(scope.environment)
    const { reference } = actor
    const { rid, merchant } = await customerBehind(params.customer, scope, needs.handles)
    const { value: list } = found(await service.listTransactions(merchant, rid, { reference }))
    const id = await identityOfCustomer(list, rid, { scope, actor }, service)
    if (id === null) return { merchant, read: null }
    const { value: record, reading } = found(await service.readIdentity(id, { reference }))
    // An identity of somebody else is never shown in this customer's place.
    if (!belongsTo(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
    const identity = await needs.handles.identity(scope.environment, merchant, id)
    return { merchant, read: { identity, customer: params.customer, merchant, record, reading } }
  },
  present: ({ read }, { actor }) => ({ identity: read === null ? null : presentIdentity(read, actor.sight) }),
})

async function readIdentity(
  handle: IdentityHandle,
  { scope, actor }: Asking,
  needs: Needs,
): Promise<ReadIdentity> {
  const { id, merchant } = await identityBehind(handle, scope, needs.handles)
  const { value: record, reading } = found(
    await needs.service(scope.environment).readIdentity(id, { reference: actor.reference }),
  )
  return {
    identity: handle,
    customer: await customerOf(openForHandle(record.profile.remote_user_id), merchant, scope, needs.handles),
    merchant,
    record,
    reading,
  }
}

async function customerOf(
  named: string | null,
  merchant: MerchantId,
  scope: Scope,
  handles: Handles,
): Promise<CustomerHandle | null> {
  const rid = ridSchema.safeParse(named).data
  return rid === undefined ? null : handles.customer(scope.environment, merchant, rid)
}

export const showIdentity = route(endpoints.showIdentity, {
  permission: 'identity.read',
  audit: ({ params }, read: ReadIdentity | undefined) => ({
    action: 'identity.viewed',
    about: subject('identity', params.identity, read),
  }),
  handle: ({ params, scope, actor }, needs: Needs) => readIdentity(params.identity, { scope, actor }, needs),
  present: (read, { actor }) => presentIdentity(read, actor.sight),
})

export const showIdentityRecord = route(endpoints.showIdentityRecord, {
  permission: 'identity.record',
  audit: ({ params }, read: ReadIdentity | undefined) => ({
    action: 'identity.record.viewed',
    about: subject('identity', params.identity, read),
  }),
  handle: ({ params, scope, actor }, needs: Needs) => readIdentity(params.identity, { scope, actor }, needs),
  present: ({ record, reading }, { actor }) => ({ reading, record: actor.sight.record(record) }),
})
