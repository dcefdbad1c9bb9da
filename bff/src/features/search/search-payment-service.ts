import type { EnvironmentName, IdentityId, MerchantId, Rid } from '@paydesk/shared/core/ids'
import { rid as ridSchema, transactionId as transactionIdSchema } from '@paydesk/shared/core/ids'
import type { SearchAttempt, SearchHit } from '@paydesk/shared/payments/search'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { ServiceFailure } from '../../payment-service/transport/outcome.ts'
import { openForHandle } from '../../platform/access/guarded.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { problemCatalogue } from '../../platform/problem/problem-catalogue.ts'
import type { HandleStore } from '../../records/handles.ts'
import { findCustomerIdentity } from '../../records/identities.ts'
import { resolveMerchantInScope } from '../../records/transactions.ts'
import type { SearchCandidate } from './parse-text.ts'

export interface SearchContext {
  readonly scope: Scope
  readonly actor: Actor
  readonly needs: { readonly handles: HandleStore; service(environment: EnvironmentName): PaymentService }
  readonly service: PaymentService
}

export type SearchStep = { readonly hits: SearchHit[]; readonly tried: SearchAttempt }

function describeUnavailable(
  as: SearchAttempt['as'],
  what: string,
  failed: ServiceFailure,
  { actor }: SearchContext,
): SearchAttempt {
  return {
    as,
    outcome: 'unavailable',
    words: `Could not ask for ${what}: ${problemCatalogue[failed.problem].title.toLowerCase()}`,
    reference: actor.reference,
  }
}

async function searchAsRid(rid: Rid, merchant: MerchantId, context: SearchContext): Promise<SearchStep> {
  const { scope, needs, service, actor } = context
  const handle = () => needs.handles.getOrCreateCustomerHandle(scope.environment, merchant, rid)
  const known = await needs.handles.hasCustomerHandle(scope.environment, merchant, rid)
  const hit = async (words: string): Promise<SearchStep> => ({
    hits: [{ kind: 'customer', customer: await handle(), merchant }],
    tried: { as: 'rid', outcome: 'found', words },
  })
  if (known) return hit(`RID known to this office at ${merchant}`)
  const listed = await service.listTransactions(merchant, rid, { reference: actor.reference })
  if (listed.outcome === 'failed')
    return { hits: [], tried: describeUnavailable('rid', `a RID at ${merchant}`, listed, context) }
  if (listed.outcome === 'found' && listed.value.entries.length + listed.value.unreadable > 0) {
    return hit(`RID with transactions at ${merchant}`)
  }
  return { hits: [], tried: { as: 'rid', outcome: 'not_found', words: `Not a known RID at ${merchant}` } }
}

async function searchAsTransaction(
  candidate: Extract<SearchCandidate, { as: 'transaction' }>,
  context: SearchContext,
): Promise<SearchStep> {
  const { service, scope } = context
  const { reference } = context.actor
  const read = await service.readState(candidate.transaction, { reference })
  if (read.outcome === 'failed')
    return { hits: [], tried: describeUnavailable('transaction', 'a transaction', read, context) }
  if (read.outcome === 'not_found' || resolveMerchantInScope(read.value, scope) === null) {
    // A cached answer comes at once: read anyway, so that the time does not reveal that the id exists.
    if (read.outcome === 'found' && read.reading.from === 'memory')
      await service.readState(candidate.transaction, { reference, fresh: true })
    return {
      hits: [],
      tried: {
        as: 'transaction',
        outcome: 'not_found',
        words: 'Not the id of a transaction in your scope',
      },
    }
  }
  return {
    hits: [{ kind: 'transaction', transaction: transactionIdSchema.parse(candidate.transaction) }],
    tried: { as: 'transaction', outcome: 'found', words: 'Transaction id' },
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
): Promise<SearchStep> {
  const { scope, needs, actor, service } = context
  const { environment } = scope
  const read = await service.readIdentity(identity, { reference: actor.reference })
  if (read.outcome === 'failed')
    return { hits: [], tried: describeUnavailable('identity', 'an identity id', read, context) }
  const rid =
    read.outcome === 'found'
      ? ridSchema.safeParse(openForHandle(read.value.profile.remote_user_id)).data
      : undefined
  const asked = rid === undefined ? [] : await findOwners(rid, identity, context)
  const owners = asked.filter((owner) => owner !== null && owner !== 'unavailable')
  if (owners.length === 0 && asked.includes('unavailable')) {
    const words = 'Could not ask whose identity it is: the payment service did not answer properly'
    return { hits: [], tried: { as: 'identity', outcome: 'unavailable', words, reference: actor.reference } }
  }
  if (owners.length === 0) {
    const words = 'Not the identity id of a customer in your scope'
    return { hits: [], tried: { as: 'identity', outcome: 'not_found', words } }
  }
  const opens = actor.permissions.has('identity.read')
  const hits = await Promise.all(
    owners.map(
      async ({ merchant, rid: owner }): Promise<SearchHit> =>
        opens
          ? {
              kind: 'identity',
              identity: await needs.handles.getOrCreateIdentityHandle(environment, merchant, owner, identity),
            }
          : {
              kind: 'customer',
              customer: await needs.handles.getOrCreateCustomerHandle(environment, merchant, owner),
              merchant,
            },
    ),
  )
  if (opens)
    return { hits: hits.slice(0, 1), tried: { as: 'identity', outcome: 'found', words: 'Identity id' } }
  // Roles that may not open identity records are led to the customer of the record.
  const words = 'Identity id: your role opens the customer instead'
  return { hits, tried: { as: 'identity', outcome: 'not_allowed', words } }
}

/** Asks the payment service about one candidate: a step for each merchant or record that was asked for. */
export function searchPaymentService(
  candidate: SearchCandidate,
  context: SearchContext,
): Promise<SearchStep[]> {
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
