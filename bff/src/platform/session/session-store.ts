import { hash as digest, randomBytes } from 'node:crypto'
import type { MerchantId } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { Store } from '../database/database.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import { generateId } from '../runtime/generate-id.ts'
import {
  type ActiveSession,
  type ActiveSessionFilter,
  findActivePrivileges,
  hasActiveSession,
  listActiveSessions,
} from './active-sessions.ts'
import {
  closeSessions,
  deleteExpiredSessions,
  type SessionSelector,
  type SessionTermination,
} from './end-sessions.ts'
import type { SessionChange } from './person.ts'
import type { Session, SessionState } from './session.ts'
import { computePrivilegeKey } from './session-fingerprint.ts'
import { createSessionPersonCipher } from './session-person-cipher.ts'
import { createSessionRowCache } from './session-row-cache.ts'
import { readSessionState } from './session-state.ts'

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
  listActive(wanted: ActiveSessionFilter): Promise<ActiveSession[]>
  /** Restarts the idle time after a use, and records the client. */
  renew(session: Session, from?: ClientInfo): Promise<Session>
  chooseRole(hash: string, role: Role): Promise<void>
  /** Grants break-glass access to one session until this time (ms since 1970). */
  grantBreakGlass(hash: string, until: number): Promise<void>
  /** Revokes break-glass access in every session of a person. */
  revokeBreakGlass(person: Pick<Session, 'issuer' | 'subject'>): Promise<void>
  /** Records a re-authentication at this time (ms since 1970). An ended session stays ended. */
  markReauthenticated(hash: string, at: number): Promise<void>
  end(hash: string): Promise<void>
  /**
   * Ends the selected active sessions early, so that every browser learns who ended its session. Returns the
   * number.
   */
  close(which: SessionSelector, by: SessionTermination['by']): Promise<number>
  /**
   * Ends sessions on back-channel logout: by the provider's session ID, or all of a person. Returns the
   * number.
   */
  endAtProvider(issuer: string, match: { providerSession: string } | { subject: string }): Promise<number>
}

/** Minimum interval (ms) between written renewals, so that not every call writes. */
const minRenewIntervalMs = 15_000
/** Retention time (ms) of ended rows, so that a late call learns why it is rejected. */
const endedRetentionMs = 24 * 3_600_000

function hashCookie(cookie: string): string {
  return digest('sha256', cookie, 'hex')
}

export function createSessionStore(
  store: Store,
  seal: FieldCipher,
  limits: { idleMs: number; sessionMs: number },
  now: () => number = Date.now,
  /** Handles each person who was signed out and has no other active session. */
  onSignedOut: (person: Pick<Session, 'issuer' | 'subject'>) => Promise<void> = async () => {},
  /** Handles sessions that began, ended or changed their role. */
  onSessionChange: (sessions: readonly SessionChange[]) => Promise<void> = async () => {},
): SessionStore {
  const rows = createSessionRowCache(store)
  const { seal: sealPerson, open } = createSessionPersonCipher(seal)

  const needs = () => ({ store, open, idleMs: limits.idleMs, now: now() })

  const stateOf = async (hash: string) => readSessionState(await rows.get(hash), needs())

  /** Reports ended sessions. Skips `onSignedOut` for people who still have another active session. */
  async function tellEnded(ended: readonly SessionChange[]): Promise<void> {
    await onSessionChange(ended)
    const people = new Map(ended.map((one) => [JSON.stringify([one.issuer, one.subject]), one]))
    for (const { issuer, subject } of people.values()) {
      const person = { issuer, subject }
      if (!(await hasActiveSession(needs(), person))) await onSignedOut(person)
    }
  }

  return {
    async start(made, from) {
      await rows.change(() => deleteExpiredSessions(store, now() - endedRetentionMs))
      const cookie = randomBytes(32).toString('base64url')
      const { name, roles, merchants, idToken, issuer, subject } = made
      const handle = generateId('w')
      const [first] = roles
      if (first === undefined) throw new Error('a session needs a role')
      await store.db
        .insertInto('sessions')
        .values({
          id_hash: hashCookie(cookie),
          handle,
          issuer,
          subject,
          sealed: sealPerson({ name, roles: [...roles], merchants: merchants && [...merchants], idToken }),
          role: first,
          provider_session: made.providerSession,
          created_at: now(),
          last_used_at: now(),
          expires_at: now() + limits.sessionMs,
          source_address: from?.address ?? null,
          browser: from?.browser ?? null,
          reauthenticated_at: null,
        })
        .execute()
      await onSessionChange([{ handle, issuer, subject }])
      return cookie
    },

    find: async (cookie) =>
      cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie)
        ? stateOf(hashCookie(cookie))
        : { session: null, why: 'none' },

    reload: ({ hash }) => stateOf(hash),

    listActivePrivileges: (hashes) => findActivePrivileges(needs(), hashes, computePrivilegeKey),

    listActive: (wanted) => listActiveSessions(needs(), wanted),

    async renew(session, from) {
      const time = now()
      const idleEndsAt = Math.min(time + limits.idleMs, session.endsAt)
      if (time - session.seenAt > Math.min(minRenewIntervalMs, limits.idleMs / 10)) {
        const seen = store.db
          .updateTable('sessions')
          .set({ last_used_at: time, ...(from && { source_address: from.address, browser: from.browser }) })
          .where('id_hash', '=', session.hash)
        await rows.change(() => seen.execute())
      }
      return { ...session, idleEndsAt }
    },

    async chooseRole(hash, chosen) {
      const change = store.db.updateTable('sessions').set({ role: chosen }).where('id_hash', '=', hash)
      const one = change.returning(['handle', 'issuer', 'subject'])
      await onSessionChange(await rows.change(() => one.execute()))
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

    async end(hash) {
      const one = store.db.deleteFrom('sessions').where('id_hash', '=', hash)
      await tellEnded(await rows.change(() => one.returning(['handle', 'issuer', 'subject']).execute()))
    },

    async close(which, by) {
      const how = { by, at: now(), idleMs: limits.idleMs }
      const ended = await rows.change(() => closeSessions(store, which, how))
      await tellEnded(ended)
      return ended.length
    },

    async endAtProvider(issuer, match) {
      const base = store.db.deleteFrom('sessions').where('issuer', '=', issuer)
      const all =
        'subject' in match
          ? base.where('subject', '=', match.subject)
          : base.where('provider_session', '=', match.providerSession)
      const ended = await rows.change(() => all.returning(['handle', 'issuer', 'subject']).execute())
      await tellEnded(ended)
      return ended.length
    },
  }
}
