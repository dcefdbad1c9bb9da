import type { Transaction } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { describeEvent } from '../observations/notification-events.ts'
import type { StoredNotification } from '../observations/notification-matching.ts'
import type { NewObservation } from '../observations/observations.ts'

/** Read with the notifications that arrived before it; they tell what happened after the end. */
interface NotifiedRead {
  readonly environment: string
  readonly transaction: string
  readonly arrivedAt: number
  readonly notifications: readonly StoredNotification[]
}

/**
 * Builds one observation per refund, chargeback or dispute beside the state, which these events do not
 * change.
 */
export async function buildAfterEndObservations(
  trx: Transaction<DatabaseSchema>,
  { environment, transaction, notifications, arrivedAt }: NotifiedRead,
): Promise<NewObservation[]> {
  const some = notifications.filter(
    ({ status, event }) => status === 'waiting' && describeEvent(event).means === 'after_end',
  )
  if (some.length === 0) return []
  const rows = await trx
    .selectFrom('observations')
    .select('inbox_seq')
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction)
    .where('what', '=', 'event')
    .execute()
  const noted = new Set(rows.map(({ inbox_seq }) => inbox_seq))
  return some
    .filter(({ seq }) => !noted.has(seq))
    .map(({ seq, event, received_at }) => ({
      what: 'event',
      source: 'notification',
      from_at: null,
      to_at: Math.min(received_at, arrivedAt),
      before_value: null,
      after_value: event,
      compound: null,
      inbox_seq: seq,
    }))
}
