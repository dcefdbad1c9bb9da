import type { ReprocessingNote } from '@paydesk/shared/payments/ledger'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Scope } from '../../platform/http/route.ts'
import { reasonPurpose } from './reprocess.ts'

/** Shown of one page at most. */
const most = 200

/**
 * Who had these notifications worked on again, when and why, newest first. They are of notifications
 * that the person may see: whoever asks has looked these up within the scope.
 */
export async function workedOnAgain(
  { environment }: Scope,
  notifications: readonly number[],
  { store, seal }: { readonly store: Store; readonly seal: Seal },
): Promise<ReprocessingNote[]> {
  if (notifications.length === 0) return []
  const rows = await store.db
    .selectFrom('reprocessings')
    .select(['inbox_seq', 'at', 'subject', 'reason', 'ticket'])
    .where('environment', '=', environment)
    .where('inbox_seq', 'in', notifications)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ inbox_seq, at, subject, reason, ticket }) => ({
    number: inbox_seq,
    at: new Date(at).toISOString(),
    by: subject,
    reason: seal.open(reasonPurpose(environment, inbox_seq), reason),
    ticket,
  }))
}
