import { hash as digest, randomBytes } from 'node:crypto'
import type { MerchantId } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { Store } from '../database/database.ts'
import type { Seal } from '../database/field-cipher.ts'
import { newId } from '../runtime/new-id.ts'
import type { SessionNews } from './person.ts'
import type { Session, SessionState } from './session.ts'
import { type Closing, closeSessions, type Ended, forgetEnded } from './session-closing.ts'
import { standingOf } from './session-fingerprint.ts'
import {
  type LivingSession,
  livesElsewhere,
  livingSessions,
  type SessionsWanted,
  standingSessions,
} from './session-list.ts'
import { makeOpening } from './session-opening.ts'
import { makeSessionRows } from './session-rows.ts'
import { sessionState } from './session-state.ts'

/** Where a session is used from: source address and short name of the browser, null where unknown. */
export interface Whence {
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

export interface Sessions {
  /** Makes a session and returns the value for the cookie: 256 random bits, of which only the hash is stored. */
  start(person: NewSession, from?: Whence): Promise<string>
  /** The live session behind a cookie value, or why there is none. Looking does not renew it. */
  find(cookie: string | undefined): Promise<SessionState>
  /** The same of a session that was found before. */
  again(session: Pick<Session, 'hash'>): Promise<SessionState>
  /** Of these (by hash) the ones that live, each with its `standingOf`. Looking does not renew them. */
  standing(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Those that live, to be listed. */
  living(wanted: SessionsWanted): Promise<LivingSession[]>
  /** Counts as use: the idle time begins anew, and where it is used from is noted. */
  renew(session: Session, from?: Whence): Promise<Session>
  chooseRole(hash: string, role: Role): Promise<void>
  /** Widens the sight of one session until then (ms since 1970). */
  widen(hash: string, until: number): Promise<void>
  /** Ends that in every session of a person. */
  narrow(person: Pick<Session, 'issuer' | 'subject'>): Promise<void>
  /** They proved anew who they are, at this time (ms since 1970). A session that ended stays ended. */
  prove(hash: string, at: number): Promise<void>
  end(hash: string): Promise<void>
  /** Ends what lives of these before its time, so that each one's browser hears by whom. Returns how many. */
  close(which: Closing, by: Ended['by']): Promise<number>
  /** Back-channel logout: ends by the provider's session id, or all of a person's. Returns how many. */
  endAtProvider(issuer: string, match: { providerSession: string } | { subject: string }): Promise<number>
}

/** Renewal is written at most this often, so that reading pages does not write at every call. */
const renewEvery = 15_000
/** Ended rows stay this long so that a late call can be told why it is refused. */
const keepEnded = 24 * 3_600_000

function hashOf(cookie: string): string {
  return digest('sha256', cookie, 'hex')
}

export function makeSessions(
  store: Store,
  seal: Seal,
  limits: { idleMs: number; sessionMs: number },
  now: () => number = Date.now,
  /** Told of whoever was signed out and has no other session that lives. */
  left: (person: Pick<Session, 'issuer' | 'subject'>) => Promise<void> = async () => {},
  /** Told of sessions that began, ended or took another role. */
  heard: (sessions: readonly SessionNews[]) => Promise<void> = async () => {},
): Sessions {
  const rows = makeSessionRows(store)
  const { seal: sealPerson, open } = makeOpening(seal)

  const needs = () => ({ store, open, idleMs: limits.idleMs, now: now() })

  const stateOf = async (hash: string) => sessionState(await rows.of(hash), needs())

  /** People who are signed in elsewhere are not told of. */
  async function tellEnded(ended: readonly SessionNews[]): Promise<void> {
    await heard(ended)
    const people = new Map(ended.map((one) => [JSON.stringify([one.issuer, one.subject]), one]))
    for (const { issuer, subject } of people.values()) {
      const person = { issuer, subject }
      if (!(await livesElsewhere(needs(), person))) await left(person)
    }
  }

  return {
    async start(made, from) {
      await rows.change(() => forgetEnded(store, now() - keepEnded))
      const cookie = randomBytes(32).toString('base64url')
      const { name, roles, merchants, idToken, issuer, subject } = made
      const handle = newId('w')
      const [first] = roles
      if (first === undefined) throw new Error('a session needs a role')
      await store.db
        .insertInto('sessions')
        .values({
          id_hash: hashOf(cookie),
          handle,
          issuer,
          subject,
          sealed: sealPerson({ name, roles: [...roles], merchants: merchants && [...merchants], idToken }),
          role: first,
          provider_session: made.providerSession,
          created_at: now(),
          seen_at: now(),
          ends_at: now() + limits.sessionMs,
          source_address: from?.address ?? null,
          browser: from?.browser ?? null,
          proved_at: null,
        })
        .execute()
      await heard([{ handle, issuer, subject }])
      return cookie
    },

    find: async (cookie) =>
      cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie)
        ? stateOf(hashOf(cookie))
        : { session: null, why: 'none' },

    again: ({ hash }) => stateOf(hash),

    standing: (hashes) => standingSessions(needs(), hashes, standingOf),

    living: (wanted) => livingSessions(needs(), wanted),

    async renew(session, from) {
      const time = now()
      const idleEndsAt = Math.min(time + limits.idleMs, session.endsAt)
      if (time - session.seenAt > Math.min(renewEvery, limits.idleMs / 10)) {
        const seen = store.db
          .updateTable('sessions')
          .set({ seen_at: time, ...(from && { source_address: from.address, browser: from.browser }) })
          .where('id_hash', '=', session.hash)
        await rows.change(() => seen.execute())
      }
      return { ...session, idleEndsAt }
    },

    async chooseRole(hash, chosen) {
      const change = store.db.updateTable('sessions').set({ role: chosen }).where('id_hash', '=', hash)
      const one = change.returning(['handle', 'issuer', 'subject'])
      await heard(await rows.change(() => one.execute()))
    },

    async widen(hash, until) {
      const wide = store.db.updateTable('sessions').set({ glass_until: until }).where('id_hash', '=', hash)
      await rows.change(() => wide.execute())
    },

    async narrow({ issuer, subject }) {
      const wide = store.db.updateTable('sessions').set({ glass_until: null }).where('issuer', '=', issuer)
      await rows.change(() => wide.where('subject', '=', subject).execute())
    },

    async prove(hash, at) {
      const change = store.db.updateTable('sessions').set({ proved_at: at }).where('id_hash', '=', hash)
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
