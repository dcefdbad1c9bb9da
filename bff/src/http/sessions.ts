import { hash as digest, randomBytes } from 'node:crypto'
import { type MerchantId, merchantId } from '@paydesk/shared/ids'
import { type Role, role } from '@paydesk/shared/permissions'
import { z } from 'zod'
import type { Store } from '../store/database.ts'
import type { Seal } from '../store/seal.ts'
import { makeSessionRows } from './session-rows.ts'

/** What the identity provider said of a person, as far as Paydesk keeps it. */
const person = z.object({
  name: z.string(),
  roles: z.array(role).min(1),
  /** Null: every merchant of every environment. */
  merchants: z.array(merchantId).nullable(),
  idToken: z.string(),
})

export interface Session {
  readonly hash: string
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly roles: readonly Role[]
  /** The one role in force. */
  readonly role: Role
  readonly merchants: readonly MerchantId[] | null
  readonly idToken: string
  /** Milliseconds since 1970, as the next three. */
  readonly seenAt: number
  readonly idleEndsAt: number
  readonly endsAt: number
  /** When this person last proved anew who they are (ms since 1970); null where they did not in this session. */
  readonly provedAt: number | null
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

export type SessionState =
  | { readonly session: Session }
  | { readonly session: null; readonly why: 'none' | 'idle' | 'over' }

export interface Sessions {
  /** Makes a session and returns the value for the cookie: 256 random bits, of which only the hash is stored. */
  start(person: NewSession): Promise<string>
  /** The live session behind a cookie value, or why there is none. Looking does not renew it. */
  find(cookie: string | undefined): Promise<SessionState>
  /** Of these (by hash) the ones that live, with the role in force. Looking does not renew them. */
  standing(hashes: readonly string[]): Promise<ReadonlyMap<string, Role>>
  /** Counts as use: the idle time begins anew. */
  renew(session: Session): Promise<Session>
  chooseRole(hash: string, role: Role): Promise<void>
  /** They proved anew who they are, at this time (ms since 1970). A session that ended stays ended. */
  prove(hash: string, at: number): Promise<void>
  end(hash: string): Promise<void>
  /** Back-channel logout: ends by the provider's session id, or all of a person's. Returns how many. */
  endAtProvider(issuer: string, match: { providerSession: string } | { subject: string }): Promise<number>
}

const sealedFor = 'session'
/** Renewal is written at most this often, so that reading pages does not write at every call. */
const renewEvery = 15_000
/** Ended rows stay this long so that a late call can be told why it is refused. */
const keepEnded = 24 * 3_600_000

/** So many opened sessions are kept beside their sealed form: opening costs more than finding. */
const keptOpen = 1_000

function hashOf(cookie: string): string {
  return digest('sha256', cookie, 'hex')
}

/** Tells one session and role from another, and nothing about either. */
export function markOf({ hash, role: inForce }: Session): string {
  return digest('sha256', `mark/${hash}/${inForce}`, 'base64url').slice(0, 16)
}

export function makeSessions(
  store: Store,
  seal: Seal,
  limits: { idleMs: number; sessionMs: number },
  now: () => number = Date.now,
  /** Told of whoever was signed out and has no other session that lives. */
  left: (person: Pick<Session, 'issuer' | 'subject'>) => Promise<void> = async () => {},
): Sessions {
  const rows = makeSessionRows(store)
  const opened = new Map<string, z.infer<typeof person>>()

  /** What was sealed with a session; null when it cannot be opened any more. */
  function open(sealed: string): z.infer<typeof person> | null {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const text = seal.open(sealedFor, sealed)
    const read = text === null ? undefined : person.safeParse(JSON.parse(text)).data
    if (read === undefined) return null
    if (opened.size >= keptOpen) opened.clear()
    opened.set(sealed, read)
    return read
  }

  /** People who are signed in elsewhere are not told of. */
  async function tellLeft(ended: readonly Pick<Session, 'issuer' | 'subject'>[]): Promise<void> {
    const people = new Map(ended.map((one) => [JSON.stringify([one.issuer, one.subject]), one]))
    for (const { issuer, subject } of people.values()) {
      const other = store.db
        .selectFrom('sessions')
        .select('id_hash')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('ends_at', '>', now())
        .where('seen_at', '>', now() - limits.idleMs)
        .limit(1)
      if ((await other.executeTakeFirst()) === undefined) await left({ issuer, subject })
    }
  }

  async function removeEnded(): Promise<void> {
    const ended = store.db.deleteFrom('sessions').where('ends_at', '<', now() - keepEnded)
    await rows.change(() => ended.execute())
  }

  return {
    async start(made) {
      await removeEnded()
      const cookie = randomBytes(32).toString('base64url')
      const { name, roles, merchants, idToken } = made
      const [first] = roles
      if (first === undefined) throw new Error('a session needs a role')
      await store.db
        .insertInto('sessions')
        .values({
          id_hash: hashOf(cookie),
          issuer: made.issuer,
          subject: made.subject,
          sealed: seal.seal(sealedFor, JSON.stringify({ name, roles, merchants, idToken })),
          role: first,
          provider_session: made.providerSession,
          created_at: now(),
          seen_at: now(),
          ends_at: now() + limits.sessionMs,
          proved_at: null,
        })
        .execute()
      return cookie
    },

    async find(cookie) {
      if (cookie === undefined || !/^[A-Za-z0-9_-]{43}$/.test(cookie)) return { session: null, why: 'none' }
      const row = await rows.of(hashOf(cookie))
      if (row === undefined) return { session: null, why: 'none' }
      const time = now()
      if (time >= row.ends_at) return { session: null, why: 'over' }
      if (time >= row.seen_at + limits.idleMs) return { session: null, why: 'idle' }
      const kept = open(row.sealed)
      if (kept === null) return { session: null, why: 'over' }
      const inForce = role.parse(row.role)
      return {
        session: {
          hash: row.id_hash,
          issuer: row.issuer,
          subject: row.subject,
          ...kept,
          role: inForce,
          seenAt: row.seen_at,
          idleEndsAt: Math.min(row.seen_at + limits.idleMs, row.ends_at),
          endsAt: row.ends_at,
          provedAt: row.proved_at,
        },
      }
    },

    async standing(hashes) {
      if (hashes.length === 0) return new Map()
      const found = await store.db
        .selectFrom('sessions')
        .select(['id_hash', 'role'])
        .where('id_hash', 'in', hashes)
        .where('ends_at', '>', now())
        .where('seen_at', '>', now() - limits.idleMs)
        .execute()
      return new Map(found.map((row) => [row.id_hash, role.parse(row.role)]))
    },

    async renew(session) {
      const time = now()
      const idleEndsAt = Math.min(time + limits.idleMs, session.endsAt)
      if (time - session.seenAt > Math.min(renewEvery, limits.idleMs / 10)) {
        const seen = store.db
          .updateTable('sessions')
          .set({ seen_at: time })
          .where('id_hash', '=', session.hash)
        await rows.change(() => seen.execute())
      }
      return { ...session, idleEndsAt }
    },

    async chooseRole(hash, chosen) {
      const change = store.db.updateTable('sessions').set({ role: chosen }).where('id_hash', '=', hash)
      await rows.change(() => change.execute())
    },

    async prove(hash, at) {
      const change = store.db.updateTable('sessions').set({ proved_at: at }).where('id_hash', '=', hash)
      await rows.change(() => change.execute())
    },

    async end(hash) {
      const one = store.db.deleteFrom('sessions').where('id_hash', '=', hash).returning(['issuer', 'subject'])
      await tellLeft(await rows.change(() => one.execute()))
    },

    async endAtProvider(issuer, match) {
      const base = store.db.deleteFrom('sessions').where('issuer', '=', issuer)
      const all =
        'subject' in match
          ? base.where('subject', '=', match.subject)
          : base.where('provider_session', '=', match.providerSession)
      const ended = await rows.change(() => all.returning(['issuer', 'subject']).execute())
      await tellLeft(ended)
      return ended.length
    },
  }
}
