import type { Selectable } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { TransactionRow } from '../../records/observations/observations.ts'

/** Columns of a notification that the proof of a final state shows. */
export type FinalStateProofNotification = Pick<
  Selectable<DatabaseSchema['notification_queue']>,
  'received_at' | 'proof' | 'state' | 'status'
>

export type EventNotification = Pick<
  Selectable<DatabaseSchema['notification_queue']>,
  'received_at' | 'event'
>

export type StoredObservation = Selectable<DatabaseSchema['observations']>

/** History of one transaction in our records; `row` is null if there is none in this scope. */
export interface LoadedTransactionHistory {
  readonly merchant: string
  readonly row: TransactionRow | null
  /** Observations, oldest first. */
  readonly observations: readonly StoredObservation[]
  readonly more: boolean
  /** Notification of the proof; otherwise the newest one that names the state, or any state. */
  readonly notification: FinalStateProofNotification | null
  readonly eventsAfterEnd: readonly EventNotification[]
}
