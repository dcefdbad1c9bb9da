import {
  environmentNameSchema,
  type MerchantId,
  merchantIdSchema,
  supportReferenceSchema,
} from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import fc from 'fast-check'
import type { Insertable, Selectable } from 'kysely'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import { resolvePermissions } from '../../platform/access/permissions.ts'
import type { Store } from '../../platform/database/database.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'

export type StoredTransactionRow = Selectable<DatabaseSchema['transactions']>
export const testEnvironment = environmentNameSchema.parse('stage')
export const testMerchants = ['demo-merchant', 'demo-outlet', 'demo-third'].map((one) =>
  merchantIdSchema.parse(one),
)
/** Reference time (ms since 1970) of the test rows. */
export const noonMs = 1_750_000_000_000

export function createTestScope(...own: MerchantId[]): Scope {
  return { environment: testEnvironment, merchants: own, onlyMerchant: null }
}

export function createTestActor(role: Role, subject = 'ana'): Actor {
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
      seenAt: noonMs,
      idleEndsAt: noonMs,
      endsAt: noonMs,
      breakGlassUntil: null,
      reauthenticatedAt: null,
      refreshToken: null,
      accessToken: null,
      authorityAt: 0,
      rightsVersion: 0,
    },
    permissions: resolvePermissions(role),
    fieldAccess: createFieldAccess(role),
    reference: supportReferenceSchema.parse('PD-0123456789'),
    isBackgroundRefresh: false,
  }
}

const minute = 60_000
const states = ['PENDING', 'MANUAL_REVIEW', 'SUCCESS', 'DECLINED', 'NEVER_HEARD_OF']

/** Generates a row with few different values and times, so that many rows are equal. */
export const rowArbitrary = fc.record({
  merchant: fc.constantFrom(...testMerchants),
  state: fc.constantFrom(...states),
  reason: fc.constantFrom('OK', 'AWAIT_OTP', null),
  workflow: fc.constantFrom('pay', 'payout', null),
  finality: fc.constantFrom(
    'open' as const,
    'unconfirmed' as const,
    'confirmed_by_second_read' as const,
    'confirmed' as const,
  ),
  review: fc.constantFrom(0, 1),
  test: fc.constantFrom(0, 1, null),
  currency: fc.constantFrom('EUR', 'SEK', null),
  amount: fc.constantFrom(null, 0, 100, 2_500, 2_500, 99_999),
  // Spread first notice over a hundred days before noon, in steps of ten days, so that many times are equal.
  seen: fc.integer({ min: 0, max: 10 }).map((tens) => noonMs - tens * 14_400 * minute),
  // Delay the last change by up to two hundred days, in no order with first notice.
  later: fc.integer({ min: 0, max: 20 }).map((tens) => tens * 14_400 * minute),
  expires: fc.constantFrom(null, noonMs - minute, noonMs + 10 * minute, noonMs + 300 * minute),
})
export type ArbitraryRow = typeof rowArbitrary extends fc.Arbitrary<infer One> ? One : never

export function buildTestColumns(one: ArbitraryRow, id: string): Insertable<DatabaseSchema['transactions']> {
  return {
    environment: testEnvironment,
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
    amount_text: null,
    currency_text: null,
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
    proof_notification_seq: null,
    proof_read_at: null,
    sent: null,
    received: 0,
    listed_at: null,
    next_read_at: null,
    gone: 0,
  }
}

let madeIds = 0
export const generateTestId = () => `t-${String(++madeIds).padStart(8, '0')}`

export async function insertTestRows(rows: readonly ArbitraryRow[], store: Store): Promise<void> {
  for (let at = 0; at < rows.length; at += 100)
    await store.db
      .insertInto('transactions')
      .values(rows.slice(at, at + 100).map((one) => buildTestColumns(one, generateTestId())))
      .execute()
}

const optionalArbitrary = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 2 })
const valuesArbitrary = (...texts: string[]) =>
  fc.uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(','))

