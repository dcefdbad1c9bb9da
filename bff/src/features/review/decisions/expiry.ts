import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import type { Log } from '../../../platform/runtime/log.ts'
import { sleep } from '../../../sync/count-waiting-reads.ts'
import { type DecisionStore, expireDecisions } from '../decision-transitions.ts'
import { clearDesks } from '../snapshot.ts'

/** Every look at decisions ends the late ones too; this is for those that nobody looks at. */
const everyMs = 5_000
/** How often what may be kept no longer is looked for. */
const forgetEveryMs = 3_600_000
/** Records at a time: whoever else writes is not kept waiting. */
const most = 200

export interface ExpiryNeeds {
  readonly store: DecisionStore
  readonly log: Log
  /** How long the record of an ended decision is kept (ms). */
  readonly config: { readonly review: { readonly recordMs: number } }
}

/**
 * Forgets the records that decisions stood on which ended before this instant (ms since 1970); the
 * decisions stay. Gives how many.
 */
export async function forgetRecords(
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
      .limit(most)
    const { numUpdatedRows } = await db
      .updateTable('decisions')
      .set({ sealed_record: null })
      .where('id', 'in', some)
      .executeTakeFirst()
    forgotten += Number(numUpdatedRows)
    if (Number(numUpdatedRows) < most) return forgotten
  }
}

async function forget({ store, log, config }: ExpiryNeeds, environment: EnvironmentName): Promise<void> {
  const now = Date.now()
  await clearDesks(store.db, now)
  const records = await forgetRecords(store, environment, now - config.review.recordMs)
  if (records > 0) log.info({ environment, records }, 'records of ended decisions were forgotten')
}

/**
 * Ends decisions of an environment that nobody answered in time, and forgets what may be kept no longer,
 * again and again, until `signal`.
 */
export async function keepExpiring(
  needs: ExpiryNeeds,
  environment: EnvironmentName,
  signal: AbortSignal,
): Promise<void> {
  let forgetAt = 0
  while (!signal.aborted) {
    try {
      await expireDecisions(needs.store, environment)
      if (performance.now() >= forgetAt) {
        await forget(needs, environment)
        forgetAt = performance.now() + forgetEveryMs
      }
    } catch (thrown) {
      // The reader beside it goes on.
      needs.log.error({ err: thrown, environment }, 'what is late or old could not be ended')
    }
    await sleep(everyMs, signal)
  }
}
