import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import type { endpoints } from '@paydesk/shared/endpoints'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { classifyNotificationEvent } from '../../records/observations/notification-events.ts'

/** Row of the notification queue for display: without the body, its hashes and the retry counters. */
export type ReceivedNotificationRow = Omit<
  Selectable<DatabaseSchema['notification_queue']>,
  'sealed' | 'digest' | 'secret_hash' | 'tries' | 'repeats_processed' | 'amount_text' | 'currency_text'
>

export type ReceivedNotificationView = z.input<
  typeof endpoints.listNotificationQueue.response
>['entries'][number]

const iso = (ms: number) => new Date(ms).toISOString()
const flag = (stored: number | null) => (stored === null ? null : stored === 1)

/** Presents one received notification: announced values and the result of a read, no personal data. */
export function presentReceivedNotification(row: ReceivedNotificationRow): ReceivedNotificationView {
  return {
    number: row.seq,
    receivedAt: iso(row.received_at),
    repeats: row.repeats,
    lastAt: iso(row.last_at),
    proof: row.proof,
    status: row.status,
    isolationReason: row.why,
    kind: row.kind,
    transaction: row.transaction_id,
    event: row.event === null ? null : classifyNotificationEvent(row.event),
    state: row.state === null ? null : parseTransactionState(row.state),
    compound: row.compound === null ? null : parseCompoundState(row.compound),
    secretMatches: flag(row.secret_matches),
    late: row.late === 1,
    effect: row.effect,
    confirmedAt: row.confirmed_at === null ? null : iso(row.confirmed_at),
    confirmedAfterMs: row.confirmed_at === null ? null : Math.max(0, row.confirmed_at - row.received_at),
    listed: flag(row.listed),
  }
}
