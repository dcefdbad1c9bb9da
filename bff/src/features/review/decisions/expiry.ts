import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import type { Logger } from '../../../platform/runtime/log.ts'
import { sleep } from '../../../sync/wake-signal.ts'
import { type DecisionStore, expireDecisions } from '../decision-transitions.ts'
import { deleteStaleSnapshots } from '../snapshot.ts'

/** Every look at decisions ends the late ones too; this is for those that nobody looks at. */
const expiryIntervalMs = 5_000
/** How often what may be kept no longer is looked for. */
const eraseIntervalMs = 3_600_000
/** Records at a time: whoever else writes is not kept waiting. */
const eraseBatchSize = 200

export interface DecisionExpiryDeps {
  readonly store: DecisionStore
  readonly log: Logger
  /** How long the record of an ended decision is kept (ms). */
  readonly config: { readonly review: { readonly recordMs: number } }
}

/**
 * Forgets the records that decisions stood on which ended before this instant (ms since 1970); the
 * decisions stay. Gives how many.
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
      .where(sql<boolean>`coalesce(outcome_to, withdrawn_at, second_at, expires_at, at) < ${before}`)
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
  await deleteStaleSnapshots(store.db, now)
  const records = await eraseDecisionSnapshots(store, environment, now - config.review.recordMs)
  if (records > 0) log.info({ environment, records }, 'records of ended decisions were forgotten')
}

/**
 * Ends decisions of an environment that nobody answered in time, and forgets what may be kept no longer,
 * again and again, until `signal`.
 */
export async function runDecisionExpiry(
  deps: DecisionExpiryDeps,
  environment: EnvironmentName,
  signal: AbortSignal,
): Promise<void> {
  let forgetAt = 0
  while (!signal.aborted) {
    try {
      await expireDecisions(deps.store, environment)
      if (performance.now() >= forgetAt) {
        await eraseOldData(deps, environment)
        forgetAt = performance.now() + eraseIntervalMs
      }
    } catch (thrown) {
      // The reader beside it goes on.
      deps.log.error({ err: thrown, environment }, 'what is late or old could not be ended')
    }
    await sleep(expiryIntervalMs, signal)
  }
}
