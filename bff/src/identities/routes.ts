import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName, IdentityHandle, MerchantId } from '@paydesk/shared/ids'
import { subject } from '../audit/entry.ts'
import { found } from '../http/found.ts'
import { ProblemError } from '../http/problem.ts'
import { type Actor, route, type Scope } from '../http/route.ts'
import { customerBehind, identityBehind } from '../known/customers.ts'
import type { Handles } from '../known/handles.ts'
import { identityNamedFor } from '../known/identities.ts'
import { belongsTo } from '../known/transactions.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import { presentIdentity, type ReadIdentity } from './present.ts'

export interface Needs {
  readonly handles: Handles
  service(environment: EnvironmentName): PaymentService
}

interface Asking {
  readonly scope: Scope
  readonly actor: Actor
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
    const id = await identityNamedFor({ rid, merchant, scope, actor }, service)
    if (id === null) return { merchant, read: null }
    const { value: record, reading } = found(await service.readIdentity(id, { reference }))
    // An identity of somebody else is never shown in this customer's place.
    if (!belongsTo(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
    const identity = await needs.handles.identity(scope.environment, merchant, rid, id)
    return { merchant, read: { identity, customer: params.customer, merchant, record, reading } }
  },
  present: ({ read }, { actor }) => ({ identity: read === null ? null : presentIdentity(read, actor.sight) }),
})

async function readIdentity(
  handle: IdentityHandle,
  { scope, actor }: Asking,
  needs: Needs,
): Promise<ReadIdentity> {
  const { rid, id, merchant } = await identityBehind(handle, scope, needs.handles)
  const { value: record, reading } = found(
    await needs.service(scope.environment).readIdentity(id, { reference: actor.reference }),
  )
  // The handle was made for this customer's identity; a record that names somebody else is not shown.
  if (!belongsTo(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
  const customer = await needs.handles.customer(scope.environment, merchant, rid)
  return { identity: handle, customer, merchant, record, reading }
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
