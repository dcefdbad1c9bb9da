import type { Selectable } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { TransactionRow } from '../../records/observations/observations.ts'

/** Columns of a notification that a confirmation shows. */
export type ProofNotification = Pick<
  Selectable<DatabaseSchema['inbox']>,
  'received_at' | 'proof' | 'state' | 'status'
>

export type EventNotification = Pick<Selectable<DatabaseSchema['inbox']>, 'received_at' | 'event'>

export type StoredObservation = Selectable<DatabaseSchema['observations']>

/** Everything this office noted of one transaction; `row` is null where it noted none in this scope. */
export interface ReadHistory {
  readonly merchant: string
  readonly row: TransactionRow | null
  /** Oldest first. */
  readonly observations: readonly StoredObservation[]
  readonly more: boolean
  /** The notification of the proof, or else the newest of proved or unproved origin that names a final state. */
  readonly notification: ProofNotification | null
  readonly eventsAfterEnd: readonly EventNotification[]
}
