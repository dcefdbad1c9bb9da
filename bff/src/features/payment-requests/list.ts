import type { TransactionId } from '@paydesk/shared/core/ids'
import type {
  PaymentRequestId,
  PaymentRequestListFilter,
  paymentRequestQuerySchema,
} from '@paydesk/shared/payments/payment-requests'
import type { z } from 'zod'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { type NumberRange, whereColumnInRange } from '../../platform/list-query/conditions.ts'
import {
  countRows,
  type ListCount,
  loadNewestPage,
  maxCountedRows,
  presentCappedCount,
  resolveListPage,
} from '../../platform/list-query/page.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { PaymentRequestRow } from '../../records/payment-requests.ts'
import { type DayRangeDeps, loadDayRange } from '../../records/zone-days.ts'

export interface PaymentRequestListDeps extends DayRangeDeps {
  readonly cipher: FieldCipher
}

type Query = z.output<typeof paymentRequestQuerySchema>

/** Filter with its days as instants. */
interface PaymentRequestListSelection extends PaymentRequestListFilter {
  readonly days: NumberRange | null
}

const dayMs = 86_400_000

/** Selects the requests of the caller's merchants, optionally of one customer or of some days, without drafts. */
function selectVisibleRequests(
  { db }: PaymentRequestListDeps['store'],
  { customer, days }: PaymentRequestListSelection,
  { scope }: ScopedActor,
) {
  return db
    .selectFrom('payment_requests')
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .where('status', '!=', 'draft')
    .where(whereColumnInRange('created_at', days))
    .$if(customer !== undefined, (query) => query.where('customer', '=', customer ?? ''))
}

/** Selects the requests on the list of a filter. */
export function selectMatchingPaymentRequests(
  store: PaymentRequestListDeps['store'],
  query: PaymentRequestListSelection,
  caller: ScopedActor,
) {
  const { show = 'all' } = query
  const { issuer, subject } = caller.actor.session
  const { environment } = caller.scope
  const seen = selectVisibleRequests(store, query, caller)
    .$if(show === 'unknown', (some) => some.where('status', 'in', ['sending', 'unknown']))
    .$if(show === 'own', (some) =>
      some.where('maker', '=', 'person').where('issuer', '=', issuer).where('subject', '=', subject),
    )
  if (show !== 'open') return seen
  // Keep requests that have not ended: sending, unknown, or created and not final.
  return seen.where((is) =>
    is.or([
      is('status', 'in', ['sending', 'unknown']),
      is.and([
        is('status', '=', 'created'),
        is.not(
          is.exists(
            is
              .selectFrom('transactions')
              .select('transactions.id')
              .where('transactions.environment', '=', environment)
              .whereRef('transactions.id', '=', 'payment_requests.transaction_id')
              .where('transactions.final', '=', 1),
          ),
        ),
      ]),
    ]),
  )
}

/** Counts the requests on the list of a filter. */
export async function countPaymentRequests(
  query: PaymentRequestListFilter,
  caller: ScopedActor,
  deps: DayRangeDeps,
): Promise<ListCount> {
  const days = await loadDayRange(query, caller.actor.session, deps)
  const wanted = selectMatchingPaymentRequests(deps.store, { ...query, days }, caller)
    .select('id')
    .limit(maxCountedRows + 1)
  return presentCappedCount(await countRows(wanted, deps.store))
}

/**
 * Loads one page of requests, newest first. Throws `bad_request` if `after` is no cursor of this list, or for days as
 * `resolveDayRange` does.
 */
export async function loadPaymentRequestPage(
  query: Query,
  caller: ScopedActor,
  { store, cipher, config }: PaymentRequestListDeps,
) {
  const { show = 'all', customer, from, to } = query
  const filter = { show, customer, from, to }
  const page = resolveListPage({ list: 'payment_requests', filter, ...caller, cipher }, query.after)
  const wanted = { ...query, days: await loadDayRange(query, caller.actor.session, { store, config }) }
  const listed = await loadNewestPage(
    selectMatchingPaymentRequests(store, wanted, caller).selectAll(),
    'created_at',
    (row) => row.created_at,
    page,
  )
  const { n } = await selectVisibleRequests(store, wanted, caller)
    .where('status', 'in', ['sending', 'unknown'])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { ...listed, unknown: n }
}

/** Finds one request; a draft is visible to its maker only. Throws `not_found`. */
export async function findPaymentRequest(
  id: PaymentRequestId,
  { actor, scope }: ScopedActor,
  { store }: Pick<PaymentRequestListDeps, 'store'>,
): Promise<PaymentRequestRow> {
  const { issuer, subject } = actor.session
  const row = await store.db
    .selectFrom('payment_requests')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .executeTakeFirst()
  const isOwn = row?.maker === 'person' && row.issuer === issuer && row.subject === subject
  if (row === undefined || (row.status === 'draft' && !isOwn)) throw new ProblemError('not_found')
  return row
}

/** Finds the request that created a transaction, within the caller's merchants; null if there is none. */
export async function findPaymentRequestOfTransaction(
  transaction: TransactionId,
  { scope }: ScopedActor,
  { store }: Pick<PaymentRequestListDeps, 'store'>,
): Promise<PaymentRequestRow | null> {
  const row = await store.db
    .selectFrom('payment_requests')
    .selectAll()
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .where('transaction_id', '=', transaction)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Finds requests of the last 24 hours with the same customer, amount
 * and currency: newest first, at most five.
 */
export function findSimilarPaymentRequests(
  { id, environment, customer, amount_minor, currency }: PaymentRequestRow,
  { store }: { readonly store: Pick<Store, 'db'> },
): Promise<PaymentRequestRow[]> {
  return store.db
    .selectFrom('payment_requests')
    .selectAll()
    .where('environment', '=', environment)
    .where('customer', '=', customer)
    .where('amount_minor', '=', amount_minor)
    .where('currency', '=', currency)
    .where('status', 'in', ['sending', 'created', 'unknown'])
    .where('created_at', '>', Date.now() - dayMs)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute()
}
