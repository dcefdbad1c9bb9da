import type { Store } from '../database/database.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import type { Session } from './session.ts'

/** Time limit (ms) from leaving for re-authentication to coming back. */
const pendingStepUpTtlMs = 10 * 60_000

export interface PendingInputDeps {
  readonly store: Pick<Store, 'db'>
  readonly cipher: FieldCipher
}

interface PendingStepUpKey {
  readonly session: Pick<Session, 'hash'>
  /** Purpose of the saved text; one text per kind is kept for a session. */
  readonly kind: 'reveal' | 'document'
}

const buildCipherContext = ({ session, kind }: PendingStepUpKey) => `kept-ask/${kind}/${session.hash}`

/**
 * Saves typed input for this session, encrypted and for ten minutes; a later save replaces an earlier one.
 */
export async function saveInputDuringReauthentication(
  { store, cipher }: PendingInputDeps,
  { content, ...place }: PendingStepUpKey & { readonly content: string },
  now: number = Date.now(),
): Promise<void> {
  const set = { sealed: cipher.seal(buildCipherContext(place), content), at: now }
  await deleteExpiredPending(store.db, now)
  await store.db
    .insertInto('pending_reveals')
    .values({ session_hash: place.session.hash, kind: place.kind, ...set })
    .onConflict((conflict) => conflict.columns(['session_hash', 'kind']).doUpdateSet(set))
    .execute()
}

/** Returns the saved text once; null if there is none or the text is too old. */
export async function consumeInputAfterReauthentication(
  { store, cipher }: PendingInputDeps,
  pendingKey: PendingStepUpKey,
  now: number = Date.now(),
): Promise<string | null> {
  await deleteExpiredPending(store.db, now)
  const kept = await store.db
    .deleteFrom('pending_reveals')
    .where('session_hash', '=', pendingKey.session.hash)
    .where('kind', '=', pendingKey.kind)
    .returning('sealed')
    .executeTakeFirst()
  return kept === undefined ? null : cipher.open(buildCipherContext(pendingKey), kept.sealed)
}

async function deleteExpiredPending(db: Store['db'], now: number): Promise<void> {
  await db
    .deleteFrom('pending_reveals')
    .where('at', '<', now - pendingStepUpTtlMs)
    .execute()
}
