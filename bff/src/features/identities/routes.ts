import type { MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { found } from '../../payment-service/found.ts'
import { subject } from '../../platform/audit/entry.ts'
import { route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { customerBehind } from '../../records/customers.ts'
import { identityNamedFor } from '../../records/identities.ts'
import { belongsTo } from '../../records/transactions.ts'
import { noteLink, noteRecord } from './noted.ts'
import { presentIdentity, type ReadIdentity } from './present.ts'
import { type IdentityNeeds, readIdentity, todayIn } from './read.ts'

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
  async handle({ params, scope, actor }, needs: IdentityNeeds): Promise<ReadCustomerIdentity> {
    const { environment } = scope
    const service = needs.service(environment)
    const { reference } = actor
    const { rid, merchant } = await customerBehind(params.customer, scope, needs.handles)
    const id = await identityNamedFor({ rid, merchant, scope, actor }, service)
    if (id === null) return { merchant, read: null }
    const { customer } = params
    const identity = await needs.handles.identity(environment, merchant, rid, id)
    await noteLink(needs, environment, { identity, merchant, customer, id })
    const { value: record, reading } = found(await service.readIdentity(id, { reference }))
    // An identity of somebody else is never shown in this customer's place.
    if (!belongsTo(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
    const today = todayIn(needs.zone)
    const read = { identity, customer, merchant, record, reading, today }
    await noteRecord(needs, environment, read)
    return { merchant, read }
  },
  present: ({ read }, { actor }) => ({ identity: read === null ? null : presentIdentity(read, actor.sight) }),
})

export const showIdentity = route(endpoints.showIdentity, {
  permission: 'identity.read',
  audit: ({ params }, read: ReadIdentity | undefined) => ({
    action: 'identity.viewed',
    about: subject('identity', params.identity, read),
  }),
  handle: ({ params, scope, actor }, needs: IdentityNeeds): Promise<ReadIdentity> =>
    readIdentity(params.identity, { scope, actor }, needs),
  present: (read, { actor }) => presentIdentity(read, actor.sight),
})

export const showIdentityRecord = route(endpoints.showIdentityRecord, {
  permission: 'identity.record',
  audit: ({ params }, read: ReadIdentity | undefined) => ({
    action: 'identity.record.viewed',
    about: subject('identity', params.identity, read),
  }),
  handle: ({ params, scope, actor }, needs: IdentityNeeds): Promise<ReadIdentity> =>
    readIdentity(params.identity, { scope, actor }, needs),
  present: ({ record, reading }, { actor }) => ({ reading, record: actor.sight.record(record) }),
})
