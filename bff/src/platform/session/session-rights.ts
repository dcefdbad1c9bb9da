import { hash as digest } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../database/database.ts'
import { withTransaction } from '../database/transaction.ts'
import type { Person, SessionChange } from './person.ts'
import type { Session } from './session.ts'

/** Session as it was when its rights were found to be old: a change since then wins. */
export type SessionToRenew = Pick<Session, 'hash' | 'authorityAt'>

/**
 * Time (ms) for which one instance alone may renew the rights of a session; longer than all calls of the identity
 * provider that it takes.
 */
export const rightsRenewalClaimMs = 30_000

/**
 * Claims the renewal of a session for one instance, and returns its encrypted data as they are now: a refresh token
 * may be of use only once. Null if another instance renews the session or was faster, or the session has ended.
 */
export async function claimRightsRenewal(
  { db }: Pick<Store, 'db'>,
  { hash, authorityAt }: SessionToRenew,
  now: number,
): Promise<string | null> {
  const row = await db
    .updateTable('sessions')
    .set({ renewal_until: now + rightsRenewalClaimMs })
    .where('id_hash', '=', hash)
    .where('authority_at', '=', authorityAt)
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('renewal_until', 'is', null), eb('renewal_until', '<=', now)]))
    .returning('sealed')
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** True if both lists hold the same merchants. */
function isSameScope(one: Session['merchants'], other: Session['merchants']): boolean {
  if (one === null || other === null) return one === other
  return [...one].sort().join() === [...other].sort().join()
}

/** New data of a session. `at`: when the provider confirmed the rights; null if it only issued new tokens. */
export interface SessionRightsUpdate {
  readonly sealed: string
  readonly before: Session['merchants']
  readonly after: Session['merchants']
  readonly at: number | null
  /** Session at the provider, if it is another one now. */
  readonly providerSession?: string | null
}

/** Session whose rights were written, with the role that is active now: it may have been chosen meanwhile. */
interface RenewedSession extends SessionChange {
  readonly role: string
}

/** Writes renewed rights and frees the claim. Changes nothing if the session was renewed or ended meanwhile. */
export async function writeSessionRights(
  { db }: Pick<Store, 'db'>,
  { hash, authorityAt }: SessionToRenew,
  { sealed, before, after, at, providerSession }: SessionRightsUpdate,
): Promise<RenewedSession[]> {
  return db
    .updateTable('sessions')
    .set({
      sealed,
      renewal_until: null,
      ...(at !== null && { authority_at: at }),
      ...(providerSession !== undefined && { provider_session: providerSession }),
      ...(!isSameScope(before, after) && { rights_version: sql<number>`rights_version + 1` }),
    })
    .where('id_hash', '=', hash)
    .where('authority_at', '=', authorityAt)
    .where('ended_at', 'is', null)
    .returning(['handle', 'issuer', 'subject', 'role'])
    .execute()
}

/** Finds active sessions whose rights are as old as `before` and are not being renewed; the oldest first. */
export async function findDueRightsRenewals(
  { db }: Pick<Store, 'db'>,
  { before, now, idleMs, limit }: { before: number; now: number; idleMs: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - idleMs)
    .where('authority_at', '<=', before)
    .where(({ or, eb }) => or([eb('renewal_until', 'is', null), eb('renewal_until', '<=', now)]))
    .orderBy('authority_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id_hash)
}

/** Finds the least recently used active sessions of a person beyond the limit, by hash. */
export async function findSessionsBeyondLimit(
  { db }: Pick<Store, 'db'>,
  { issuer, subject }: Person,
  { limit, now, idleMs }: { limit: number; now: number; idleMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - idleMs)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id_hash')
    .execute()
  return rows.slice(limit).map((row) => row.id_hash)
}

/** Order of the identity provider to end sessions: of one of its sessions, or of a person, or both. */
export interface ProviderLogoutRequest {
  readonly issuer: string
  readonly subject: string | null
  readonly providerSession: string | null
  /** ID of the token, which counts once, and the time (ms since 1970) after which it is too old anyway. */
  readonly token?: { readonly id: string; readonly expiresAt: number }
}

/**
 * Deletes the sessions of an order of the provider, and remembers its token in the same transaction: no instance
 * obeys it again, and a token whose sessions could not be ended may come again. Null if it was obeyed before.
 */
export function applyProviderLogout(
  store: Pick<Store, 'db'>,
  { issuer, subject, providerSession, token }: ProviderLogoutRequest,
  now: number,
): Promise<SessionChange[] | null> {
  return withTransaction(store, async (trx) => {
    if (token !== undefined) {
      await trx.deleteFrom('logout_tokens').where('expires_at', '<', now).execute()
      const added = await trx
        .insertInto('logout_tokens')
        .values({
          id_hash: digest('sha256', JSON.stringify([issuer, token.id])),
          expires_at: token.expiresAt,
        })
        .onConflict((conflict) => conflict.column('id_hash').doNothing())
        .returning('id_hash')
        .executeTakeFirst()
      if (added === undefined) return null
    }
    return trx
      .deleteFrom('sessions')
      .where('issuer', '=', issuer)
      .where((is) =>
        is.and([
          ...(subject === null ? [] : [is('subject', '=', subject)]),
          ...(providerSession === null ? [] : [is('provider_session', '=', providerSession)]),
        ]),
      )
      .returning(['handle', 'issuer', 'subject'])
      .execute()
  })
}
