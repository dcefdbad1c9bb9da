import type { IdentityHandle, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import { defineRoute, type ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import { findCustomerIdentity } from '../../records/identities.ts'
import { canBelongToRid } from '../../records/transactions.ts'
import { recordIdentityKycState, recordIdentityLink } from './identity-observations.ts'
import { type LoadedIdentity, presentIdentity } from './present.ts'
import { getLocalDate, type IdentityDeps, readIdentity } from './read.ts'

/** Identity of a customer, found through the customer's transactions, because only they name the identity. */
interface ReadCustomerIdentity {
  readonly merchant: MerchantId
  /** Identity record; null if no transaction of the customer names an identity. */
  readonly read: LoadedIdentity | null
}

export const showCustomerIdentityRoute = defineRoute(endpoints.showCustomerIdentity, {
  permission: 'identity.summary',
  audit: ({ params }, read: ReadCustomerIdentity | undefined) => ({
    action: 'customer.identity.viewed',
    about: toAuditSubject('customer', params.customer, read),
  }),
  async handle({ params, scope, actor }, deps: IdentityDeps): Promise<ReadCustomerIdentity> {
    const { environment } = scope
    const service = deps.service(environment)
    const { reference } = actor
    const { rid, merchant } = await resolveCustomerHandle(params.customer, scope, deps.handles)
    const id = await findCustomerIdentity({ rid, merchant, scope, actor }, service)
    if (id === null) return { merchant, read: null }
    const { customer } = params
    const identity = await deps.handles.getOrCreateIdentityHandle(environment, merchant, rid, id)
    await recordIdentityLink(deps, environment, { identity, merchant, customer, id })
    const { value: record, reading } = unwrapOutcome(await service.readIdentity(id, { reference }))
    // Reject a record of another customer: it is never shown in this customer's place.
    if (!canBelongToRid(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
    const today = getLocalDate(deps.zone)
    const read = { identity, customer, merchant, record, reading, today }
    await recordIdentityKycState(deps, environment, read)
    return { merchant, read }
  },
  present: ({ read }, { actor }) => ({
    identity: read === null ? null : presentIdentity(read, actor.fieldAccess),
  }),
})

export interface IdentityRouteDeps extends IdentityDeps {
  /** Counts the record in the hourly budget of its person. Throws `access_limit_reached`. */
  readonly consumeBudget: (kind: 'record', caller: ScopedActor, about: string) => Promise<unknown>
}

/** Reads a whole identity record for the person who opened it; it counts in their budget before the read. */
async function openIdentity(
  identity: IdentityHandle,
  caller: ScopedActor,
  deps: IdentityRouteDeps,
): Promise<LoadedIdentity> {
  await deps.consumeBudget('record', caller, identity)
  return readIdentity(identity, caller, deps)
}

export const showIdentityRoute = defineRoute(endpoints.showIdentity, {
  permission: 'identity.read',
  audit: ({ params }, read: LoadedIdentity | undefined) => ({
    action: 'identity.viewed',
    about: toAuditSubject('identity', params.identity, read),
  }),
  handle: ({ params, scope, actor }, deps: IdentityRouteDeps): Promise<LoadedIdentity> =>
    openIdentity(params.identity, { scope, actor }, deps),
  present: (read, { actor }) => presentIdentity(read, actor.fieldAccess),
})

export const showIdentityRecordRoute = defineRoute(endpoints.showIdentityRecord, {
  permission: 'identity.record',
  audit: ({ params }, read: LoadedIdentity | undefined) => ({
    action: 'identity.record.viewed',
    about: toAuditSubject('identity', params.identity, read),
  }),
  handle: ({ params, scope, actor }, deps: IdentityRouteDeps): Promise<LoadedIdentity> =>
    openIdentity(params.identity, { scope, actor }, deps),
  present: ({ record, reading }, { actor }) => ({ reading, record: actor.fieldAccess.maskRecord(record) }),
})
