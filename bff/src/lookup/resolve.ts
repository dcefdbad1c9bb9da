import type { EnvironmentName, MerchantId } from '@paydesk/shared/ids'
import { rid as ridSchema, transactionId as transactionIdSchema } from '@paydesk/shared/ids'
import type { LookUpHit, LookUpTry } from '@paydesk/shared/lookup'
import { openForHandle } from '../access/guarded.ts'
import type { Actor, Scope } from '../http/route.ts'
import type { Handles } from '../known/handles.ts'
import { ownMerchantOf } from '../known/transactions.ts'
import type { Failed } from '../upstream/outcome.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import { type Candidate, candidatesOf, looksLikeCardNumber } from './forms.ts'

export interface LookUpNeeds {
  readonly handles: Handles
  service(environment: EnvironmentName): PaymentService
}

export interface Resolved {
  readonly hits: LookUpHit[]
  readonly tried: LookUpTry[]
}

interface Asking {
  readonly scope: Scope
  readonly actor: Actor
  readonly needs: LookUpNeeds
  readonly service: PaymentService
}

type Step = { readonly hits: LookUpHit[]; readonly tried: LookUpTry }

function unavailable(as: LookUpTry['as'], what: string, failed: Failed, { actor }: Asking): LookUpTry {
  const why =
    failed.problem === 'upstream_mismatch'
      ? 'the service answered about something else'
      : 'the service did not answer'
  return {
    as,
    outcome: 'unavailable',
    words: `Could not ask for ${what}: ${why}`,
    reference: actor.reference,
  }
}

async function asRid(rid: string, merchant: MerchantId, asking: Asking): Promise<Step> {
  const { scope, needs, service, actor } = asking
  const parsed = ridSchema.parse(rid)
  const handle = () => needs.handles.customer(scope.environment, merchant, parsed)
  const known = await needs.handles.knows(scope.environment, merchant, parsed)
  const hit = async (words: string): Promise<Step> => ({
    hits: [{ kind: 'customer', customer: await handle(), merchant }],
    tried: { as: 'rid', outcome: 'found', words },
  })
  if (known) return hit(`RID known to this office at ${merchant}`)
  const listed = await service.listTransactions(merchant, parsed, { reference: actor.reference })
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
  const read = await asking.service.readState(candidate.transaction, { reference: asking.actor.reference })
  if (read.outcome === 'failed')
    return { hits: [], tried: unavailable('transaction', 'a transaction', read, asking) }
  if (read.outcome === 'not_found' || ownMerchantOf(read.value, asking.scope) === null) {
    return {
      hits: [],
      tried: {
        as: 'transaction',
        outcome: 'not_found',
        words: 'Not a transaction id: the service knows none',
      },
    }
  }
  return {
    hits: [{ kind: 'transaction', transaction: transactionIdSchema.parse(candidate.transaction) }],
    tried: { as: 'transaction', outcome: 'found', words: 'Transaction id' },
  }
}

/** The merchants in scope at which the record's customer is known: an identity record names no merchant itself. */
async function merchantsOf(
  rid: string | null,
  asking: Asking,
): Promise<{ merchant: MerchantId; hits: LookUpHit[] }[]> {
  const parsed = ridSchema.safeParse(rid).data
  if (parsed === undefined) return []
  const steps = await Promise.all(
    asking.scope.merchants.map(async (merchant) => ({
      merchant,
      hits: (await asRid(parsed, merchant, asking)).hits,
    })),
  )
  return steps.filter(({ hits }) => hits.length > 0)
}

async function asIdentity(candidate: Extract<Candidate, { as: 'identity' }>, asking: Asking): Promise<Step> {
  const { scope, needs, actor } = asking
  const read = await asking.service.readIdentity(candidate.identity, { reference: actor.reference })
  if (read.outcome === 'failed')
    return { hits: [], tried: unavailable('identity', 'an identity id', read, asking) }
  const owners =
    read.outcome === 'found'
      ? await merchantsOf(openForHandle(read.value.profile.remote_user_id), asking)
      : []
  const [owner] = owners
  if (owner === undefined) {
    return {
      hits: [],
      tried: {
        as: 'identity',
        outcome: 'not_found',
        words: 'Not an identity id of a customer in your scope',
      },
    }
  }
  if (!actor.permissions.has('identity.read')) {
    // Who may not open identity records is led to the customer the record belongs to.
    const words = 'Identity id: your role opens the customer instead'
    return {
      hits: owners.flatMap(({ hits }) => hits),
      tried: { as: 'identity', outcome: 'not_allowed', words },
    }
  }
  const identity = await needs.handles.identity(scope.environment, owner.merchant, candidate.identity)
  return {
    hits: [{ kind: 'identity', identity }],
    tried: { as: 'identity', outcome: 'found', words: 'Identity id' },
  }
}

function stepsOf(candidate: Candidate, asking: Asking): Promise<Step[]> {
  switch (candidate.as) {
    case 'rid':
      return Promise.all(asking.scope.merchants.map((merchant) => asRid(candidate.rid, merchant, asking)))
    case 'transaction':
      return asTransaction(candidate, asking).then((step) => [step])
    case 'identity':
      return asIdentity(candidate, asking).then((step) => [step])
  }
}

/**
 * Finds what a pasted text stands for: this office's own index first, then the service, form by form
 * in a fixed order, within the merchants of the person who asks. Stops at the first form that hits
 * and says everything that was tried.
 */
export async function resolve(
  text: string,
  scope: Scope,
  actor: Actor,
  needs: LookUpNeeds,
): Promise<Resolved> {
  if (looksLikeCardNumber(text.trim())) {
    return {
      hits: [],
      tried: [
        {
          as: 'text',
          outcome: 'not_this_form',
          words: 'Looks like a card number: nothing was asked. Card numbers do not belong here',
        },
      ],
    }
  }
  const candidates = candidatesOf(text)
  if (candidates.length === 0) {
    return {
      hits: [],
      tried: [
        {
          as: 'text',
          outcome: 'not_this_form',
          words: 'Not the form of a RID, a transaction id or an identity id: nothing was asked',
        },
      ],
    }
  }
  const asking = { scope, actor, needs, service: needs.service(scope.environment) }
  const tried: LookUpTry[] = []
  for (const candidate of candidates) {
    const steps = await stepsOf(candidate, asking)
    tried.push(...steps.map((step) => step.tried))
    const hits = steps.flatMap((step) => step.hits)
    if (hits.length > 0) return { hits, tried }
  }
  return { hits: [], tried }
}
