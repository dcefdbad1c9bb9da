import type { EnvironmentName, IdentityId, MerchantId, Rid } from '@paydesk/shared/core/ids'
import { ridSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { SearchAttempt, SearchFinding, SearchHit } from '@paydesk/shared/payments/search'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { ServiceFailure } from '../../payment-service/transport/outcome.ts'
import { unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { HandleStore } from '../../records/handles.ts'
import { findCustomerIdentity } from '../../records/identities.ts'
import { resolveMerchantInScope } from '../../records/transactions.ts'
import type { SearchCandidate } from './parse-text.ts'

export interface SearchContext {
  readonly scope: Scope
  readonly actor: Actor
  readonly deps: { readonly handles: HandleStore; service(environment: EnvironmentName): PaymentService }
  readonly service: PaymentService
}

export type SearchStepResult = { readonly hits: SearchHit[]; readonly attempt: SearchAttempt }

function buildUnavailable(
  readAs: 'rid' | 'transaction' | 'identity',
  { problem }: ServiceFailure,
  { actor: { reference } }: SearchContext,
): SearchAttempt {
  return { readAs, outcome: 'unavailable', finding: `${readAs}_unavailable`, problem, reference }
}

async function searchAsRid(
  rid: Rid,
  merchant: MerchantId,
  context: SearchContext,
): Promise<SearchStepResult> {
  const { scope, deps, service, actor } = context
  const handle = () => deps.handles.getOrCreateCustomerHandle(scope.environment, merchant, rid)
  const known = await deps.handles.hasCustomerHandle(scope.environment, merchant, rid)
  const hit = async (finding: SearchFinding): Promise<SearchStepResult> => ({
    hits: [{ kind: 'customer', customer: await handle(), merchant }],
    attempt: { readAs: 'rid', outcome: 'found', finding, merchant },
  })
  if (known) return hit('rid_recorded')
  const listed = await service.listTransactionsOfCustomer(merchant, rid, { reference: actor.reference })
  if (listed.outcome === 'failed')
    return { hits: [], attempt: { ...buildUnavailable('rid', listed, context), merchant } }
  if (listed.outcome === 'found' && listed.value.entries.length + listed.value.unreadable > 0) {
    return hit('rid_listed')
  }
  return { hits: [], attempt: { readAs: 'rid', outcome: 'not_found', finding: 'rid_unknown', merchant } }
}

async function searchAsTransaction(
  candidate: Extract<SearchCandidate, { as: 'transaction' }>,
  context: SearchContext,
): Promise<SearchStepResult> {
  const { service, scope } = context
  const { reference } = context.actor
  const read = await service.readState(candidate.transaction, { reference })
  if (read.outcome === 'failed') return { hits: [], attempt: buildUnavailable('transaction', read, context) }
  if (read.outcome === 'not_found' || resolveMerchantInScope(read.value, scope) === null) {
    // A cached answer comes at once: read anyway, so that the time does not reveal that the id exists.
    if (read.outcome === 'found' && read.reading.from === 'memory')
      await service.readState(candidate.transaction, { reference, fresh: true })
    return {
      hits: [],
      attempt: { readAs: 'transaction', outcome: 'not_found', finding: 'transaction_unknown' },
    }
  }
  return {
    hits: [{ kind: 'transaction', transaction: transactionIdSchema.parse(candidate.transaction) }],
    attempt: { readAs: 'transaction', outcome: 'found', finding: 'transaction_found' },
  }
}

type Owner = { readonly merchant: MerchantId; readonly rid: Rid }

/** Finds the merchants in scope where a transaction of the record's customer names this very record. */
async function findOwners(
  rid: Rid,
  identity: IdentityId,
  { scope, actor, service }: SearchContext,
): Promise<(Owner | 'unavailable' | null)[]> {
  const isOwner = async (merchant: MerchantId) => {
    const named = await findCustomerIdentity({ rid, merchant, scope, actor }, service, identity)
    return named === null ? null : { merchant, rid }
  }
  return Promise.all(
    scope.merchants.map((merchant) =>
      isOwner(merchant).catch((thrown: unknown) => {
        if (!(thrown instanceof ProblemError)) throw thrown
        return thrown.id.startsWith('upstream_') ? 'unavailable' : null
      }),
    ),
  )
}

async function searchAsIdentity(
  { identity }: Extract<SearchCandidate, { as: 'identity' }>,
  context: SearchContext,
): Promise<SearchStepResult> {
  const { scope, deps, actor, service } = context
  const { environment } = scope
  const read = await service.readIdentity(identity, { reference: actor.reference })
  if (read.outcome === 'failed') return { hits: [], attempt: buildUnavailable('identity', read, context) }
  const rid =
    read.outcome === 'found'
      ? ridSchema.safeParse(unwrapGuardedForHandle(read.value.profile.remote_user_id)).data
      : undefined
  const asked = rid === undefined ? [] : await findOwners(rid, identity, context)
  const owners = asked.filter((owner) => owner !== null && owner !== 'unavailable')
  if (owners.length === 0 && asked.includes('unavailable')) {
    const { reference } = actor
    return {
      hits: [],
      attempt: { readAs: 'identity', outcome: 'unavailable', finding: 'owner_unavailable', reference },
    }
  }
  if (owners.length === 0) {
    return { hits: [], attempt: { readAs: 'identity', outcome: 'not_found', finding: 'identity_unknown' } }
  }
  const opens = actor.permissions.has('identity.read')
  const hits = await Promise.all(
    owners.map(
      async ({ merchant, rid: owner }): Promise<SearchHit> =>
        opens
          ? {
              kind: 'identity',
              identity: await deps.handles.getOrCreateIdentityHandle(environment, merchant, owner, identity),
            }
          : {
              kind: 'customer',
              customer: await deps.handles.getOrCreateCustomerHandle(environment, merchant, owner),
              merchant,
            },
    ),
  )
  if (opens)
    return {
      hits: hits.slice(0, 1),
      attempt: { readAs: 'identity', outcome: 'found', finding: 'identity_found' },
    }
  // Roles that may not open identity records are led to the customer of the record.
  return { hits, attempt: { readAs: 'identity', outcome: 'not_allowed', finding: 'identity_not_allowed' } }
}

/** Asks the payment service about one candidate: a step for each merchant or record that was asked for. */
export function searchPaymentService(
  candidate: SearchCandidate,
  context: SearchContext,
): Promise<SearchStepResult[]> {
  switch (candidate.as) {
    case 'rid':
      return Promise.all(
        context.scope.merchants.map((merchant) => searchAsRid(candidate.rid, merchant, context)),
      )
    case 'transaction':
      return searchAsTransaction(candidate, context).then((step) => [step])
    case 'identity':
      return searchAsIdentity(candidate, context).then((step) => [step])
  }
}
