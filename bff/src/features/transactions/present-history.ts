import {
  type FinalityProof,
  finalitySchema,
  type Observation,
  type TransactionHistory,
} from '@paydesk/shared/core/observations'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import type { TransactionRow } from '../../records/observations/observations.ts'
import type {
  FinalStateProofNotification,
  LoadedTransactionHistory,
  StoredObservation,
} from './history-data.ts'

const timeOrNull = (at: number | null) => (at === null ? null : formatIsoTime(at))
const stateOrNull = (raw: string | null) => (raw === null ? null : parseTransactionState(raw))

export function presentObservation(one: StoredObservation): Observation {
  const moves = one.what === 'state' || one.what === 'first_seen'
  return {
    seq: one.seq,
    kind: one.what,
    source: one.source,
    from: timeOrNull(one.from_at),
    to: formatIsoTime(one.to_at),
    state: moves ? stateOrNull(one.after_value) : null,
    compound: moves && one.compound !== null ? parseCompoundState(one.compound) : null,
    before: one.what === 'state' ? stateOrNull(one.before_value) : null,
    finality: one.what === 'finality' ? (finalitySchema.safeParse(one.after_value).data ?? null) : null,
    event: one.what === 'event' ? (one.after_value ?? '') : null,
    count: one.what === 'gap' ? Math.max(0, Number(one.after_value) || 0) : null,
  }
}

/** Names the part that is missing for a proof. */
function findMissingEvidence(
  row: TransactionRow,
  notification: FinalStateProofNotification | null,
): FinalityProof['missing'] {
  if (row.final === 0 || row.finality === 'confirmed') return null
  const isSingleRead = row.finality !== 'confirmed_by_second_read'
  if (row.read_at === null) return { evidence: 'read', isSingleRead: false }
  if (notification === null) return { evidence: 'notification', isSingleRead }
  if (notification.state !== row.state) return { evidence: 'notification_of_state', isSingleRead }
  if (notification.status === 'waiting') return { evidence: 'read_after_notification', isSingleRead: false }
  return { evidence: notification.proof === 'none' ? 'origin_proof' : 'matching_read', isSingleRead }
}

function presentProof({ row, notification, eventsAfterEnd }: LoadedTransactionHistory): FinalityProof {
  const events = eventsAfterEnd.map(({ received_at, event }) => ({
    event: event ?? '',
    receivedAt: formatIsoTime(received_at),
  }))
  if (row === null || row.final === 0)
    return { finality: 'open', state: null, notification: null, read: null, missing: null, after: events }
  return {
    finality: row.finality,
    state: row.read_at === null ? null : parseTransactionState(row.state),
    notification:
      notification === null
        ? null
        : {
            receivedAt: formatIsoTime(notification.received_at),
            proof: notification.proof,
            state: stateOrNull(notification.state),
          },
    read:
      row.proof_read_at === null
        ? null
        : { at: formatIsoTime(row.proof_read_at), state: parseTransactionState(row.state) },
    missing: findMissingEvidence(row, notification),
    after: events,
  }
}

/**
 * Presents the history of a transaction in our records. States and times are
 * for every role; amounts are not included.
 */
export function presentTransactionHistory(read: LoadedTransactionHistory): TransactionHistory {
  const { row, observations, more } = read
  return {
    version: row?.version ?? null,
    firstSeenAt: timeOrNull(row?.first_seen ?? null),
    lastReadAt: timeOrNull(row?.read_at ?? null),
    nextReadAt: timeOrNull(row?.next_read_at ?? null),
    observations: observations.map(presentObservation),
    more,
    proof: presentProof(read),
  }
}
