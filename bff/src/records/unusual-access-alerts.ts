import type { Transaction } from 'kysely'
import type { Store } from '../platform/database/database.ts'
import type { DatabaseSchema } from '../platform/database/schema/schema.ts'
import { generateId } from '../platform/runtime/generate-id.ts'
import type { Person } from '../platform/session/person.ts'
import { appendLiveChange } from './live-changes.ts'

export interface NewUnusualAccessAlert {
  readonly environment: string
  /** Null for an alert that is about no member of staff. */
  readonly person: Person | null
  readonly why: DatabaseSchema['reveal_alerts']['why']
  /** Number within the hour, which grows while the alert is open, and the customers concerned. */
  readonly count: number
  readonly customers: number
}

/**
 * Raises an alert for the people who watch access to personal data; false if an alert of this kind is open
 * already. Wake `changes` after the commit.
 */
export async function raiseUnusualAccessAlert(
  trx: Transaction<DatabaseSchema>,
  dialect: Store['dialect'],
  { environment, person, why, count, customers }: NewUnusualAccessAlert,
  now: number,
): Promise<boolean> {
  const { issuer, subject } = person ?? { issuer: '', subject: '' }
  const made = await trx
    .insertInto('reveal_alerts')
    .values({
      ...{ id: generateId('w'), environment, issuer, subject, why, at: now },
      ...{ reveals: count, customers },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) {
    // Let the open alert tell how many there are by now: a script does not stop at the threshold.
    await trx
      .updateTable('reveal_alerts')
      .set({ reveals: count, customers })
      .where((is) => is.and({ environment, issuer, subject, why }))
      .where('acknowledged_at', 'is', null)
      .where('reveals', '<', count)
      .execute()
    return false
  }
  const change = {
    kind: 'reveal_alert',
    environment,
    merchant: null,
    subject_id: made.id,
    version: 1,
  } as const
  await appendLiveChange(trx, dialect, [change], now)
  return true
}
