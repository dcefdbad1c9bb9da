import type {
  NotificationFigures,
  ReceivedNotification,
  ReceivedNotificationList,
} from '@paydesk/shared/payments/notifications'
import { buildTransactionId, waitingTransaction } from './ids.ts'
import { buildCompoundState, buildState, hoursFromNow } from './values.ts'

/** Builds the n-th received notification; number 40 is the newest. Every effect and status occurs. */
export function buildReceivedNotification(
  n: number,
  change: Partial<ReceivedNotification> = {},
): ReceivedNotification {
  const effects = ['agrees', 'changed', 'differs', 'agrees', 'not_found'] as const
  const at = hoursFromNow(-(40 - n) / 3)
  return {
    number: n,
    receivedAt: at,
    repeats: n % 4 === 0 ? 2 : 0,
    lastAt: at,
    proof: 'checksum',
    status: 'confirmed',
    isolationReason: null,
    kind: 'transaction',
    transaction: n % 9 === 0 ? waitingTransaction : buildTransactionId(n),
    event: { raw: 'payment_success', documented: true, meaning: 'progress' },
    state: buildState('PENDING'),
    compound: buildCompoundState('PENDING.PROCESSING_TRANSACTION'),
    secretMatches: true,
    late: n % 7 === 0,
    effect: effects[n % effects.length] ?? 'agrees',
    confirmedAt: at,
    confirmedAfterMs: 400 + n * 900,
    listed: true,
    ...change,
  }
}

const noEffect = { effect: null, confirmedAt: null, confirmedAfterMs: null } as const

export function buildReceivedNotificationList(
  change: Partial<ReceivedNotificationList> = {},
): ReceivedNotificationList {
  const entries = [
    buildReceivedNotification(40, { status: 'waiting', ...noEffect }),
    buildReceivedNotification(39, {
      status: 'stored',
      ...noEffect,
      kind: 'incoming_transfer',
      transaction: null,
      event: null,
      state: null,
      compound: null,
      secretMatches: null,
    }),
    buildReceivedNotification(38, {
      status: 'isolated',
      ...noEffect,
      isolationReason: 'Deeper than 32 levels.',
      kind: 'unreadable',
      transaction: null,
      event: null,
      state: null,
      compound: null,
    }),
    buildReceivedNotification(37, {
      event: { raw: 'moon_phase_changed', documented: false, meaning: 'unknown' },
      state: buildState('QUARANTINED'),
    }),
    ...Array.from({ length: 16 }, (_, index) => buildReceivedNotification(36 - index)),
  ]
  return { entries, reprocessings: [], next: null, count: entries.length, more: false, ...change }
}

/** Day in UTC, counted back from today. */
const formatDayBefore = (days: number) => hoursFromNow(-24 * days).slice(0, 10)

export function buildNotificationFigures(change: Partial<NotificationFigures> = {}): NotificationFigures {
  return {
    missing: [
      {
        transaction: waitingTransaction,
        sent: 5,
        received: 3,
        askedAt: hoursFromNow(-0.4),
        state: buildState('PENDING'),
      },
      {
        transaction: buildTransactionId(3),
        sent: 2,
        received: 1,
        askedAt: hoursFromNow(-0.4),
        state: buildState('SUCCESS'),
      },
    ],
    moreMissing: false,
    rejected: [
      { day: formatDayBefore(0), reason: 'wrong_proof', times: 41, lastAt: hoursFromNow(-0.2) },
      { day: formatDayBefore(2), reason: 'too_large', times: 1, lastAt: hoursFromNow(-49) },
    ],
    days: Array.from({ length: 14 }, (_, n) => ({
      day: formatDayBefore(n),
      received: 400 + ((n * 137) % 290),
      repeated: (n * 31) % 60,
    })),
    waiting: 1,
    isolatedCount: 1,
    proof: 'checksum',
    ...change,
  }
}
