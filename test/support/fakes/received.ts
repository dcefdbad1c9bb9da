import type { LedgerFigures, LedgerPage, ReceivedNotification } from '@paydesk/shared/payments/ledger'
import { numbered, waiting } from './ids.ts'
import { compoundOf, inHours, stateOf } from './values.ts'

/** The n-th received notification, newest first from 40 on; every effect and status occurs. */
export function receivedEntry(n: number, change: Partial<ReceivedNotification> = {}): ReceivedNotification {
  const effects = ['agrees', 'changed', 'differs', 'agrees', 'not_found'] as const
  const at = inHours(-(40 - n) / 3)
  return {
    number: n,
    receivedAt: at,
    repeats: n % 4 === 0 ? 2 : 0,
    lastAt: at,
    proof: 'checksum',
    status: 'confirmed',
    why: null,
    kind: 'transaction',
    transaction: n % 9 === 0 ? waiting : numbered(n),
    event: { raw: 'payment_success', known: true, word: 'Money received, on hold', means: 'progress' },
    state: stateOf('PENDING'),
    compound: compoundOf('PENDING.PROCESSING_TRANSACTION'),
    secretMatches: true,
    late: n % 7 === 0,
    effect: effects[n % effects.length] ?? 'agrees',
    confirmedAt: at,
    confirmedAfterMs: 400 + n * 900,
    listed: true,
    ...change,
  }
}

const unfinished = { effect: null, confirmedAt: null, confirmedAfterMs: null } as const

export function ledgerPage(change: Partial<LedgerPage> = {}): LedgerPage {
  const entries = [
    receivedEntry(40, { status: 'waiting', ...unfinished }),
    receivedEntry(39, {
      status: 'kept',
      ...unfinished,
      kind: 'incoming_transfer',
      transaction: null,
      event: null,
      state: null,
      compound: null,
      secretMatches: null,
    }),
    receivedEntry(38, {
      status: 'isolated',
      ...unfinished,
      why: 'Deeper than 32 levels.',
      kind: 'unreadable',
      transaction: null,
      event: null,
      state: null,
      compound: null,
    }),
    receivedEntry(37, {
      event: { raw: 'moon_phase_changed', known: false, word: 'moon_phase_changed', means: 'unknown' },
      state: stateOf('QUARANTINED'),
    }),
    ...Array.from({ length: 16 }, (_, index) => receivedEntry(36 - index)),
  ]
  return { entries, again: [], next: null, count: entries.length, more: false, ...change }
}

/** The day, so many days before today, in UTC. */
const dayBefore = (days: number) => inHours(-24 * days).slice(0, 10)

export function ledgerFigures(change: Partial<LedgerFigures> = {}): LedgerFigures {
  return {
    gaps: [
      { transaction: waiting, sent: 5, received: 3, askedAt: inHours(-0.4), state: stateOf('PENDING') },
      { transaction: numbered(3), sent: 2, received: 1, askedAt: inHours(-0.4), state: stateOf('SUCCESS') },
    ],
    moreGaps: false,
    refused: [
      { day: dayBefore(0), reason: 'wrong_proof', times: 41, lastAt: inHours(-0.2) },
      { day: dayBefore(2), reason: 'too_large', times: 1, lastAt: inHours(-49) },
    ],
    days: Array.from({ length: 14 }, (_, n) => ({
      day: dayBefore(n),
      received: 400 + ((n * 137) % 290),
      repeated: (n * 31) % 60,
    })),
    waiting: 1,
    isolated: 1,
    proof: 'checksum',
    ...change,
  }
}
