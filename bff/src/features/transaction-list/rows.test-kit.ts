import { environmentName, type MerchantId, merchantId, reference } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { IndexFilter } from '@paydesk/shared/payments/indexed'
import fc from 'fast-check'
import type { Insertable, Selectable } from 'kysely'
import { sightOf } from '../../platform/access/field-access.ts'
import { permissionsOf } from '../../platform/access/permissions.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'

export type Row = Selectable<Schema['transactions']>
export const stage = environmentName.parse('stage')
export const merchants = ['demo-merchant', 'demo-outlet', 'demo-third'].map((one) => merchantId.parse(one))
/** Rows are laid around this time. */
export const noon = 1_750_000_000_000

export function scopeOf(...own: MerchantId[]): Scope {
  return { environment: stage, merchants: own, only: null }
}

export function actorAs(role: Role, subject = 'ana'): Actor {
  return {
    session: {
      hash: 'h',
      issuer: 'https://id.test',
      subject,
      name: 'Ana',
      roles: [role],
      role,
      merchants: null,
      idToken: '',
      handle: '',
      seenAt: noon,
      idleEndsAt: noon,
      endsAt: noon,
      glassUntil: null,
      provedAt: null,
    },
    permissions: permissionsOf(role),
    sight: sightOf(role),
    reference: reference.parse('PD-0123456789'),
    isUnasked: false,
  }
}

const minute = 60_000
const states = ['PENDING', 'MANUAL_REVIEW', 'SUCCESS', 'DECLINED', 'NEVER_HEARD_OF']

/** A row of the index: few different values and times, so that many are equal. */
export const anyRow = fc.record({
  merchant: fc.constantFrom(...merchants),
  state: fc.constantFrom(...states),
  reason: fc.constantFrom('OK', 'AWAIT_OTP', null),
  workflow: fc.constantFrom('pay', 'payout', null),
  finality: fc.constantFrom('open' as const, 'unproved' as const, 'two_reads' as const, 'proved' as const),
  review: fc.constantFrom(0, 1),
  test: fc.constantFrom(0, 1, null),
  currency: fc.constantFrom('EUR', 'SEK', null),
  amount: fc.constantFrom(null, 0, 100, 2_500, 2_500, 99_999),
  // Up to a hundred days before noon, in steps of ten: many at the same time.
  seen: fc.integer({ min: 0, max: 10 }).map((tens) => noon - tens * 14_400 * minute),
  // Changed up to two hundred days after it was seen: in no order with it.
  later: fc.integer({ min: 0, max: 20 }).map((tens) => tens * 14_400 * minute),
  expires: fc.constantFrom(null, noon - minute, noon + 10 * minute, noon + 300 * minute),
})
export type AnyRow = typeof anyRow extends fc.Arbitrary<infer One> ? One : never

export function columnsOf(one: AnyRow, id: string): Insertable<Schema['transactions']> {
  return {
    environment: stage,
    id,
    merchant: one.merchant,
    customer: null,
    merchant_transaction_id: null,
    reference: null,
    workflow: one.workflow,
    state: one.state,
    compound: null,
    reason: one.reason,
    final: one.finality === 'open' ? 0 : 1,
    review: one.review,
    test: one.test,
    amount_minor: one.amount,
    currency: one.currency,
    amount_source: null,
    expires_at: one.expires,
    first_seen: one.seen,
    first_source: 'read',
    changed_from: null,
    changed_at: one.seen + one.later,
    read_at: null,
    version: 1,
    secret_hash: null,
    tasks: null,
    finality: one.finality,
    final_read_at: null,
    proof_inbox_seq: null,
    proof_read_at: null,
    sent: null,
    received: 0,
    listed_at: null,
    next_read_at: null,
    gone: 0,
  }
}

let made = 0
export const newId = () => `t-${String(++made).padStart(8, '0')}`

