import { hash as digest, randomBytes } from 'node:crypto'
import type { MerchantId } from '@paydesk/shared/core/ids'
import { type Role, roleSchema } from '@paydesk/shared/core/permissions'
import type { Store } from '../database/database.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import { generateId } from '../runtime/generate-id.ts'
import {
  type ActiveSession,
  type ActiveSessionFilter,
  findActivePrivilegeKeys,
  hasActiveSession,
  listActiveSessions,
} from './active-sessions.ts'
import {
  deleteExpiredSessions,
  markSessionsEnded,
  type SessionSelector,
  type SessionTermination,
} from './end-sessions.ts'
import type { Person, SessionChange } from './person.ts'
import type { Session, SessionState } from './session.ts'
import { computePrivilegeKey } from './session-fingerprint.ts'
import { createSessionPersonCipher, type SessionPerson } from './session-person-cipher.ts'
import {
  applyProviderLogout,
  claimRightsRenewal,
  findDueRightsRenewals,
  findSessionsBeyondLimit,
  type ProviderLogoutRequest,
  type SessionToRenew,
  writeSessionRights,
} from './session-rights.ts'
import { createSessionRowCache, type SessionHashColumn } from './session-row-cache.ts'
import { deriveSessionState } from './session-state.ts'

/** Source address and short browser name of a client; null if unknown. */
export interface ClientInfo {
  readonly address: string | null
  readonly browser: string | null
}

export interface NewSession {
  readonly issuer: string
  readonly subject: string
  readonly providerSession: string | null
  readonly name: string
  readonly roles: readonly Role[]
  readonly merchants: readonly MerchantId[] | null
  readonly idToken: string
  readonly refreshToken?: string | null
  readonly accessToken?: string | null
  /** Time of a recent authentication at the provider, which counts as a re-authentication; null if unknown. */
  readonly recentlyAuthenticatedAt?: number | null
}

