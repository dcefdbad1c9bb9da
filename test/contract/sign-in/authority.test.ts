import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterEach, expect, it } from 'vitest'
import { documentPurpose } from '../../support/contract/documents.ts'
import { startBeside } from '../../support/contract/second-instance.ts'
import { ageRights, sessionCookieName } from '../../support/contract/sign-in-steps.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  askedPaths,
  controlSandbox,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onEachDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import { type Person, people, type Stack, type Visitor } from '../../support/stack/start.ts'

const minute = 60_000
const fingerprint = 'x-paydesk-session'

/** Visitor with the same session at another instance. */
function at(stack: Stack, origin: string, { jar }: Visitor): Visitor {
  const other = stack.visitor()
  other.jar.set(sessionCookieName, jar.get(sessionCookieName) ?? '')
  return Object.assign(other, { origin })
}

type Step = readonly [
  grant: { readonly roles?: readonly string[]; readonly merchants?: readonly string[] },
  seen: 'both' | 'outlet' | 'none' | 'ended',
]
/** Orders in which a provider takes rights away and gives them back, with what is seen after each step. */
const orders: readonly [string, readonly Step[]][] = [
  [
    'a merchant, then the role',
    [
      [{ merchants: ['demo-outlet'] }, 'outlet'],
      [{ roles: [] }, 'ended'],
    ],
  ],
  [
    'every merchant, and given back',
    [
      [{ merchants: [] }, 'none'],
      [{}, 'both'],
    ],
  ],
  ['role and merchant at once', [[{ roles: [], merchants: ['demo-outlet'] }, 'ended']]],
  [
    'a merchant, and given back',
    [
      [{ merchants: ['demo-outlet'] }, 'outlet'],
      [{}, 'both'],
    ],
  ],
  [
    'the role, and given back too late',
    [
      [{ roles: ['paydesk-support'] }, 'ended'],
      [{}, 'ended'],
    ],
  ],
]

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

    it.each(pickByRunLength(orders.slice(0, 2), orders))(
      'end what is shown, on every instance and in any order: %s',
      async (_, steps) => {
        const visitor = await stack().as('compliance')
        const beside = await startBeside(stack(), backing)
        const statusOf = { both: [200, 200], outlet: [404, 200], none: [403, 403], ended: [401, 401] }
        const transactions = [
          (await customerOf(stack(), 'cust-00417')).transaction(0),
          (await customerOf(stack(), 'cust-outlet', 'demo-outlet')).transaction(0),
        ]
        try {
          for (const [grant, seen] of steps) {
            identities().grants.set(people.compliance, grant)
            await age('compliance', 10 * minute)
            for (const instance of [visitor, at(stack(), beside.origin, visitor)]) {
              // See above: the embedded database has one instance, here with two caches.
              await beside.deps.sessions.revokeBreakGlass({ issuer: 'nobody', subject: 'nobody' })
              const statuses: number[] = []
              for (const transaction of transactions) {
                const look = { params: { env: 'stage', transaction } }
                statuses.push((await instance.call(endpoints.showTransaction, look)).status)
              }
              expect(statuses, `${seen} at ${instance.origin}`).toEqual(statusOf[seen])
            }
          }
        } finally {
          await beside.stop()
        }
      },
    )

    it.each(['state', 'document'] as const)(
      'end an answer that is on its way while the service is slow: %s',
      async (operation) => {
        const visitor = await stack().as('compliance')
        const { transaction, identity } = await customerOf(stack(), 'cust-00417')
        const params = { env: 'stage', identity: await identityHandleOf(stack(), 'cust-00417', identity) }
        const { session } = await stack().deps.sessions.find(visitor.jar.get(sessionCookieName))
        await stack().deps.sessions.markReauthenticated(session?.hash ?? '', Date.now())
        const { documents } = await visitor.get(endpoints.listDocuments, { params })
        const document = documents[0]?.document ?? ''
        await controlSandbox(stack(), 'POST', 'faults', { account: 'stage', operation, fault: 'slow' })
        await forgetRequests(stack())
        const answering =
          operation === 'state'
            ? visitor.call(endpoints.showTransaction, {
                params: { env: 'stage', transaction: transaction(0) },
                query: { fresh: '1' },
              })
            : visitor.call(endpoints.openDocument, { params: { ...params, document }, body: documentPurpose })
        const slowPath = operation === 'state' ? /\/authorization\// : /\/documents\/|\/files\//
        await expect.poll(async () => (await askedPaths(stack())).join()).toMatch(slowPath)
        identities().grants.set(people.compliance, { merchants: ['demo-outlet'] })
        await age('compliance', 10 * minute)
        expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
        problemIn(await answering, 'not_allowed')
        await controlSandbox(stack(), 'DELETE', 'faults')
      },
    )

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
