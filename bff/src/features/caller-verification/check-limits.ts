import type { CallerClaimKind } from '@paydesk/shared/compliance/caller-verification'
import { getDatabaseClock } from '../../platform/database/clock.ts'
import type { Store } from '../../platform/database/database.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * Limits of wrong answers per customer and kind, over all staff, and of checks per person. With the decade of
 * a birth date known, 3,653 days remain: 20 wrong answers a day need half a year, and every day leaves an
 * alert.
 */
export const callerCheckLimits = {
  wrong: [
    { maxChecks: 5, withinMs: 15 * minute },
    { maxChecks: 20, withinMs: 24 * hour },
  ],
  ofPerson: { maxChecks: 30, withinMs: hour },
} as const
const maxWindowMs = 24 * hour

/** Check of a customer by a person; contains nothing of the claim. */
export interface CallerCheck {
  readonly environment: string
  /** Customer handle. */
  readonly customer: string
  readonly kind: CallerClaimKind
  readonly issuer: string
  readonly subject: string
}

/**
 * Number of an admitted check, or a refusal. `isFirst` is true if the same limit refused no check in the last
 * 15 minutes.
 */
export type CallerCheckAdmission =
  | { readonly seq: number }
  | { readonly seq: null; readonly limit: 'wrong_answers' | 'checks_of_person'; readonly isFirst: boolean }

interface CheckRow {
  readonly at: number
  readonly status: string
}

const isWrongAnswer = (status: string) => status === 'other' || status === 'open'
const filterRecent = (rows: readonly CheckRow[], now: number, withinMs: number) =>
  rows.filter(({ at }) => at > now - withinMs)

function findReachedLimit(ofCustomer: readonly CheckRow[], ofPerson: readonly CheckRow[], now: number) {
  const wrong = ofCustomer.filter(({ status }) => isWrongAnswer(status))
  if (
    callerCheckLimits.wrong.some(
      ({ maxChecks, withinMs }) => filterRecent(wrong, now, withinMs).length > maxChecks,
    )
  )
    return 'wrong_answers'
  const own = ofPerson.filter(({ status }) => status !== 'refused')
  const { maxChecks, withinMs } = callerCheckLimits.ofPerson
  return filterRecent(own, now, withinMs).length > maxChecks ? 'checks_of_person' : null
}

/**
 * Admits or refuses a check before any value is compared. Inserts the check first and counts then, each in
 * its own commit: of concurrent checks on any instance, the last to count sees all others, so that the limit
 * cannot be exceeded. Near the limit, one check too many may be refused.
 */
export async function admitCallerCheck(
  store: Pick<Store, 'db' | 'dialect'>,
  check: CallerCheck,
): Promise<CallerCheckAdmission> {
  const { db } = store
  const clock = getDatabaseClock(store.dialect)
  const { seq, at: now } = await db
    .insertInto('caller_checks')
    .values({ ...check, at: clock, status: 'open' })
    .returning(['seq', 'at'])
    .executeTakeFirstOrThrow()
  const rows = db.selectFrom('caller_checks').select(['at', 'status'])
  const [ofCustomer, ofPerson] = await Promise.all([
    rows
      .where('environment', '=', check.environment)
      .where('customer', '=', check.customer)
      .where('kind', '=', check.kind)
      .where('at', '>', now - maxWindowMs)
      .execute(),
    rows
      .where('issuer', '=', check.issuer)
      .where('subject', '=', check.subject)
      .where('at', '>', now - callerCheckLimits.ofPerson.withinMs)
      .execute(),
    db
      .deleteFrom('caller_checks')
      .where('at', '<', now - 2 * maxWindowMs)
      .execute(),
  ])
  const limit = findReachedLimit(ofCustomer, ofPerson, now)
  if (limit === null) return { seq }
  const same = limit === 'wrong_answers' ? ofCustomer : ofPerson
  const earlier = filterRecent(same, now, callerCheckLimits.wrong[0].withinMs).some(
    ({ status }) => status === 'refused',
  )
  // Keep only the first refusal of a series, so that repeated checks cannot fill the table.
  if (earlier) await db.deleteFrom('caller_checks').where('seq', '=', seq).execute()
  else await recordCallerCheckResult(store, seq, 'refused')
  return { seq: null, limit, isFirst: !earlier }
}

/** Records how a check ended, with the same statement for every result. */
export async function recordCallerCheckResult(
  { db }: Pick<Store, 'db'>,
  seq: number,
  status: 'match' | 'other' | 'empty' | 'failed' | 'refused',
): Promise<void> {
  await db.updateTable('caller_checks').set({ status }).where('seq', '=', seq).execute()
}