/** Generates a filter with none, some or all of its fields. */
export const filterArbitrary: fc.Arbitrary<TransactionListFilter> = fc
  .record({
    state: optionalArbitrary(valuesArbitrary(...states)),
    reason: optionalArbitrary(valuesArbitrary('OK', 'AWAIT_OTP')),
    workflow: optionalArbitrary(valuesArbitrary('pay', 'payout')),
    merchant: optionalArbitrary(valuesArbitrary(...testMerchants, 'somebody-else')),
    finality: optionalArbitrary(fc.constantFrom('open' as const, 'confirmed' as const)),
    open: optionalArbitrary(fc.constantFrom('0' as const, '1' as const)),
    review: optionalArbitrary(fc.constantFrom('0' as const, '1' as const)),
    test: optionalArbitrary(fc.constantFrom('0' as const, '1' as const)),
    olderThan: optionalArbitrary(fc.constantFrom('1m', '15d', '70d')),
    newerThan: optionalArbitrary(fc.constantFrom('45d', '95d', '48h')),
    // Noon is on 2025-06-15: a day in the middle, and one with a clock change.
    from: optionalArbitrary(fc.constantFrom('2025-03-30', '2025-05-06')),
    to: optionalArbitrary(fc.constantFrom('2025-06-15', '2025-05-26')),
    expiresIn: optionalArbitrary(fc.constantFrom('1h', '1d')),
    currency: optionalArbitrary(fc.constantFrom('EUR', 'SEK')),
    amountFrom: optionalArbitrary(fc.constantFrom('0', '100', '2500')),
    amountTo: optionalArbitrary(fc.constantFrom('2500', '99999')),
    sort: optionalArbitrary(fc.constantFrom('seen' as const, 'changed' as const, 'amount' as const)),
    order: optionalArbitrary(fc.constantFrom('asc' as const, 'desc' as const)),
  })
  .chain((all) => fc.subarray(Object.entries(all)).map((kept) => Object.fromEntries(kept)))

const unitMs: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 1_440 * minute }
const parseSpanMs = (text: string) => Number(text.slice(0, -1)) * (unitMs[text.slice(-1)] ?? 0)

const berlinDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
const formatBerlinDay = (at: number) => berlinDay.format(at)

/** Applies the rule of the filter field by field, as a person would read it. */
export function isExpectedRow(
  row: StoredTransactionRow,
  filter: TransactionListFilter,
  own: readonly string[],
  now: number,
): boolean {
  const among = (text: string | undefined, value: string | null) =>
    text === undefined || (value !== null && text.split(',').includes(value))
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
    filter.olderThan === undefined || row.first_seen <= now - parseSpanMs(filter.olderThan),
    filter.newerThan === undefined || row.first_seen >= now - parseSpanMs(filter.newerThan),
    filter.from === undefined || formatBerlinDay(row.first_seen) >= filter.from,
    filter.to === undefined || formatBerlinDay(row.first_seen) <= filter.to,
    filter.expiresIn === undefined ||
      (row.final === 0 &&
        expires !== null &&
        expires >= now &&
        expires <= now + parseSpanMs(filter.expiresIn)),
    filter.amountFrom === undefined || (amount !== null && amount >= Number(filter.amountFrom)),
    filter.amountTo === undefined || (amount !== null && amount <= Number(filter.amountTo)),
  ].every(Boolean)
}

/** Compares rows as the list sorts them: rows without a value last, equal values by `seq`. */
export function compareListRows(
  one: StoredTransactionRow,
  other: StoredTransactionRow,
  filter: TransactionListFilter,
): number {
  const column = ({ seen: 'first_seen', changed: 'changed_at', amount: 'amount_minor' } as const)[
    filter.sort ?? 'seen'
  ]
  const turn = filter.order === 'asc' ? 1 : -1
  const [a, b] = [one[column], other[column]]
  if ((a === null) !== (b === null)) return a === null ? 1 : -1
  return turn * ((a ?? 0) - (b ?? 0) || one.seq - other.seq)
}
