import { holdsCardNumber } from '@paydesk/shared/core/card-number'
import {
  type EnvironmentName,
  identityHandle,
  type Rid,
  type TransactionId,
  transactionId,
} from '@paydesk/shared/core/ids'
import type { LookUpHit, LookUpTry } from '@paydesk/shared/payments/lookup'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import type { Handles } from '../../records/handles.ts'
import { type Asking, stepsOf } from './ask-service.ts'
import {
  type Candidate,
  candidatesOf,
  handleIn,
  ibansIn,
  ownIdIn,
  piecesOf,
  plainOf,
  wholeRidOf,
  wordsIn,
} from './forms.ts'
import { knownRids, stepsOfKnown, unaskedIn } from './known-rids.ts'
import type { OwnIds } from './own-index.ts'

export interface LookUpNeeds {
  readonly handles: Handles
  readonly ownIds: OwnIds
  service(environment: EnvironmentName): PaymentService
}

export interface Resolved {
  readonly hits: LookUpHit[]
  readonly tried: LookUpTry[]
}

/** Hits that are listed at most; whoever gets as many pastes more of it. */
const mostHits = 10

const nothing = (words: string): Resolved => ({
  hits: [],
  tried: [{ as: 'text', outcome: 'not_this_form', words }],
})

/** What the index may hold: everything of the text that has the form of an id. */
interface Wanted {
  readonly text: string
  /** The whole text as a RID. */
  readonly rid: Rid | null
  readonly candidates: readonly Candidate[]
  readonly own: string | null
  readonly pieces: readonly string[]
}

const found = (as: LookUpTry['as'], words: string): LookUpTry => ({ as, outcome: 'found', words })
const hitsOf = (ids: readonly TransactionId[]): LookUpHit[] =>
  [...new Set(ids)].slice(0, mostHits).map((transaction) => ({ kind: 'transaction', transaction }))

/** One of our own addresses, pasted: its handle says what it is. */
async function byHandle(text: string, { scope, actor, needs }: Asking): Promise<Resolved | null> {
  const handle = handleIn(text)
  const known = handle === null ? null : await needs.handles.resolve(scope.environment, handle)
  const merchant = scope.merchants.find((one) => one === known?.merchant)
  if (handle === null || known === null || merchant === undefined) return null
  const identity = identityHandle.safeParse(handle).data
  if (identity === undefined) {
    const customer = await needs.handles.customer(scope.environment, merchant, known.id)
    const tried = [found('rid', 'Address of a customer’s page')]
    return { hits: [{ kind: 'customer', customer, merchant }], tried }
  }
  if (!actor.permissions.has('identity.read')) return null
  return {
    hits: [{ kind: 'identity', identity }],
    tried: [found('identity', 'Address of an identity record’s page')],
  }
}

/** Transactions of the index by the service's own id. */
async function byId({ candidates, pieces }: Wanted, scope: Scope, index: OwnIds): Promise<Resolved | null> {
  const named = candidates.flatMap((one) => (one.as === 'transaction' ? [one.transaction] : []))
  const cut = pieces.flatMap((piece) => transactionId.safeParse(piece).data ?? [])
  const ids = await index.transactions([...new Set([...named, ...cut])], scope)
  if (ids.length === 0) return null
  return { hits: hitsOf(ids), tried: [found('transaction', 'Transaction known to this office')] }
}

/** Transactions of the index by what the merchant called them: the text itself, else pieces of it. */
async function byOwnName({ own, pieces }: Wanted, scope: Scope, index: OwnIds): Promise<Resolved> {
  for (const texts of [own === null ? [] : [own], pieces]) {
    const [byMerchantId, byReference] = await Promise.all([
      index.named('merchant_transaction_id', texts, scope),
      index.named('reference', texts, scope),
    ])
    const tried: LookUpTry[] = []
    if (byMerchantId.length > 0)
      tried.push(found('merchant_transaction_id', 'Merchant’s transaction id in this office’s index'))
    if (byReference.length > 0) tried.push(found('reference', 'Reference in this office’s index'))
    if (tried.length > 0) return { hits: hitsOf([...byMerchantId, ...byReference]), tried }
  }
  return { hits: [], tried: [] }
}

async function missInIndex(scope: Scope, index: OwnIds): Promise<LookUpTry[]> {
  const covers = await index.covers(scope)
  const words = `Not a merchant’s transaction id in this office’s index (${covers})`
  return [
    { as: 'merchant_transaction_id', outcome: 'not_found', words },
    { as: 'reference', outcome: 'not_found', words: 'Not a reference in this office’s index either' },
  ]
}

/**
 * Finds what a pasted text stands for: this office's own index first, then the service, form by form
 * in a fixed order, within the merchants of the person who asks. Stops at the first form that hits
 * and says everything that was tried. Throws when the database does not answer.
 */
export async function resolve(
  pasted: string,
  scope: Scope,
  actor: Actor,
  needs: LookUpNeeds,
): Promise<Resolved> {
  const text = plainOf(pasted)
  if ([pasted, text].some(holdsCardNumber))
    return nothing('Looks like a card number: nothing was asked. Card numbers do not belong here')
  const pieces = [...new Set([...ibansIn(text), ...piecesOf(text), ...wordsIn(text)])]
  const candidates = candidatesOf(text)
  const wanted: Wanted = { text, rid: wholeRidOf(text), candidates, own: ownIdIn(text), pieces }
  const asking: Asking = { scope, actor, needs, service: needs.service(scope.environment) }
  const opened = await byHandle(text, asking)
  if (opened !== null) return opened
  if (wanted.candidates.length === 0 && wanted.own === null && wanted.pieces.length === 0)
    return nothing(
      'Not the form of a RID, a transaction id or an identity id, and no id could be cut out of this text: nothing was asked',
    )
  const exact = await byId(wanted, scope, needs.ownIds)
  if (exact !== null) return exact
  const [known, named] = await Promise.all([
    knownRids(wanted, asking, mostHits),
    byOwnName(wanted, scope, needs.ownIds),
  ])
  if (named.hits.length > 0 && known.length === 0) return named
  const tried = [...named.tried]
  // A word of the line that is a known RID does not hide the id that was pasted with it.
  const isWhole = known.some(({ rid }) => rid === wanted.rid)
  const asked = known.length === 0 ? candidates : isWhole ? [] : candidates.filter(({ as }) => as !== 'rid')
  const ways = asked.map((one) => () => stepsOf(one, asking))
  if (known.length > 0) ways.push(() => stepsOfKnown(known, asking))
  for (const way of ways) {
    const steps = await way()
    tried.push(...steps.map((step) => step.tried))
    const own = steps.flatMap((step) => step.hits)
    if (own.length > 0) return { hits: [...named.hits, ...own].slice(0, mostHits), tried }
  }
  tried.push(...unaskedIn(wanted), ...(await missInIndex(scope, needs.ownIds)))
  return { hits: [], tried }
}