export interface SessionStore {
  /** Creates a session and returns the cookie value: 256 random bits, of which only the hash is stored. */
  start(person: NewSession, from?: ClientInfo): Promise<string>
  /**
   * Finds the active session of a cookie value, or the reason why there is none. Does not renew the session.
   */
  find(cookie: string | undefined): Promise<SessionState>
  /** Reads the current state of a session that was found before. */
  reload(session: Pick<Session, 'hash'>): Promise<SessionState>
  /**
   * Returns the active sessions among these hashes, each with its `computePrivilegeKey`. Does not renew them.
   */
  listActivePrivileges(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  listActive(activeSessionFilter: ActiveSessionFilter): Promise<ActiveSession[]>
  /** Restarts the idle time after a use, and records the client. */
  renew(session: Session, from?: ClientInfo): Promise<Session>
  /**
   * Makes a role of the person active. False if the rights were renewed or the session ended since it was found: the
   * role may be gone.
   */
  chooseRole(session: SessionToRenew, role: Role): Promise<boolean>
  /** Grants break-glass access to one session until this time (ms since 1970). */
  grantBreakGlass(hash: string, until: number): Promise<void>
  /** Revokes break-glass access in every session of a person. */
  revokeBreakGlass(person: Pick<Session, 'issuer' | 'subject'>): Promise<void>
  /** Records a re-authentication at this time (ms since 1970). An ended session stays ended. */
  markReauthenticated(hash: string, at: number): Promise<void>
  /** Replaces the cookie of a session and returns the new value; the former one counts no more. */
  renewCookie(hash: string): Promise<string>
  /**
   * Claims the renewal of the rights and returns what is stored of the person now; null if another instance is at
   * it or was faster, or the session has ended.
   */
  claimRenewal(session: SessionToRenew): Promise<SessionPerson | null>
  /**
   * Stores what the provider says of the person now, and frees the claim. `isConfirmed` is false if it only issued
   * new tokens. `providerSession`: its session, if a sign-in made it. Returns the active role, which may have been
   * chosen meanwhile and not be among the new ones; null if the session was renewed or ended meanwhile.
   */
  storeRights(
    session: SessionToRenew & Pick<Session, 'merchants'>,
    person: SessionPerson,
    more: { readonly isConfirmed: boolean; readonly providerSession?: string | null },
  ): Promise<Role | null>
  /** Lists active sessions whose rights were confirmed at `before` (ms since 1970) or earlier, the oldest first. */
  listDueRenewals(before: number, limit: number): Promise<Session[]>
  end(hash: string): Promise<void>
  /**
   * Ends the selected active sessions early, so that every browser learns who ended its session. Returns the
   * number.
   */
  close(which: SessionSelector, by: SessionTermination['by']): Promise<number>
  /**
   * Ends sessions on back-channel logout. Returns the number, or null if the token was obeyed before.
   */
  obeyLogout(order: ProviderLogoutRequest): Promise<number | null>
}

/** Minimum interval (ms) between written renewals, so that not every call writes. */
const minRenewIntervalMs = 15_000
/** Retention time (ms) of ended rows, so that a late call learns why it is rejected. */
const endedRetentionMs = 24 * 3_600_000

function hashCookie(cookie: string): string {
  return digest('sha256', cookie, 'hex')
}

/**
 * Creates the store of the sessions, which all instances share through the database. A session ends after `idleMs`
 * without a call, at the latest after `sessionMs`, and early if its person has more than `sessionsPerPerson`.
 */
export function createSessionStore(
  store: Store,
  cipher: FieldCipher,
  limits: { idleMs: number; sessionMs: number; sessionsPerPerson?: number | null },
  now: () => number = Date.now,
  /** Handles each person who was signed out and has no other active session. */
  onSignedOut: (person: Pick<Session, 'issuer' | 'subject'>) => Promise<void> = async () => {},
  /** Handles sessions that began, ended or changed their role. */
  onSessionChange: (sessions: readonly SessionChange[]) => Promise<void> = async () => {},
): SessionStore {
  const rows = createSessionRowCache(store)
  const { seal: sealPerson, open } = createSessionPersonCipher(cipher)

  const needs = () => ({ store, open, idleMs: limits.idleMs, now: now() })

  const stateOf = async (by: SessionHashColumn, hash: string) =>
    deriveSessionState(await rows.get(by, hash), needs())

  const makeCookie = () => randomBytes(32).toString('base64url')

  /** Reports ended sessions. Skips `onSignedOut` for people who still have another active session. */
  async function tellEnded(ended: readonly SessionChange[]): Promise<void> {
    await onSessionChange(ended)
    const people = new Map(ended.map((one) => [JSON.stringify([one.issuer, one.subject]), one]))
    for (const { issuer, subject } of people.values()) {
      const person = { issuer, subject }
      if (!(await hasActiveSession(needs(), person))) await onSignedOut(person)
    }
  }

  async function close(which: SessionSelector, by: SessionTermination['by']): Promise<number> {
    const how = { by, at: now(), idleMs: limits.idleMs }
    const ended = await rows.change(() => markSessionsEnded(store, which, how))
    await tellEnded(ended)
    return ended.length
  }

  /** Ends the least recently used sessions of a person beyond the limit. */
  async function endBeyond(person: Person, limit: number): Promise<void> {
    const hashes = await findSessionsBeyondLimit(store, person, { limit, now: now(), idleMs: limits.idleMs })
    if (hashes.length > 0) await close({ hashes }, 'limit')
  }

  return {
    async start(made, from) {
      await rows.change(() => deleteExpiredSessions(store, now() - endedRetentionMs))
      const cookie = makeCookie()
      const {
        name,
        roles,
        merchants,
        idToken,
        issuer,
        subject,
        refreshToken = null,
        accessToken = null,
      } = made
      const kept = { name, roles: [...roles], merchants: merchants && [...merchants] }
      const handle = generateId('w')
      const [first] = roles
      if (first === undefined) throw new Error('a session needs a role')
      await store.db
        .insertInto('sessions')
        .values({
          id_hash: hashCookie(makeCookie()),
          cookie_hash: hashCookie(cookie),
          handle,
          issuer,
          subject,
          sealed: sealPerson({ ...kept, idToken, refreshToken, accessToken }),
          role: first,
          provider_session: made.providerSession,
          created_at: now(),
          last_used_at: now(),
          expires_at: now() + limits.sessionMs,
          source_address: from?.address ?? null,
          browser: from?.browser ?? null,
          reauthenticated_at: made.recentlyAuthenticatedAt ?? null,
          authority_at: now(),
          rights_version: 0,
        })
        .execute()
      await onSessionChange([{ handle, issuer, subject }])
      if (limits.sessionsPerPerson) await endBeyond({ issuer, subject }, limits.sessionsPerPerson)
      return cookie
    },

    find: async (cookie) =>
      cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie)
        ? stateOf('cookie_hash', hashCookie(cookie))
        : { session: null, why: 'none' },

    reload: ({ hash }) => stateOf('id_hash', hash),

    listActivePrivileges: (hashes) => findActivePrivilegeKeys(needs(), hashes, computePrivilegeKey),

    listActive: (activeSessionFilter) => listActiveSessions(needs(), activeSessionFilter),

    async renew(session, from) {
      const time = now()
      const idleEndsAt = Math.min(time + limits.idleMs, session.endsAt)
      if (time - session.seenAt > Math.min(minRenewIntervalMs, limits.idleMs / 10)) {
        const updateQueryBuilder = store.db
          .updateTable('sessions')
          .set({ last_used_at: time, ...(from && { source_address: from.address, browser: from.browser }) })
          .where('id_hash', '=', session.hash)
        await rows.change(() => updateQueryBuilder.execute())
      }
      return { ...session, idleEndsAt }
    },

    async chooseRole({ hash, authorityAt }, chosen) {
      const change = store.db
        .updateTable('sessions')
        .set({ role: chosen })
        .where('id_hash', '=', hash)
        .where('authority_at', '=', authorityAt)
        .where('ended_at', 'is', null)
        .returning(['handle', 'issuer', 'subject'])
      const changed = await rows.change(() => change.execute())
      await onSessionChange(changed)
      return changed.length > 0
    },

    async grantBreakGlass(hash, until) {
      const wide = store.db
        .updateTable('sessions')
        .set({ break_glass_until: until })
        .where('id_hash', '=', hash)
      await rows.change(() => wide.execute())
    },

    async revokeBreakGlass({ issuer, subject }) {
      const wide = store.db
        .updateTable('sessions')
        .set({ break_glass_until: null })
        .where('issuer', '=', issuer)
      await rows.change(() => wide.where('subject', '=', subject).execute())
    },

    async markReauthenticated(hash, at) {
      const change = store.db
        .updateTable('sessions')
        .set({ reauthenticated_at: at })
        .where('id_hash', '=', hash)
      await rows.change(() => change.execute())
    },

    async renewCookie(hash) {
      const cookie = makeCookie()
      const change = store.db.updateTable('sessions').set({ cookie_hash: hashCookie(cookie) })
      await rows.change(() => change.where('id_hash', '=', hash).execute())
      return cookie
    },

    async claimRenewal(session) {
      const sealed = await rows.change(() => claimRightsRenewal(store, session, now()))
      return sealed === null ? null : open(sealed)
    },

    async storeRights(session, person, { isConfirmed, providerSession }) {
      const { merchants: before } = session
      const update = {
        sealed: sealPerson(person),
        before,
        after: person.merchants,
        at: isConfirmed ? now() : null,
      }
      const own = providerSession === undefined ? update : { ...update, providerSession }
      const changed = await rows.change(() => writeSessionRights(store, session, own))
      if (isConfirmed) await onSessionChange(changed.map(({ role: _, ...one }) => one))
      return roleSchema.nullable().parse(changed[0]?.role ?? null)
    },

    async listDueRenewals(before, limit) {
      const due = await findDueRightsRenewals(store, { before, limit, now: now(), idleMs: limits.idleMs })
      const states = await Promise.all(due.map((hash) => stateOf('id_hash', hash)))
      // Leave out what another instance renewed in between: it would be renewed twice.
      return states.flatMap(({ session }) =>
        session !== null && session.authorityAt <= before ? [session] : [],
      )
    },

    async end(hash) {
      const one = store.db.deleteFrom('sessions').where('id_hash', '=', hash)
      await tellEnded(await rows.change(() => one.returning(['handle', 'issuer', 'subject']).execute()))
    },

    close,

    async obeyLogout(order) {
      const ended = await rows.change(() => applyProviderLogout(store, order, now()))
      await tellEnded(ended ?? [])
      return ended?.length ?? null
    },
  }
}
