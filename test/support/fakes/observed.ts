import type { FinalityProof, Observation, TransactionHistory } from '@paydesk/shared/core/observed'
import type { ReceivedForTransaction } from '@paydesk/shared/payments/ledger'
import { waiting } from './ids.ts'
import { receivedEntry } from './received.ts'
import { compoundOf, inHours, stateOf } from './values.ts'

const minutesAgo = (minutes: number) => inHours(-minutes / 60)

const open: FinalityProof = {
  finality: 'open',
  state: null,
  notification: null,
  read: null,
  missing: null,
  after: [],
}

const moves: readonly Omit<Observation, 'seq'>[] = [
  {
    what: 'first_seen',
    source: 'list',
    from: null,
    to: minutesAgo(300),
    state: stateOf('PENDING'),
    compound: compoundOf('PENDING.STARTING'),
    before: null,
    words: "First seen in a customer's list",
  },
  {
    what: 'state',
    source: 'read',
    from: minutesAgo(240),
    to: minutesAgo(200),
    state: stateOf('PENDING'),
    compound: compoundOf('PENDING.CONTACTING_USER'),
    before: stateOf('PENDING'),
    words: 'Still Pending, for another reason',
  },
]

const end: Omit<Observation, 'seq'> = {
  what: 'state',
  source: 'notification',
  from: minutesAgo(30),
  to: minutesAgo(12),
  state: stateOf('SUCCESS'),
  compound: compoundOf('OK'),
  before: stateOf('PENDING'),
  words: 'Pending became Success',
}

/** What this office saw of an open transaction. */
export function history(change: Partial<TransactionHistory> = {}): TransactionHistory {
  return {
    version: 2,
    firstSeenAt: minutesAgo(300),
    lastReadAt: minutesAgo(4),
    nextReadAt: inHours(0.5),
    observations: moves.map((one, index) => ({ seq: index + 1, ...one })),
    more: false,
    proof: open,
    ...change,
  }
}

/** What it saw of one that ended, with the proof of its end. */
export function finalHistory(proof: Partial<FinalityProof> = {}): TransactionHistory {
  const at = minutesAgo(12)
  return history({
    observations: [...moves, end].map((one, index) => ({ seq: index + 1, ...one })),
    nextReadAt: null,
    proof: {
      finality: 'proved',
      state: stateOf('SUCCESS'),
      notification: { receivedAt: at, proof: 'checksum', state: stateOf('SUCCESS') },
      read: { at: minutesAgo(11.9), state: stateOf('SUCCESS') },
      missing: null,
      after: [],
      ...proof,
    },
  })
}

/** What arrived of the four that `notifications` lists: the second did not; one more than it lists did. */
export function received(change: Partial<ReceivedForTransaction> = {}): ReceivedForTransaction {
  const own = { transaction: waiting, late: false, repeats: 0, effect: 'agrees' } as const
  return {
    entries: [
      receivedEntry(12, { ...own, confirmedAfterMs: 400 }),
      receivedEntry(17, {
        ...own,
        event: { raw: 'payment_initiated', known: true, word: 'Payment started', means: 'progress' },
        secretMatches: false,
        late: true,
        effect: 'differs',
        listed: false,
      }),
      receivedEntry(21, {
        ...own,
        event: { raw: 'moon_phase_changed', known: false, word: 'moon_phase_changed', means: 'unknown' },
        repeats: 2,
        proof: 'checksum_old',
      }),
    ],
    more: false,
    ...change,
  }
}
