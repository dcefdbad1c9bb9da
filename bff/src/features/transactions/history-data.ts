import type { Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Row } from '../../records/observations/observations.ts'

/** Columns of a notification that a confirmation shows. */
export type ProofNotice = Pick<Selectable<Schema['inbox']>, 'received_at' | 'proof' | 'state' | 'status'>

export type EventNotice = Pick<Selectable<Schema['inbox']>, 'received_at' | 'event'>

export type StoredObservation = Selectable<Schema['observations']>

/** Everything this office noted of one transaction; `row` is null where it noted none in this scope. */
export interface ReadHistory {
  readonly merchant: string
  readonly row: Row | null
  /** Oldest first. */
  readonly observations: readonly StoredObservation[]
  readonly more: boolean
  /** The notification of the proof, or else the newest of proved or unproved origin that names a final state. */
  readonly notice: ProofNotice | null
  readonly after: readonly EventNotice[]
}
