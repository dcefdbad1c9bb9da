import type { Finality } from '@paydesk/shared/core/observations'
import { isContinuingEvent } from '../observations/notification-events.ts'

/** What is stored of how sure a final state is. */
export interface FinalityColumns {
  readonly finality: Finality
  /** When the first read of the unbroken row that gave this final state began. */
  readonly final_read_at: number | null
  readonly proof_inbox_seq: number | null
  readonly proof_read_at: number | null
}

/** A notification that was here before the read began. */
export interface FinalityEvidence {
  readonly seq: number
  readonly proof: 'checksum' | 'checksum_old' | 'bearer' | 'none'
  readonly event: string | null
  readonly state: string | null
  /** Keyed hash of the `secret` it came with; null where it had none. */
  readonly secret_hash: string | null
}

/** True where both the secret of the transaction and that of the notification are known, and differ. */
export function hasForeignSecret(
  { secret_hash }: Pick<FinalityEvidence, 'secret_hash'>,
  secrets: readonly string[],
): boolean {
  return secret_hash !== null && secrets.length > 0 && !secrets.includes(secret_hash)
}

/** Two reads count as two only so far apart (ms): one hiccup of the service is seen by both otherwise. */
export const minConfirmationGapMs = 60_000

const openFinality: FinalityColumns = {
  finality: 'open',
  final_read_at: null,
  proof_inbox_seq: null,
  proof_read_at: null,
}

/**
 * Judges a read (interface, endpoint 2) that began at `readAt`. Proved: a notification of proved origin
 * that was here before the read began says the same final state, knows no other secret than the
 * transaction's and is not of an event that goes on (docs/decisions/014). Two reads: no such notification, and
 * reads at least a minute apart say the same. A read that gives another state begins anew.
 */
export function judgeFinality(
  read: { readonly state: string; readonly final: boolean; readonly readAt: number },
  before: (FinalityColumns & { readonly state: string }) | null,
  notifications: readonly FinalityEvidence[],
  secrets: readonly string[] = [],
): FinalityColumns {
  if (!read.final) return openFinality
  const same = before !== null && before.state === read.state && before.final_read_at !== null ? before : null
  if (same?.finality === 'proved') return pickFinality(same)
  const final_read_at = same?.final_read_at ?? read.readAt
  const agreeing = notifications.find(
    (one) =>
      one.proof !== 'none' &&
      one.state === read.state &&
      !isContinuingEvent(one.event) &&
      !hasForeignSecret(one, secrets),
  )
  if (agreeing !== undefined)
    return { finality: 'proved', final_read_at, proof_inbox_seq: agreeing.seq, proof_read_at: read.readAt }
  if (same?.finality === 'two_reads') return pickFinality(same)
  const twice = same !== null && read.readAt - final_read_at >= minConfirmationGapMs
  return {
    finality: twice ? 'two_reads' : 'unproved',
    final_read_at,
    proof_inbox_seq: null,
    proof_read_at: twice ? read.readAt : null,
  }
}

function pickFinality({
  finality,
  final_read_at,
  proof_inbox_seq,
  proof_read_at,
}: FinalityColumns): FinalityColumns {
  return { finality, final_read_at, proof_inbox_seq, proof_read_at }
}
