import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { roleSchema } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { expect, it } from 'vitest'
import {
  askedPaths,
  auditRows,
  controlSandbox,
  customerOf,
  forgetRequests,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import { type Person, people, type Stack } from '../../support/stack/start.ts'

const own = 'paydesk_session'

/** Waits until the payment service was asked for the transaction; a slow answer is then still outstanding. */
async function untilAsked(stack: Stack, transaction: string): Promise<void> {
  const asked = async () => (await askedPaths(stack)).join()
  await expect.poll(asked, { interval: 10 }).toContain(transaction)
}

onOneDatabase('a session', (stack) => {
  it.each(roleSchema.options)('of %s shows person, role and expiry', async (one) => {
    const visitor = await stack().as(one satisfies Person)
    const who = await visitor.get(endpoints.showCurrentSession)
    expect(who.role).toBe(one)
    expect(who.roles).toEqual([one])
    expect(new Set(who.permissions)).toEqual(resolvePermissions(one))
    expect(who.environments.map(({ name, kind }) => [name, kind])).toEqual([
      ['stage', 'stage'],
      ['production', 'production'],
    ])
    expect(who.zone).toBe('Europe/Berlin')
    const fromNow = (at: string) => (Date.parse(at) - Date.now()) / 60_000
    expect(fromNow(who.idleExpiresAt)).toBeCloseTo(15, 0)
    expect(fromNow(who.expiresAt)).toBeCloseTo(600, 0)
  })

  it('is accepted with its exact cookie only', async () => {
    const visitor = await stack().as('support')
    const cookie = visitor.jar.get(own) ?? ''
    const others = [
      cookie.slice(0, -1),
      `${cookie}A`,
      cookie.toUpperCase(),
      cookie.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
      `${cookie}; ${own}=x`.replace(cookie, 'x'),
      `"${cookie}"`,
      `${cookie}%00`,
    ]
    for (const other of others) {
      visitor.jar.set(own, other)
      problemIn(await visitor.call(endpoints.showCurrentSession), 'not_signed_in')
    }
    visitor.jar.set(own, cookie)
    expect((await visitor.call(endpoints.showCurrentSession)).status).toBe(200)
  })

  it('ends at sign-out, while other sessions of the person stay', async () => {
    const [visitor, elsewhere] = [await stack().as('compliance'), await stack().as('compliance')]
    const cookie = visitor.jar.get(own) ?? ''
    const { value: answer, rows } = await rowsOf(stack(), () => visitor.call(endpoints.signOut))
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(visitor.jar.has(own)).toBe(false)
    const next = new URL(endpoints.signOut.response.parse(answer.json).next)
    expect(next.origin + next.pathname).toBe(`${stack().sandbox.idpUrl}/session/end`)
    expect(next.searchParams.get('post_logout_redirect_uri')).toBe(`${stack().origin}/signed-out`)
    expect(next.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(rows).toMatchObject([
      { action: 'session.ended', result: 'allowed', actor_subject: 'clara.weiss', role: 'compliance' },
    ])
    visitor.jar.set(own, cookie)
    for (const endpoint of [endpoints.showCurrentSession, endpoints.signOut])
      problemIn(await visitor.call(endpoint), 'not_signed_in')
    expect((await elsewhere.call(endpoints.showCurrentSession)).status).toBe(200)
  })

  it('that ends during a read of the payment service gets no answer', async () => {
    const visitor = await stack().as('compliance')
    const cookie = visitor.jar.get(own) ?? ''
    const { transaction } = await customerOf(stack(), 'cust-one')
    const read = { params: { env: 'stage', transaction: transaction(0) }, query: { fresh: '1' } }
    await controlSandbox(stack(), 'POST', 'faults', { account: 'stage', operation: 'state', fault: 'slow' })
    await forgetRequests(stack())
    const { value, rows } = await rowsOf(stack(), async () => {
      const reading = visitor.call(endpoints.showTransaction, read)
      await untilAsked(stack(), transaction(0))
      const elsewhere = stack().visitor()
      elsewhere.jar.set(own, cookie)
      await elsewhere.get(endpoints.signOut)
      return reading
    })
    await controlSandbox(stack(), 'DELETE', 'faults')
    const { reference } = problemIn(value, 'not_signed_in')
    expect(rows.map(({ action }) => action)).toEqual(['session.ended', 'transaction.viewed'])
    expect(rows[1]).toMatchObject({ result: 'failed', reason: 'not_signed_in', reference })
  })

  it('whose role changes during a read of the payment service gets no answer for the old role', async () => {
    const visitor = await stack().as('twoRoles')
    const { transaction } = await customerOf(stack(), 'cust-one')
    const read = { params: { env: 'stage', transaction: transaction(0) }, query: { fresh: '1' } }
    await controlSandbox(stack(), 'POST', 'faults', { account: 'stage', operation: 'state', fault: 'slow' })
    await forgetRequests(stack())
    const reading = visitor.call(endpoints.showTransaction, read)
    await untilAsked(stack(), transaction(0))
    await visitor.get(endpoints.chooseRole, { body: { role: 'compliance' } })
    problemIn(await reading, 'not_allowed')
    await controlSandbox(stack(), 'DELETE', 'faults')
  })

  it('has one active role, among the roles of the person', async () => {
    const visitor = await stack().as('twoRoles')
    const before = await visitor.get(endpoints.showCurrentSession)
    expect([before.role, before.roles]).toEqual(['support', ['support', 'compliance']])
    expect(before.permissions).not.toContain('identity.read')
    const chosen = await rowsOf(stack(), () =>
      visitor.get(endpoints.chooseRole, { body: { role: 'compliance' } }),
    )
    expect(chosen.value.role).toBe('compliance')
    expect(chosen.rows).toMatchObject([
      { action: 'role.chosen', result: 'allowed', actor_subject: 'two.roles' },
    ])
    const after = await visitor.get(endpoints.showCurrentSession)
    expect([after.role, after.permissions.includes('identity.read')]).toEqual(['compliance', true])
    const refused = await rowsOf(stack(), () =>
      visitor.call(endpoints.chooseRole, { body: { role: 'admin' } }),
    )
    const { reference } = problemIn(refused.value, 'not_allowed')
    expect(refused.rows).toMatchObject([
      { action: 'role.chosen', result: 'refused', reason: 'not_allowed', role: 'compliance', reference },
    ])
    expect((await visitor.get(endpoints.showCurrentSession)).role).toBe('compliance')
  })
})

/** Changes the times of a person's sessions, and drops the rows that the instance has cached. */
async function moveSessions(
  { deps: { store, sessions } }: Stack,
  subject: string,
  times: Readonly<{ last_used_at?: number; expires_at?: number }>,
): Promise<void> {
  await store.db.updateTable('sessions').set(times).where('subject', '=', subject).execute()
  // Drop the cached rows: any change through the instance clears its cache.
  await sessions.revokeBreakGlass({ issuer: 'nobody', subject: 'nobody' })
}

onOneDatabase('a session over time', (stack) => {
  const subject = people.support
  const minute = 60_000
  /** Last use one minute before the idle limit, long enough ago that the next use is recorded. */
  const nearlyIdle = () => Date.now() - 14 * minute
  const idle = () => Date.now() - 15 * minute

  it('ends when idle, says why once, and clears its cookie', async () => {
    const visitor = await stack().as('support')
    await moveSessions(stack(), subject, { last_used_at: idle() })
    const answer = await visitor.call(endpoints.showCurrentSession)
    expect(problemIn(answer, 'session_idle').status).toBe(401)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^paydesk_session=; Path=\/; Expires=Thu, 01 Jan 1970/),
    ])
    problemIn(await visitor.call(endpoints.showCurrentSession), 'not_signed_in')
  })

  it('is not revived by a sign-out or another role', async () => {
    const visitor = await stack().as('support')
    const cookie = visitor.jar.get(own) ?? ''
    await moveSessions(stack(), subject, { last_used_at: idle() })
    for (const endpoint of [endpoints.signOut, endpoints.chooseRole]) {
      visitor.jar.set(own, cookie)
      problemIn(await visitor.call(endpoint, { body: { role: 'support' } }), 'session_idle')
    }
  })

  it('is not extended by rejected calls of another site', async () => {
    const visitor = await stack().as('support')
    const seenAt = nearlyIdle()
    await moveSessions(stack(), subject, { last_used_at: seenAt })
    const foreign = { 'x-paydesk': '1', 'sec-fetch-site': 'cross-site' }
    problemIn(await visitor.send('GET', '/api/session', { headers: foreign }), 'cross_site')
    const seen = await stack()
      .deps.store.db.selectFrom('sessions')
      .select('last_used_at')
      .where('subject', '=', subject)
      .execute()
    expect(new Set(seen.map(({ last_used_at }) => last_used_at))).toEqual(new Set([seenAt]))
  })

  it('is extended by use, and still ends at its time limit', async () => {
    const visitor = await stack().as('support')
    const before = (await auditRows(stack())).length
    await moveSessions(stack(), subject, { last_used_at: nearlyIdle() })
    const asked = Date.now()
    const used = await visitor.get(endpoints.showCurrentSession)
    expect(Date.parse(used.idleExpiresAt)).toBeGreaterThanOrEqual(asked + 15 * minute)
    await moveSessions(stack(), subject, { expires_at: Date.now() })
    problemIn(await visitor.call(endpoints.showCurrentSession), 'session_over')
    expect((await auditRows(stack())).slice(before)).toEqual([])
  })
})

onOneDatabase(
  'a limit of parallel sessions',
  (stack) => {
    it('ends the session that was used least recently, and says why', async () => {
      const first = await stack().as('support')
      const others = [await stack().as('support'), await stack().as('support')]
      const ended = problemIn(await first.call(endpoints.showCurrentSession), 'session_ended')
      expect(ended.ended?.by).toBe('limit')
      for (const one of others) expect((await one.call(endpoints.showCurrentSession)).status).toBe(200)
      expect((await (await stack().as('finance')).call(endpoints.showCurrentSession)).status).toBe(200)
    })

    it('holds for sign-ins at the same time', async () => {
      const all = await Promise.all(Array.from({ length: 4 }, () => stack().as('auditor')))
      const answers = await Promise.all(all.map((one) => one.call(endpoints.showCurrentSession)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 401, 401])
    })
  },
  { PAYDESK_SESSIONS_PER_PERSON: '2' },
)
