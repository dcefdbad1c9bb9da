import type { CaseFilter } from '@paydesk/shared/cases/review-cases'
import fc from 'fast-check'
import type { Insertable, Selectable } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { testMerchants } from '../transaction-list/rows.test-kit.ts'

export type StoredCase = Selectable<DatabaseSchema['review_cases']>

/** Owners of cases in these tests: the caller, and a colleague. */
const ana = { issuer: 'https://id.test', subject: 'ana' }
const farid = { issuer: 'https://id.test', subject: 'farid' }

const minuteMs = 60_000
export const testSlaMs = 240 * minuteMs
/** Time (ms) beyond the end of any test run. */
const farFutureMs = 100 * 24 * 60 * minuteMs

/** Arbitrary case: few distinct values and times, so that many are equal. Times are relative to `now`. */
export const arbitraryCase = fc.record({
  environment: fc.constantFrom('stage', 'stage', 'stage', 'production'),
  merchant: fc.constantFrom(...testMerchants),
  kind: fc.constantFrom('manual' as const, 'piv' as const, 'task' as const),
  concerns: fc.constantFrom('', 'kyc', 'docs,piv', 'kyc,docs,piv'),
  amount: fc.constantFrom(null, 0, 100, 2_500, 2_500, 99_999),
  age: fc.integer({ min: 0, max: 12 }).map((half) => half * 30 * minuteMs + 1),
  expires: fc.constantFrom(null, 10 * minuteMs, 300 * minuteMs),
  second: fc.constantFrom('', 'amount', 'first_payment,identity'),
  owner: fc.constantFrom(null, ana, farid),
  lapsed: fc.boolean(),
  snoozed: fc.constantFrom(false, false, true),
  decision: fc.constantFrom(null, null, 'waiting' as const, 'confirmed' as const),
  ended: fc.constantFrom(false, false, false, true),
})
export type GeneratedCase = typeof arbitraryCase extends fc.Arbitrary<infer One> ? One : never

let caseCount = 0

export function buildCaseRow(
  one: GeneratedCase,
  now: number,
  cipher: FieldCipher,
): Insertable<DatabaseSchema['review_cases']> {
  const id = `t-${String(++caseCount).padStart(8, '0')}`
  const since = now - one.age
  const name = one.owner === null ? null : cipher.seal(staffTextCipherContext, one.owner.subject)
  return {
    environment: one.environment,
    transaction_id: id,
    merchant: one.merchant,
    customer: null,
    kind: one.kind,
    concerns: one.concerns,
    state: 'PENDING',
    compound: null,
    amount_minor: one.amount,
    currency: one.amount === null ? null : 'EUR',
    test: 0,
    expires_at: one.expires === null ? null : now + one.expires,
    kyc: null,
    since_from: null,
    since_to: since,
    due_at: since + testSlaMs,
    second: one.second,
    claim_issuer: one.owner?.issuer ?? null,
    claim_subject: one.owner?.subject ?? null,
    claim_name: name,
    claim_until: one.owner === null ? 0 : one.lapsed ? now - minuteMs : now + farFutureMs,
    snoozed_until: one.snoozed ? now + farFutureMs : 0,
    decision: one.decision === null ? null : `d_${id}`,
    decision_status: one.decision,
    ended_at: one.ended ? now : null,
    ended_state: one.ended ? 'SUCCESS' : null,
  }
}

export async function insertCases(rows: readonly Insertable<DatabaseSchema['review_cases']>[], store: Store) {
  for (let at = 0; at < rows.length; at += 50)
    await store.db
      .insertInto('review_cases')
      .values(rows.slice(at, at + 50))
      .execute()
}

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 2 })
const some = (...texts: string[]) =>
  fc.uniqueArray(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(','))

/** Arbitrary filter with none, some or all of its fields. */
export const arbitraryReviewFilter: fc.Arbitrary<CaseFilter> = fc
  .record({
    kind: maybe(some('manual', 'piv', 'risk', 'task')),
    concern: maybe(some('kyc', 'docs', 'piv')),
    owner: maybe(fc.constantFrom('me' as const, 'nobody' as const, 'others' as const)),
    level: maybe(fc.constantFrom('on_time' as const, 'due_soon' as const, 'overdue' as const)),
    needsApproval: maybe(fc.constantFrom('0' as const, '1' as const)),
    decision: maybe(fc.constantFrom('none' as const, 'waiting' as const, 'decided' as const)),
    snoozed: maybe(fc.constant('1' as const)),
    sort: maybe(fc.constantFrom('age' as const, 'expiry' as const, 'amount' as const)),
    order: maybe(fc.constantFrom('asc' as const, 'desc' as const)),
  })
  .chain((all) => fc.subarray(Object.entries(all)).map((kept) => Object.fromEntries(kept)))
