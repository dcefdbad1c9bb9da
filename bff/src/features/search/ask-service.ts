import type { EnvironmentName, IdentityId, MerchantId, Rid } from '@paydesk/shared/core/ids'
import { rid as ridSchema, transactionId as transactionIdSchema } from '@paydesk/shared/core/ids'
import type { LookUpHit, LookUpTry } from '@paydesk/shared/payments/lookup'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Failed } from '../../payment-service/transport/outcome.ts'
import { openForHandle } from '../../platform/access/guarded.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { catalogue } from '../../platform/problem/problem-catalogue.ts'
import type { Handles } from '../../records/handles.ts'
import { identityNamedFor } from '../../records/identities.ts'
import { ownMerchantOf } from '../../records/transactions.ts'
import type { Candidate } from './forms.ts'

export interface Asking {
  readonly scope: Scope
  readonly actor: Actor
  readonly needs: { readonly handles: Handles; service(environment: EnvironmentName): PaymentService }
  readonly service: PaymentService
}

export type Step = { readonly hits: LookUpHit[]; readonly tried: LookUpTry }

function unavailable(as: LookUpTry['as'], what: string, failed: Failed, { actor }: Asking): LookUpTry {
  return {
    as,
    outcome: 'unavailable',
    words: `Could not ask for ${what}: ${catalogue[failed.problem].title.toLowerCase()}`,
    reference: actor.reference,
  }
}

async function asRid(rid: Rid, merchant: MerchantId, asking: Asking): Promise<Step> {
  const { scope, needs, service, actor } = asking
  const handle = () => needs.handles.customer(scope.environment, merchant, rid)
  const known = await needs.handles.knows(scope.environment, merchant, rid)
  const hit = async (words: string): Promise<Step> => ({
    hits: [{ kind: 'customer', customer: await handle(), merchant }],
    tried: { as: 'rid', outcome: 'found', words },
  })
  if (known) return hit(`RID known to this office at ${merchant}`)
  const listed = await service.listTransactions(merchant, rid, { reference: actor.reference })
  if (listed.outcome === 'failed')
    return { hits: [], tried: unavailable('rid', `a RID at ${merchant}`, listed, asking) }
  if (listed.outcome === 'found' && listed.value.entries.length + listed.value.unreadable > 0) {
    return hit(`RID with transactions at ${merchant}`)
  }
  return { hits: [], tried: { as: 'rid', outcome: 'not_found', words: `Not a known RID at ${merchant}` } }
}

async function asTransaction(
  candidate: Extract<Candidate, { as: 'transaction' }>,
  asking: Asking,
): Promise<Step> {
  const { service, scope } = asking
  const { reference } = asking.actor
  const read = await service.readState(candidate.transaction, { reference })
  if (read.outcome === 'failed')
    return { hits: [], tried: unavailable('transaction', 'a transaction', read, asking) }
  if (read.outcome === 'not_found' || ownMerchantOf(read.value, scope) === null) {
    // An answer from memory comes at once: asked anyway, so that the time does not tell that it exists.
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

/** The merchants in scope at which a transaction of the record's customer names this very record. */
async function ownersOf(
  rid: Rid,
  identity: IdentityId,
  { scope, actor, service }: Asking,
): Promise<(Owner | 'unavailable' | null)[]> {
  const isOwner = async (merchant: MerchantId) => {
    const named = await identityNamedFor({ rid, merchant, scope, actor }, service, identity)
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

async function asIdentity(
  { identity }: Extract<Candidate, { as: 'identity' }>,
  asking: Asking,
): Promise<Step> {
  const { scope, needs, actor, service } = asking
  const { environment } = scope
  const read = await service.readIdentity(identity, { reference: actor.reference })
  if (read.outcome === 'failed')
    return { hits: [], tried: unavailable('identity', 'an identity id', read, asking) }
  const rid =
    read.outcome === 'found'
      ? ridSchema.safeParse(openForHandle(read.value.profile.remote_user_id)).data
      : undefined
  const asked = rid === undefined ? [] : await ownersOf(rid, identity, asking)
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
      async ({ merchant, rid: owner }): Promise<LookUpHit> =>
        opens
          ? {
              kind: 'identity',
              identity: await needs.handles.identity(environment, merchant, owner, identity),
            }
          : {
              kind: 'customer',
              customer: await needs.handles.customer(environment, merchant, owner),
              merchant,
            },
    ),
  )
  if (opens)
    return { hits: hits.slice(0, 1), tried: { as: 'identity', outcome: 'found', words: 'Identity id' } }
  // Who may not open identity records is led to the customer the record belongs to.
  const words = 'Identity id: your role opens the customer instead'
  return { hits, tried: { as: 'identity', outcome: 'not_allowed', words } }
}

/** Asks the service about one candidate: a step for each merchant or record that was asked for. */
export function stepsOf(candidate: Candidate, asking: Asking): Promise<Step[]> {
  switch (candidate.as) {
    case 'rid':
      return Promise.all(asking.scope.merchants.map((merchant) => asRid(candidate.rid, merchant, asking)))
    case 'transaction':
      return asTransaction(candidate, asking).then((step) => [step])
    case 'identity':
      return asIdentity(candidate, asking).then((step) => [step])
  }
}
