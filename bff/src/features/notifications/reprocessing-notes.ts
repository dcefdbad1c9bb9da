import type { ReprocessingNote } from '@paydesk/shared/payments/ledger'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Scope } from '../../platform/http/route.ts'
import { reprocessReasonContextFor } from './reprocess.ts'

/** Shown of one page at most. */
const maxNotes = 200

/**
 * Who had these notifications worked on again, when and why, newest first. They are of notifications
 * that the person may see: whoever asks has looked these up within the scope.
 */
export async function loadReprocessingNotes(
  { environment }: Scope,
  notifications: readonly number[],
  { store, seal }: { readonly store: Store; readonly seal: FieldCipher },
): Promise<ReprocessingNote[]> {
  if (notifications.length === 0) return []
  const rows = await store.db
    .selectFrom('reprocessings')
    .select(['inbox_seq', 'at', 'subject', 'reason', 'ticket'])
    .where('environment', '=', environment)
    .where('inbox_seq', 'in', notifications)
    .orderBy('seq', 'desc')
    .limit(maxNotes)
    .execute()
  return rows.map(({ inbox_seq, at, subject, reason, ticket }) => ({
    number: inbox_seq,
    at: new Date(at).toISOString(),
    by: subject,
    reason: seal.open(reprocessReasonContextFor(environment, inbox_seq), reason),
    ticket,
  }))
}
