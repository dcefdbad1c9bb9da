import type { FinalityProof, Observation, TransactionHistory } from '@paydesk/shared/core/observations'
import type { TransactionReceivedNotifications } from '@paydesk/shared/payments/notifications'
import { waitingTransaction } from './ids.ts'
import { buildReceivedNotification } from './notifications.ts'
import { buildCompoundState, buildState, hoursFromNow } from './values.ts'

const minutesAgo = (minutes: number) => hoursFromNow(-minutes / 60)

const openProof: FinalityProof = {
  finality: 'open',
  state: null,
  notification: null,
  read: null,
  missing: null,
  after: [],
}

const noValues = { finality: null, event: null, count: null } as const

const openObservations: readonly Omit<Observation, 'seq'>[] = [
  {
    kind: 'first_seen',
    source: 'list',
    from: null,
    to: minutesAgo(300),
    state: buildState('PENDING'),
    compound: buildCompoundState('PENDING.STARTING'),
    before: null,
    ...noValues,
  },
  {
    kind: 'state',
    source: 'read',
    from: minutesAgo(240),
    to: minutesAgo(200),
    state: buildState('PENDING'),
    compound: buildCompoundState('PENDING.CONTACTING_USER'),
    before: buildState('PENDING'),
    ...noValues,
  },
]

const finalObservation: Omit<Observation, 'seq'> = {
  kind: 'state',
  source: 'notification',
  from: minutesAgo(30),
  to: minutesAgo(12),
  state: buildState('SUCCESS'),
  compound: buildCompoundState('OK'),
  before: buildState('PENDING'),
  ...noValues,
}

/** Observations of an open transaction. */
export function buildTransactionHistory(change: Partial<TransactionHistory> = {}): TransactionHistory {
  return {
    version: 2,
    firstSeenAt: minutesAgo(300),
    lastReadAt: minutesAgo(4),
    nextReadAt: hoursFromNow(0.5),
    observations: openObservations.map((one, index) => ({ seq: index + 1, ...one })),
    more: false,
    proof: openProof,
    ...change,
  }
}

/** Observations of a transaction with a final state, and the proof of that state. */
export function buildFinalHistory(proof: Partial<FinalityProof> = {}): TransactionHistory {
  const at = minutesAgo(12)
  return buildTransactionHistory({
    observations: [...openObservations, finalObservation].map((one, index) => ({ seq: index + 1, ...one })),
    nextReadAt: null,
    proof: {
      finality: 'confirmed',
      state: buildState('SUCCESS'),
      notification: { receivedAt: at, proof: 'checksum', state: buildState('SUCCESS') },
      read: { at: minutesAgo(11.9), state: buildState('SUCCESS') },
      missing: null,
      after: [],
      ...proof,
    },
  })
}

/**
 * Notifications received for the four in `buildTransactionSentNotifications`: the second is missing, and one
 * is received that is not among the four.
 */
export function buildTransactionReceivedNotifications(
  change: Partial<TransactionReceivedNotifications> = {},
): TransactionReceivedNotifications {
  const own = { transaction: waitingTransaction, late: false, repeats: 0, effect: 'agrees' } as const
  return {
    entries: [
      buildReceivedNotification(12, { ...own, confirmedAfterMs: 400 }),
      buildReceivedNotification(17, {
        ...own,
        event: { raw: 'payment_piv_success', documented: true, meaning: 'progress' },
        secretMatches: false,
        late: true,
        effect: 'differs',
        listed: false,
      }),
      buildReceivedNotification(21, {
        ...own,
        event: { raw: 'moon_phase_changed', documented: false, meaning: 'unknown' },
        repeats: 2,
        proof: 'checksum_old',
      }),
    ],
    more: false,
    ...change,
  }
}
