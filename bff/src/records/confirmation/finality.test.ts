import { describe, expect, it } from 'vitest'
import {
  determineFinality,
  type FinalityColumns,
  type FinalityEvidence,
  minConfirmationGapMs,
} from './finality.ts'

const none: FinalityColumns = {
  finality: 'open',
  final_read_at: null,
  proof_notification_seq: null,
  proof_read_at: null,
}
const t0 = 1_000_000
type Before = (FinalityColumns & { readonly state: string }) | null

/** States of the records before the read, by name. */
const known: Readonly<Record<string, Before>> = {
  nothing: null,
  open: { ...none, state: 'PENDING' },
  'listed only': { ...none, state: 'SUCCESS', finality: 'unconfirmed' },
  'one read': { ...none, state: 'SUCCESS', finality: 'unconfirmed', final_read_at: t0 },
  'two reads': {
    ...none,
    state: 'SUCCESS',
    finality: 'confirmed_by_second_read',
    final_read_at: t0 - minConfirmationGapMs,
    proof_read_at: t0,
  },
  confirmed: {
    state: 'SUCCESS',
    finality: 'confirmed',
    final_read_at: t0 - minConfirmationGapMs,
    proof_notification_seq: 3,
    proof_read_at: t0,
  },
  'another end': { ...none, state: 'DECLINED', finality: 'unconfirmed', final_read_at: t0 },
  'another end, confirmed': {
    state: 'DECLINED',
    finality: 'confirmed',
    final_read_at: t0,
    proof_notification_seq: 2,
    proof_read_at: t0,
  },
}
const accepted = {
  seq: 7,
  proof: 'checksum',
  event: 'transaction_accepted',
  state: 'SUCCESS',
  secret_hash: null,
} as const
const heard: Readonly<Record<string, readonly FinalityEvidence[]>> = {
  'no notification': [],
  'one that says so': [accepted],
  'one by bearer that says so': [{ ...accepted, proof: 'bearer' }],
  'one of unproved origin that says so': [{ ...accepted, proof: 'none' }],
  'one that says something else': [{ ...accepted, state: 'PENDING' }],
  'one that says nothing of it': [{ ...accepted, state: null }],
  'one of an event that nobody documented': [{ ...accepted, event: 'finished' }],
  'one of a refund after the end': [{ ...accepted, event: 'refund_issued' }],
  'one of money on hold': [{ ...accepted, event: 'payment_success' }],
  'one of a verified instrument': [{ ...accepted, event: 'payment_piv_success' }],
  'one of a review': [{ ...accepted, event: 'manual_risk_review' }],
  'one that knows the secret': [{ ...accepted, secret_hash: 'ours' }],
  'one that knows another secret': [{ ...accepted, secret_hash: 'another' }],
}
const saysSo = new Set([
  'one that says so',
  'one by bearer that says so',
  'one of an event that nobody documented',
  'one of a refund after the end',
  'one that knows the secret',
])

/** Expected finality of a read with the state SUCCESS, `later` ms after the earlier one. */
function expected(before: string, notification: string, later: number): FinalityColumns['finality'] {
  if (before === 'confirmed') return 'confirmed'
  if (saysSo.has(notification)) return 'confirmed'
  if (before === 'two reads') return 'confirmed_by_second_read'
  return before === 'one read' && later >= minConfirmationGapMs ? 'confirmed_by_second_read' : 'unconfirmed'
}

describe('determineFinality', () => {
  const rows = Object.keys(known).flatMap((before) =>
    Object.keys(heard).flatMap((notification) =>
      [1_000, 2 * minConfirmationGapMs].map((later) => ({ before, notification, later })),
    ),
  )

  it.each(rows)('$before, $notification, read $later ms later', ({ before, notification, later }) => {
    const given = { state: 'SUCCESS', final: true, readAt: t0 + later }
    const judged = determineFinality(given, known[before] ?? null, heard[notification] ?? [], ['ours'])
    expect(judged.finality).toBe(expected(before, notification, later))
    // Check the proof: `confirmed` names the notification and the read, a lower grade only what it is based on.
    if (judged.finality === 'confirmed' && before !== 'confirmed')
      expect(judged).toMatchObject({ proof_notification_seq: 7, proof_read_at: given.readAt })
    if (judged.finality !== 'confirmed') expect(judged.proof_notification_seq).toBeNull()
    if (judged.finality === 'unconfirmed') expect(judged.proof_read_at).toBeNull()
    const goesOn = ['one read', 'two reads', 'confirmed'].includes(before)
    expect(judged.final_read_at).toBe(goesOn ? (known[before]?.final_read_at ?? null) : given.readAt)
  })

  it.each(Object.keys(known))('is open after %s and a read that is not final', (before) => {
    for (const one of Object.values(heard))
      expect(
        determineFinality({ state: 'PENDING', final: false, readAt: t0 }, known[before] ?? null, one),
      ).toEqual(none)
  })

  it('uses the first notification of proved origin that agrees', () => {
    const all: FinalityEvidence[] = [
      { ...accepted, seq: 1, proof: 'none' },
      { ...accepted, seq: 2, proof: 'checksum' },
      { ...accepted, seq: 3, proof: 'checksum' },
    ]
    const judged = determineFinality({ state: 'SUCCESS', final: true, readAt: t0 }, null, all)
    expect(judged.proof_notification_seq).toBe(2)
  })

  it('accepts any secret of a notification if the transaction has none', () => {
    const read = { state: 'SUCCESS', final: true, readAt: t0 }
    expect(determineFinality(read, null, [{ ...accepted, secret_hash: 'another' }]).finality).toBe(
      'confirmed',
    )
  })

  it('does not confirm by two reads if the clock was set back', () => {
    const judged = determineFinality(
      { state: 'SUCCESS', final: true, readAt: t0 - 3_600_000 },
      known['one read'] ?? null,
      [],
    )
    expect(judged.finality).toBe('unconfirmed')
  })
})