export async function insertRows(rows: readonly AnyRow[], store: Store): Promise<void> {
  for (let at = 0; at < rows.length; at += 100)
    await store.db
      .insertInto('transactions')
      .values(rows.slice(at, at + 100).map((one) => columnsOf(one, newId())))
      .execute()
}

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 2 })
const some = (...words: string[]) =>
  fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(','))

/** A filter with none, some or all of its members. */
export const anyFilter: fc.Arbitrary<IndexFilter> = fc
  .record({
    state: maybe(some(...states)),
    reason: maybe(some('OK', 'AWAIT_OTP')),
    workflow: maybe(some('pay', 'payout')),
    merchant: maybe(some(...merchants, 'somebody-else')),
    finality: maybe(fc.constantFrom('open' as const, 'proved' as const)),
    open: maybe(fc.constantFrom('0' as const, '1' as const)),
    review: maybe(fc.constantFrom('0' as const, '1' as const)),
    test: maybe(fc.constantFrom('0' as const, '1' as const)),
    olderThan: maybe(fc.constantFrom('1m', '15d', '70d')),
    newerThan: maybe(fc.constantFrom('45d', '95d', '48h')),
    expiresIn: maybe(fc.constantFrom('1h', '1d')),
    currency: maybe(fc.constantFrom('EUR', 'SEK')),
    amountFrom: maybe(fc.constantFrom('0', '100', '2500')),
    amountTo: maybe(fc.constantFrom('2500', '99999')),
    sort: maybe(fc.constantFrom('seen' as const, 'changed' as const, 'amount' as const)),
    order: maybe(fc.constantFrom('asc' as const, 'desc' as const)),
  })
  .chain((all) => fc.subarray(Object.entries(all)).map((kept) => Object.fromEntries(kept)))

const ms: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 1_440 * minute }
const span = (text: string) => Number(text.slice(0, -1)) * (ms[text.slice(-1)] ?? 0)

/** The rule of the filter, member by member, as a person would read it. */
export function fits(row: Row, filter: IndexFilter, own: readonly string[], now: number): boolean {
  const among = (words: string | undefined, value: string | null) =>
    words === undefined || (value !== null && words.split(',').includes(value))
  const flag = (wanted: string | undefined, value: number | null) =>
    wanted === undefined || value === Number(wanted)
  const { amount_minor: amount, expires_at: expires } = row
  return [
    own.includes(row.merchant),
    among(filter.merchant, row.merchant),
    among(filter.state, row.state),
    among(filter.reason, row.reason),
    among(filter.workflow, row.workflow),
    among(filter.currency, row.currency),
    filter.finality === undefined || row.finality === filter.finality,
    filter.open === undefined || (row.finality === 'open') === (filter.open === '1'),
    flag(filter.review, row.review),
    flag(filter.test, row.test),
    filter.olderThan === undefined || row.first_seen <= now - span(filter.olderThan),
    filter.newerThan === undefined || row.first_seen >= now - span(filter.newerThan),
    filter.expiresIn === undefined ||
      (row.final === 0 && expires !== null && expires >= now && expires <= now + span(filter.expiresIn)),
    filter.amountFrom === undefined || (amount !== null && amount >= Number(filter.amountFrom)),
    filter.amountTo === undefined || (amount !== null && amount <= Number(filter.amountTo)),
  ].every(Boolean)
}

/** The order of the list: those without a value last, equal ones by their number. */
export function compare(one: Row, other: Row, filter: IndexFilter): number {
  const column = ({ seen: 'first_seen', changed: 'changed_at', amount: 'amount_minor' } as const)[
    filter.sort ?? 'seen'
  ]
  const turn = filter.order === 'asc' ? 1 : -1
  const [a, b] = [one[column], other[column]]
  if ((a === null) !== (b === null)) return a === null ? 1 : -1
  return turn * ((a ?? 0) - (b ?? 0) || one.seq - other.seq)
}
