import { merchantIdSchema } from '@paydesk/shared/core/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../database/database.ts'
import { createFieldCipher } from '../database/field-cipher.ts'
import { createTestStore, databaseKinds, type TestStore } from '../database/test-store.test-kit.ts'
import { Secret } from '../runtime/secret.ts'
import type { SessionState } from './session.ts'
import { createSessionStore, type NewSession, type SessionStore } from './session-store.ts'

const minute = 60_000
const limits = { idleMs: 15 * minute, sessionMs: 600 * minute }
const key = new Secret('first-key-first-key-first-key-first-key')
const newer = new Secret('newer-key-newer-key-newer-key-newer-key')

const ana: NewSession = {
  issuer: 'https://login.example.test',
  subject: 'ana.ruiz',
  providerSession: 'sid-1',
  name: 'Ana Ruiz',
  roles: ['support', 'compliance'],
  merchants: [merchantIdSchema.parse('demo-merchant')],
  idToken: 'eyJ.x.y',
}

/** Acts like a call of Paydesk's own pages: finds the session, then renews it. */
async function called(sessions: SessionStore, cookie: string | undefined): Promise<SessionState> {
  const state = await sessions.find(cookie)
  return state.session === null ? state : { session: await sessions.renew(state.session) }
}

describe.each(databaseKinds)('sessions (%s)', (backing) => {
  let made: TestStore
  const clock = { time: Date.parse('2025-06-01T00:00:00Z') }
  let store: Store
  let sessions: SessionStore

  beforeAll(async () => {
    made = await createTestStore(backing)
    store = made.store
  })
  afterAll(() => made.remove())
  beforeEach(async () => {
    await store.db.deleteFrom('sessions').execute()
    sessions = createSessionStore(store, createFieldCipher([key]), limits, () => clock.time)
  })

  const why = async (cookie: string | undefined, from: SessionStore = sessions) => {
    const state = await called(from, cookie)
    return state.session === null ? state.why : 'live'
  }

  it('starts with the first role and returns the stored data', async () => {
    const cookie = await sessions.start(ana)
    expect(cookie).toMatch(/^[\w-]{43}$/)
    const { session } = await called(sessions, cookie)
    const { providerSession: _, ...kept } = ana
    expect(session).toEqual({
      ...kept,
      role: 'support',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      handle: expect.stringMatching(/^w_[0-9a-z]{20}$/),
      seenAt: clock.time,
      idleEndsAt: clock.time + limits.idleMs,
      endsAt: clock.time + limits.sessionMs,
      breakGlassUntil: null,
      reauthenticatedAt: null,
      refreshToken: null,
      accessToken: null,
      authorityAt: clock.time,
      rightsVersion: 0,
    })
    expect(await sessions.start(ana)).not.toBe(cookie)
    const stored = JSON.stringify(await store.db.selectFrom('sessions').selectAll().execute())
    for (const hidden of [cookie, 'Ana Ruiz', 'eyJ.x.y', 'demo-merchant'])
      expect(stored).not.toContain(hidden)
  })

  it('ends without use after the idle time, to the millisecond', async () => {
    const cookie = await sessions.start(ana)
    clock.time += limits.idleMs - 1
    expect(await why(cookie)).toBe('live')
    // Rely on the use above, which renewed the session.
    clock.time += limits.idleMs - 1
    expect(await why(cookie)).toBe('live')
    clock.time += limits.idleMs
    expect(await why(cookie)).toBe('idle')
    expect(await why(cookie)).toBe('idle')
  })

  it('ends at its end time, however much it is used', async () => {
    const cookie = await sessions.start(ana)
    for (let used = 0; used < 60; used += 1) {
      clock.time += 10 * minute - (used === 59 ? 1 : 0)
      expect(await why(cookie), String(used)).toBe('live')
    }
    const { session } = await called(sessions, cookie)
    expect(session?.idleEndsAt).toBe(session?.endsAt)
    clock.time += 1
    expect(await why(cookie)).toBe('over')
  })

  it('is not written on every use', async () => {
    const cookie = await sessions.start(ana)
    const seen = async () =>
      (await store.db.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow()).last_used_at
    const first = await seen()
    clock.time += 10_000
    await called(sessions, cookie)
    expect(await seen()).toBe(first)
    clock.time += 10_000
    await called(sessions, cookie)
    expect(await seen()).toBe(clock.time)
  })

  it.each([undefined, '', 'x', 'A'.repeat(43), 'A'.repeat(42), `${'A'.repeat(42)}.`, `${'A'.repeat(43)}\n`])(
    'does not exist for cookie %j',
    async (cookie) => {
      await sessions.start(ana)
      expect(await why(cookie)).toBe('none')
    },
  )

  it('keeps the chosen role, in that session only', async () => {
    const [one, other] = [await sessions.start(ana), await sessions.start(ana)]
    const { session } = await called(sessions, one)
    expect(session && (await sessions.chooseRole(session, 'compliance'))).toBe(true)
    expect((await called(sessions, one)).session?.role).toBe('compliance')
    expect((await called(sessions, other)).session?.role).toBe('support')
  })

  it('keeps no role that was taken away while it was being chosen', async () => {
    const cookie = await sessions.start(ana)
    const { session } = await sessions.find(cookie)
    if (session === null) throw new Error('no session')
    clock.time += minute
    const person = { ...session, roles: ['support' as const], merchants: null }
    expect(await sessions.storeRights(session, person, { isConfirmed: true })).toBe('support')
    expect(await sessions.chooseRole(session, 'compliance')).toBe(false)
    const { session: renewed } = await sessions.find(cookie)
    expect([renewed?.role, renewed?.roles]).toEqual(['support', ['support']])
    // The other way round the renewal says which role is active: it may be one that is gone.
    if (renewed === null) throw new Error('no session')
    await sessions.chooseRole(renewed, 'compliance')
    clock.time += minute
    expect(await sessions.storeRights(renewed, person, { isConfirmed: true })).toBe('compliance')
  })

  it('is not found once its end is written, even under concurrent reads', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const cookie = await sessions.start(ana)
      const { session } = await called(sessions, cookie)
      const before = Array.from({ length: nth % 4 }, () => sessions.find(cookie))
      const ended = sessions.end(session?.hash ?? '')
      const during = Array.from({ length: 3 }, () => sessions.find(cookie))
      await ended
      expect(await why(cookie)).toBe('none')
      await Promise.all([...before, ...during])
      expect(await why(cookie)).toBe('none')
    }
  })

  it('takes the chosen role under concurrent reads', async () => {
    const cookie = await sessions.start(ana)
    const { session } = await called(sessions, cookie)
    for (const chosen of ['compliance', 'support', 'compliance'] as const) {
      const asking = sessions.find(cookie)
      const choosing = session && sessions.chooseRole(session, chosen)
      const during = sessions.find(cookie)
      await choosing
      expect((await sessions.find(cookie)).session?.role).toBe(chosen)
      await Promise.all([asking, during])
      expect((await sessions.find(cookie)).session?.role).toBe(chosen)
    }
  })

  it.runIf(backing === 'postgres')('ends when another instance ends it', async () => {
    const cookie = await sessions.start(ana)
    const { session } = await called(sessions, cookie)
    const other = createSessionStore(store, createFieldCipher([key]), limits, () => clock.time)
    await other.end(session?.hash ?? '')
    expect(await why(cookie)).toBe('none')
  })

  it('ends by hash, by the provider’s session ID, or all of a person', async () => {
    const other = { ...ana, providerSession: 'sid-2' }
    const clara = { ...ana, subject: 'clara.weiss', providerSession: 'sid-3' }
    const elsewhere = { ...ana, issuer: 'https://other.example.test' }
    const [a, b, c, d, e] = [
      await sessions.start(ana),
      await sessions.start(ana),
      await sessions.start(other),
      await sessions.start(clara),
      await sessions.start(elsewhere),
    ]
    const { session } = await called(sessions, a)
    await sessions.end(session?.hash ?? '')
    expect([await why(a), await why(b)]).toEqual(['none', 'live'])
    expect(await sessions.obeyLogout({ issuer: ana.issuer, subject: null, providerSession: 'sid-2' })).toBe(1)
    expect([await why(c), await why(b)]).toEqual(['none', 'live'])
    expect(
      await sessions.obeyLogout({ issuer: ana.issuer, subject: 'ana.ruiz', providerSession: null }),
    ).toBe(1)
    expect(await sessions.obeyLogout({ issuer: ana.issuer, subject: 'nobody', providerSession: null })).toBe(
      0,
    )
    // Expect the same name at another provider to be another person.
    expect([await why(b), await why(d), await why(e)]).toEqual(['none', 'live', 'live'])
  })

  it('opens under a replaced key, and ends once that key is removed', async () => {
    const cookie = await sessions.start(ana)
    const rotated = createSessionStore(store, createFieldCipher([newer, key]), limits, () => clock.time)
    const without = createSessionStore(store, createFieldCipher([newer]), limits, () => clock.time)
    expect([await why(cookie, rotated), await why(cookie, without)]).toEqual(['live', 'over'])
  })

  it('ends if its encrypted data was altered or has an older form', async () => {
    const cookie = await sessions.start(ana)
    const cipher = createFieldCipher([key])
    for (const sealed of [
      '',
      'x.y',
      cipher.seal('handle', '{}'),
      cipher.seal('session', '{}'),
      cipher.seal('session', '{"roles":[]}'),
    ]) {
      await store.db.updateTable('sessions').set({ sealed }).execute()
      expect(await why(cookie)).toBe('over')
    }
  })

  it('deletes rows a day after their end, at the next sign-in', async () => {
    await sessions.start(ana)
    const count = async () => (await store.db.selectFrom('sessions').select('id_hash').execute()).length
    clock.time += limits.sessionMs + 23 * 60 * minute
    await sessions.start(ana)
    expect(await count()).toBe(2)
    clock.time += 2 * 60 * minute
    await sessions.start(ana)
    expect(await count()).toBe(2)
  })
})
