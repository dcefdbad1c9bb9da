import type {
  Finality,
  FinalityProof,
  Observation,
  ObservationSource,
  TransactionHistory,
} from '@paydesk/shared/core/observations'
import { getStateLabel, parseCompoundState, parseState } from '@paydesk/shared/core/state'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describeEvent } from '../../records/observations/notification-events.ts'
import type { TransactionRow } from '../../records/observations/observations.ts'
import type { ProofNotification, ReadHistory, StoredObservation } from './history-data.ts'

const time = (at: number) => new Date(at).toISOString()
const timeOrNull = (at: number | null) => (at === null ? null : time(at))
const stateOrNull = (raw: string | null) => (raw === null ? null : parseState(raw))

const firstSeenLabels: Readonly<Record<ObservationSource, string>> = {
  read: 'First seen when it was read',
  list: "First seen in a customer's list",
  notification: 'First seen through a notification',
  create: 'Created here',
  import: 'First seen through an import',
}
const finalityLabels: Readonly<Record<Finality, string>> = {
  open: 'Not final any more',
  unconfirmed: 'Final by one read',
  confirmed_by_second_read: 'Final by two reads apart in time',
  confirmed: 'Final state proved by a notification and a later read',
}

/** Labels an observation without any value of the customer. */
function labelObservation({ what, source, before_value, after_value }: StoredObservation): string {
  const word = (raw: string | null) => getStateLabel(parseState(raw ?? ''), englishUi)
  switch (what) {
    case 'first_seen':
      return firstSeenLabels[source]
    case 'state':
      return before_value === after_value
        ? `Still ${word(after_value)}, for another reason`
        : `${word(before_value)} became ${word(after_value)}`
    case 'amount':
      return source === 'create' ? 'Amount noted from the request' : 'Amount noted from a notification'
    case 'expiry':
      return 'Its validity changed'
    case 'finality':
      return labelFinality(after_value)
    case 'gone':
      return 'The service does not know it any more'
    case 'back':
      return 'The service knows it again'
    case 'gap':
      return after_value === '1'
        ? 'The service lists a notification that did not arrive'
        : `The service lists ${after_value} notifications that did not arrive`
    case 'event':
      return describeEvent(after_value).word
  }
}

function labelFinality(raw: string | null): string {
  const known = Object.entries(finalityLabels).find(([name]) => name === raw)
  return known === undefined ? 'Finality changed' : known[1]
}

function presentObservation(one: StoredObservation): Observation {
  const moves = one.what === 'state' || one.what === 'first_seen'
  return {
    seq: one.seq,
    what: one.what,
    source: one.source,
    from: timeOrNull(one.from_at),
    to: time(one.to_at),
    state: moves ? stateOrNull(one.after_value) : null,
    compound: moves && one.compound !== null ? parseCompoundState(one.compound) : null,
    before: one.what === 'state' ? stateOrNull(one.before_value) : null,
    words: labelObservation(one),
  }
}

/** Explains the part that is missing for a proof. */
function explainMissingProof(row: TransactionRow, notice: ProofNotification | null): string | null {
  if (row.final === 0 || row.finality === 'confirmed') return null
  if (row.read_at === null) return "It is known from a customer's list only: nobody has read it."
  const twice = row.finality === 'confirmed_by_second_read' ? '' : ' Only one read says so until now.'
  if (notice === null) return `No notification of the end has arrived.${twice}`
  if (notice.state !== row.state)
    return `No notification of this state has arrived: the newest names another.${twice}`
  if (notice.status === 'waiting') return 'The read after the notification is still to come.'
  if (notice.proof === 'none') return `The origin of the notification is not provable.${twice}`
  return `No read after the notification agrees with it yet.${twice}`
}

function presentProof({ row, notification, eventsAfterEnd }: ReadHistory): FinalityProof {
  const events = eventsAfterEnd.map(({ received_at, event }) => ({
    event: event ?? '',
    word: describeEvent(event).word,
    receivedAt: time(received_at),
  }))
  if (row === null || row.final === 0)
    return { finality: 'open', state: null, notification: null, read: null, missing: null, after: events }
  return {
    finality: row.finality,
    state: row.read_at === null ? null : parseState(row.state),
    notification:
      notification === null
        ? null
        : {
            receivedAt: time(notification.received_at),
            proof: notification.proof,
            state: stateOrNull(notification.state),
          },
    read: row.proof_read_at === null ? null : { at: time(row.proof_read_at), state: parseState(row.state) },
    missing: explainMissingProof(row, notification),
    after: events,
  }
}

/**
 * Presents the history of a transaction in our records. States and times are
 * for every role; amounts are not included.
 */
export function presentHistory(read: ReadHistory): TransactionHistory {
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
