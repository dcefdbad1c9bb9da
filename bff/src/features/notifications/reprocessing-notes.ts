import type { ReprocessingNote } from '@paydesk/shared/payments/notifications'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Scope } from '../../platform/http/route.ts'
import { reprocessReasonContextFor } from './reprocess.ts'

/** Notes shown per page. */
const maxNotes = 200

/**
 * Loads who had these notifications reprocessed, when and why, newest first. The caller must have found the
 * notifications within the scope.
 */
export async function loadReprocessingNotes(
  { environment }: Scope,
  notifications: readonly number[],
  { store, seal }: { readonly store: Store; readonly seal: FieldCipher },
): Promise<ReprocessingNote[]> {
  if (notifications.length === 0) return []
  const rows = await store.db
    .selectFrom('notification_reprocessings')
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
