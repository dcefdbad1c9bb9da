import type { Finality } from '@paydesk/shared/core/observations'
import { isContinuingNotificationEvent } from '../observations/notification-events.ts'

/** Columns that store how certain a final state is. */
export interface FinalityColumns {
  readonly finality: Finality
  /** Start of the first read in the unbroken series of reads with this final state. */
  readonly final_read_at: number | null
  readonly proof_notification_seq: number | null
  readonly proof_read_at: number | null
}

/** Notification that was stored before the read began. */
export interface FinalityEvidence {
  readonly seq: number
  readonly proof: 'checksum' | 'checksum_old' | 'bearer' | 'none'
  readonly event: string | null
  readonly state: string | null
  /** Keyed hash of the notification's `secret`; null without a secret. */
  readonly secret_hash: string | null
}

/** Returns true if the secrets of both the transaction and the notification are known and differ. */
export function hasForeignSecret(
  { secret_hash }: Pick<FinalityEvidence, 'secret_hash'>,
  secrets: readonly string[],
): boolean {
  return secret_hash !== null && secrets.length > 0 && !secrets.includes(secret_hash)
}

/**
 * Minimum distance in ms between two reads that confirm a final state: closer reads may see the same fault of
 * the payment service.
 */
export const minConfirmationGapMs = 60_000

const openFinality: FinalityColumns = {
  finality: 'open',
  final_read_at: null,
  proof_notification_seq: null,
  proof_read_at: null,
}

/**
 * Judges a read (interface, endpoint 2) that began at `readAt`. `confirmed`: a notification of checked origin,
 * stored before the read began, names the same final state, carries no other secret than the transaction's,
 * and its event does not say that the transaction continues (docs/decisions/014). `confirmed_by_second_read`: no such
 * notification, but reads at least a minute apart gave the same state. A read with another state starts over.
 */
export function determineFinality(
  read: { readonly state: string; readonly final: boolean; readonly readAt: number },
  before: (FinalityColumns & { readonly state: string }) | null,
  notifications: readonly FinalityEvidence[],
  secrets: readonly string[] = [],
): FinalityColumns {
  if (!read.final) return openFinality
  const same = before !== null && before.state === read.state && before.final_read_at !== null ? before : null
  if (same?.finality === 'confirmed') return pickFinality(same)
  const final_read_at = same?.final_read_at ?? read.readAt
  const agreeing = notifications.find(
    (one) =>
      one.proof !== 'none' &&
      one.state === read.state &&
      !isContinuingNotificationEvent(one.event) &&
      !hasForeignSecret(one, secrets),
  )
  if (agreeing !== undefined)
    return {
      finality: 'confirmed',
      final_read_at,
      proof_notification_seq: agreeing.seq,
      proof_read_at: read.readAt,
    }
  if (same?.finality === 'confirmed_by_second_read') return pickFinality(same)
  const twice = same !== null && read.readAt - final_read_at >= minConfirmationGapMs
  return {
    finality: twice ? 'confirmed_by_second_read' : 'unconfirmed',
    final_read_at,
    proof_notification_seq: null,
    proof_read_at: twice ? read.readAt : null,
  }
}

function pickFinality({
  finality,
  final_read_at,
  proof_notification_seq,
  proof_read_at,
}: FinalityColumns): FinalityColumns {
  return { finality, final_read_at, proof_notification_seq, proof_read_at }
}
