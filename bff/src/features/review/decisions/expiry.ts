import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import { runJobLoop } from '../../../platform/jobs/job-loop.ts'
import type { Logger } from '../../../platform/runtime/log.ts'
import { deleteStaleCaseSnapshots } from '../case-snapshot.ts'
import { type DecisionStore, expireDecisions } from '../decision-transitions.ts'

/** Interval (ms). Reading decisions expires the late ones too; the loop is for those that nobody reads. */
const expiryIntervalMs = 5_000
/** Interval (ms) for erasing data past its retention. */
const eraseIntervalMs = 3_600_000
/** Records per statement: few, so that other writers are not kept waiting. */
const eraseBatchSize = 200

export interface DecisionExpiryDeps {
  readonly store: DecisionStore
  readonly log: Logger
  /** Retention of the record of an ended decision (ms). */
  readonly config: { readonly review: { readonly recordMs: number } }
}

/**
 * Erases the records behind decisions that ended before this instant (ms since 1970); the decisions stay.
 * Returns how many.
 */
export async function eraseDecisionSnapshots(
  { db }: Pick<DecisionStore, 'db'>,
  environment: string,
  before: number,
): Promise<number> {
  for (let forgotten = 0; ; ) {
    const some = db
      .selectFrom('decisions')
      .select('id')
      .where('environment', '=', environment)
      .where('live', '=', 0)
      .where('sealed_record', 'is not', null)
      .where('at', '<', before)
      .where(sql<boolean>`coalesce(outcome_to, withdrawn_at, approval_at, expires_at, at) < ${before}`)
      .limit(eraseBatchSize)
    const { numUpdatedRows } = await db
      .updateTable('decisions')
      .set({ sealed_record: null })
      .where('id', 'in', some)
      .executeTakeFirst()
    forgotten += Number(numUpdatedRows)
    if (Number(numUpdatedRows) < eraseBatchSize) return forgotten
  }
}

async function eraseOldData(
  { store, log, config }: DecisionExpiryDeps,
  environment: EnvironmentName,
): Promise<void> {
  const now = Date.now()
  await deleteStaleCaseSnapshots(store.db, now)
  const records = await eraseDecisionSnapshots(store, environment, now - config.review.recordMs)
  if (records > 0) log.info({ environment, records }, 'stored records of closed decisions were deleted')
}

/**
 * Expires the unanswered decisions of an environment and erases data past its retention, repeatedly until
 * `signal` aborts.
 */
export async function runDecisionExpiry(
  deps: DecisionExpiryDeps,
  environment: EnvironmentName,
  signal: AbortSignal,
): Promise<void> {
  const repeat = (intervalMs: number, work: () => Promise<unknown>) =>
    runJobLoop(signal, {
      step: async () => {
        await work()
        return intervalMs
      },
      onError: (err) =>
        deps.log.error(
          { err, environment },
          'late decisions could not expire, or old data could not be deleted',
        ),
      errorPauseMs: expiryIntervalMs,
    })
  await Promise.all([
    repeat(expiryIntervalMs, () => expireDecisions(deps.store, environment)),
    repeat(eraseIntervalMs, () => eraseOldData(deps, environment)),
  ])
}
