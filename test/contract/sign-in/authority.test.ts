import { endpoints } from '@paydesk/shared/endpoints'
import { afterEach, expect, it } from 'vitest'
import { startBeside } from '../../support/contract/second-instance.ts'
import { ageRights, sessionCookieName } from '../../support/contract/sign-in-steps.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import { customerOf, onEachDatabase, problemIn, rowsOf } from '../../support/contract/support.ts'
import { type Person, people, type Stack, type Visitor } from '../../support/stack/start.ts'

const minute = 60_000
const fingerprint = 'x-paydesk-session'

/** Visitor with the same session at another instance. */
function at(stack: Stack, origin: string, { jar }: Visitor): Visitor {
  const other = stack.visitor()
  other.jar.set(sessionCookieName, jar.get(sessionCookieName) ?? '')
  return Object.assign(other, { origin })
}

onEachDatabase(
  'rights that were taken away',
  (stack, backing) => {
    const identities = () => stack().sandbox.identities
    afterEach(() => {
      identities().grants.clear()
      Object.assign(identities(), {
        availability: 'there',
        refusesRefresh: false,
        rotatesRefreshTokens: true,
      })
    })
    const age = (person: Person, ms: number) => ageRights(stack(), people[person], ms)

    it('end the session within ten minutes, on every instance, with an entry and a cause', async () => {
      const visitor = await stack().as('finance')
      const beside = await startBeside(stack(), backing)
      try {
        const other = at(stack(), beside.origin, visitor)
        identities().grants.set(people.finance, { roles: ['domain-users'] })
        expect((await other.call(endpoints.showCurrentSession)).status).toBe(200)
        await age('finance', 10 * minute)
        const { value, rows } = await rowsOf(stack(), () => visitor.call(endpoints.showCurrentSession))
        expect(problemIn(value, 'session_ended').ended?.by).toBe('provider')
        // Only PostgreSQL has several instances: the second app on the embedded database has a cache of its own.
        await beside.deps.sessions.revokeBreakGlass({ issuer: 'nobody', subject: 'nobody' })
        problemIn(await other.call(endpoints.showCurrentSession), 'session_ended')
        expect(rows).toMatchObject([
          {
            action: 'session.ended',
            reason: 'provider',
            actor_subject: people.finance,
            subject_kind: 'session',
          },
        ])
        expect(stack().logged.join('')).toContain(
          '"cause":"role_unknown","claim":"roles","looked":{"id_token":"no_role"}',
        )
      } finally {
        await beside.stop()
      }
    })

    it('end the session at once at a re-authentication, on every instance', async () => {
      const visitor = await stack().as('compliance')
      const beside = await startBeside(stack(), backing)
      try {
        const other = at(stack(), beside.origin, visitor)
        const transaction = (await customerOf(stack(), 'cust-00417')).transaction(0)
        const look = { params: { env: 'stage', transaction } }
        expect((await other.call(endpoints.showTransaction, look)).status).toBe(200)
        identities().grants.set(people.compliance, { roles: ['paydesk-support'] })
        await visitor.prove('compliance', '/stage/')
        for (const instance of [visitor, other]) {
          // See above: the embedded database has one instance, here with two caches.
          await beside.deps.sessions.revokeBreakGlass({ issuer: 'nobody', subject: 'nobody' })
          problemIn(await instance.call(endpoints.showTransaction, look), 'session_ended', 'not_signed_in')
        }
      } finally {
        await beside.stop()
      }
    })

    it('end the session and its streams in the background, without a call', async () => {
      const visitor = await stack().as('auditor')
      const listener = await listenToStream(visitor)
      identities().grants.set(people.auditor, { roles: [] })
      await age('auditor', 5 * minute)
      await stack().deps.authority.renewDue()
      await expect.poll(() => listener.end(), { timeout: 20_000 }).not.toBeNull()
      problemIn(await visitor.call(endpoints.showCurrentSession), 'session_ended')
    })

    it('end the session if the role in force is gone, and only shorten the list if another is', async () => {
      const visitor = await stack().as('twoRoles')
      identities().grants.set(people.twoRoles, { roles: ['paydesk-support'] })
      await age('twoRoles', 10 * minute)
      const { roles } = await visitor.get(endpoints.showCurrentSession)
      expect(roles).toEqual(['support'])
      identities().grants.set(people.twoRoles, { roles: ['paydesk-compliance'] })
      await age('twoRoles', 10 * minute)
      problemIn(await visitor.call(endpoints.showCurrentSession), 'session_ended')
      expect(stack().logged.join('')).toContain('"cause":"role_removed"')
    })

    it('to a merchant count at once when they are renewed: pages and streams begin again', async () => {
      const visitor = await stack().as('finance')
      const listener = await listenToStream(visitor)
      const search = { params: { env: 'production' }, body: { text: 'cust-00417' } }
      const before = await visitor.call(endpoints.searchRecords, search)
      expect(before.status).toBe(200)
      identities().grants.set(people.finance, { merchants: ['demo-merchant'] })
      await age('finance', 10 * minute)
      const after = await visitor.call(endpoints.searchRecords, search)
      problemIn(after, 'not_allowed')
      expect(after.headers.get(fingerprint)).not.toBe(before.headers.get(fingerprint))
      await expect.poll(() => listener.end(), { timeout: 20_000 }).not.toBeNull()
      expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
    })

    it('end the session if the provider takes its refresh token no more', async () => {
      const visitor = await stack().as('support')
      identities().refusesRefresh = true
      await age('support', 10 * minute)
      problemIn(await visitor.call(endpoints.showCurrentSession), 'session_ended')
      expect(stack().logged.join('')).toContain('"cause":"token_endpoint_refused","error":"invalid_grant"')
    })

    it('renew a token that counts once, however many calls and instances are at it', async () => {
      const visitor = await stack().as('support')
      const { session } = await stack().deps.sessions.find(visitor.jar.get(sessionCookieName))
      const beside = await startBeside(stack(), backing)
      try {
        const other = at(stack(), beside.origin, visitor)
        for (let round = 0; round < 3; round += 1) {
          const before = identities().refreshes
          await age('support', 10 * minute)
          const all = [visitor, other, visitor, other, visitor, other]
          const [answers] = await Promise.all([
            Promise.all(all.map((one) => one.call(endpoints.showCurrentSession))),
            ...[stack().deps, beside.deps].map(({ authority }) => authority.renewDue()),
          ])
          expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
          expect(identities().refreshes - before).toBe(1)
        }
      } finally {
        await beside.stop()
      }
      const rows = JSON.stringify(await stack().deps.store.db.selectFrom('sessions').selectAll().execute())
      const after = await stack().deps.sessions.find(visitor.jar.get(sessionCookieName))
      for (const token of [session?.refreshToken, after.session?.refreshToken]) {
        expect(token).toMatch(/^[\w-]{20,}/)
        expect(rows + stack().logged.join('')).not.toContain(token)
      }
      expect(after.session?.refreshToken).not.toBe(session?.refreshToken)
    })

    it('cannot be asked for while the provider is down: sessions go on for eight hours, and the health page says so', async () => {
      const [admin, visitor] = [await stack().as('admin'), await stack().as('compliance')]
      identities().availability = 'down'
      await age('compliance', 7 * 60 * minute)
      expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
      const { installation } = await admin.get(endpoints.showHealth)
      const check = installation?.find((one) => one.check === 'sign_in_service')
      expect(check).toMatchObject({
        status: 'bad',
        facts: [
          { code: 'rights_not_renewed', names: ['provider_unreachable'] },
          { code: 'rights_kept', count: 8 * 60 },
        ],
      })
      await age('compliance', 8 * 60 * minute)
      problemIn(await visitor.call(endpoints.showCurrentSession), 'session_ended')
      expect((await admin.call(endpoints.showCurrentSession)).status).toBe(200)
    })
  },
  {},
  { workers: false },
)
