import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startBeside } from '../../support/contract/second-instance.ts'
import { listenToStream, type StreamListener } from '../../support/contract/stream-listener.ts'
import {
  auditRows,
  onEachDatabase,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

/** Time limit far above the delay of updates about sessions, only to end tests that hang. */
const inTime = { timeout: 60_000, interval: 50 }
const own = 'paydesk_session'

const forget = (stack: Stack) => stack.deps.store.db.deleteFrom('sessions').execute()

async function handleOf(visitor: Visitor): Promise<string> {
  const { sessions } = await visitor.get(endpoints.listOwnSessions)
  return sessions.find(({ isCurrent }) => isCurrent)?.session ?? ''
}

onOneDatabase('listed sessions', (stack) => {
  beforeEach(() => forget(stack()))

  it('are only one’s own, with the current session first and the address of each', async () => {
    const [first, second] = [await stack().as('support'), await stack().as('support')]
    await stack().as('finance')
    const { value, rows } = await rowsOf(stack(), () => first.get(endpoints.listOwnSessions))
    expect(value.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect(value.sessions[0]).toMatchObject({
      role: 'support',
      roles: ['support'],
      address: expect.stringMatching(/^(::1|(::ffff:)?127\.0\.0\.1)$/),
    })
    expect(value.sessions[1]?.session).toBe(await handleOf(second))
    expect(rows).toMatchObject([{ action: 'sessions.listed', result: 'allowed', role: 'support' }])
    const { id_hash } = await stack()
      .deps.store.db.selectFrom('sessions')
      .select('id_hash')
      .where('handle', '=', value.sessions[0]?.session ?? '')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(value)).not.toContain(id_hash)
    expect(JSON.stringify(value)).not.toContain(first.jar.get(own))
  })

  it('show the browser of the last recorded use, in our own words', async () => {
    const visitor = await stack().as('support')
    const { db } = stack().deps.store
    const handle = await handleOf(visitor)
    await db
      .updateTable('sessions')
      .set({ last_used_at: Date.now() - 60_000 })
      .execute()
    // Clear the session cache of this process by a change through the instance.
    await (await stack().as('support')).get(endpoints.signOut)
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0 <b>zqx7</b>'
    await visitor.send('GET', '/api/session', { headers: { 'x-paydesk': '1', 'user-agent': agent } })
    const { sessions } = await visitor.get(endpoints.listOwnSessions)
    expect(sessions.find(({ session }) => session === handle)?.browser).toEqual({
      name: 'Firefox',
      version: '128',
      system: 'Linux',
    })
    const stored = JSON.stringify(await db.selectFrom('sessions').selectAll().execute())
    expect(stored).not.toContain('zqx7')
  })

  it('of oneself end one by one or all but the current, and their browsers say so', async () => {
    const all = [await stack().as('support'), await stack().as('support'), await stack().as('support')]
    const [here, second, third] = all as [Visitor, Visitor, Visitor]
    const stranger = await stack().as('finance')
    const params = { session: await handleOf(second) }
    // Sessions of other people cannot be ended without the permission.
    expect(await stranger.get(endpoints.endOwnSession, { params })).toEqual({ answer: 'gone' })
    expect((await second.call(endpoints.showCurrentSession)).status).toBe(200)
    const one = await rowsOf(stack(), () => here.get(endpoints.endOwnSession, { params }))
    expect(one.value).toEqual({ answer: 'ended' })
    expect(one.rows).toMatchObject([
      { action: 'session.ended_own', subject_kind: 'session', subject_id: params.session, result: 'allowed' },
    ])
    expect(problemIn(await second.call(endpoints.showCurrentSession), 'session_ended').ended?.by).toBe('self')
    expect(await here.get(endpoints.endOwnSession, { params })).toEqual({ answer: 'gone' })
    const others = await rowsOf(stack(), () => here.get(endpoints.endOtherSessions))
    expect(others.value.sessions.map(({ isCurrent: isThis }) => isThis)).toEqual([true])
    expect(others.rows).toMatchObject([{ action: 'sessions.ended_others', reason: 'rows:1' }])
    problemIn(await third.call(endpoints.showCurrentSession), 'session_ended')
    expect((await stranger.call(endpoints.showCurrentSession)).status).toBe(200)
    problemIn(
      await here.call(endpoints.endOwnSession, { params: { session: await handleOf(here) } }),
      'bad_request',
    )
  })

  it('of all people are visible to administrators and auditors, and ended by administrators only', async () => {
    const [support, admin, auditor] = [
      await stack().as('support'),
      await stack().as('admin'),
      await stack().as('auditor'),
    ]
    const listed = await auditor.get(endpoints.listAllSessions)
    expect(listed.people.map(({ name, me }) => [name, me])).toEqual([
      ['Ada Moreau', false],
      ['Ana Ruiz', false],
      ['Auden Holt', true],
    ])
    expect(listed.figures).toEqual({ people: 3, sessions: 3, inUse: 3, withSeveralSessions: 0 })
    expect([listed.mayEnd, (await admin.get(endpoints.listAllSessions)).mayEnd]).toEqual([false, true])
    const call = {
      params: { session: await handleOf(support) },
      body: { reason: 'lost_device', ticket: 'INC-7' },
    }
    for (const other of [auditor, support])
      problemIn(await other.call(endpoints.endSession, call), 'not_allowed')
    problemIn(await support.call(endpoints.listAllSessions), 'not_allowed')
    const before = Date.now()
    const { value, rows } = await rowsOf(stack(), () => admin.get(endpoints.endSession, call))
    const after = Date.now()
    expect(value).toEqual({ answer: 'ended' })
    expect(rows).toMatchObject([
      {
        action: 'session.ended_by',
        actor_subject: 'ada.moreau',
        subject_kind: 'session',
        subject_id: call.params.session,
        reason: 'because:lost_device',
        case_ref: 'INC-7',
        result: 'allowed',
      },
    ])
    // The audit event `session.started` names the owner of the session.
    const began = (await auditRows(stack())).find(
      ({ action, subject_id }) => action === 'session.started' && subject_id === call.params.session,
    )
    expect(began?.actor_subject).toBe('ana.ruiz')
    const { ended } = problemIn(await support.call(endpoints.showCurrentSession), 'session_ended')
    expect(ended).toMatchObject({ by: 'administrator', zone: 'Europe/Berlin' })
    const endedAt = Date.parse(ended?.at ?? '')
    expect(endedAt).toBeGreaterThanOrEqual(before)
    expect(endedAt).toBeLessThanOrEqual(after)
    expect(await admin.get(endpoints.endSession, call)).toEqual({ answer: 'gone' })
    expect((await admin.get(endpoints.listAllSessions)).figures.sessions).toBe(2)
    problemIn(
      await admin.call(endpoints.endSession, { ...call, params: { session: await handleOf(admin) } }),
      'bad_request',
    )
  })

  it('are not ended with an account number as ticket, and the ticket is stored nowhere', async () => {
    const [support, admin] = [await stack().as('support'), await stack().as('admin')]
    const params = { session: await handleOf(support) }
    const body = { reason: 'lost_device', ticket: 'DE02120300000000202051' }
    const { value: answered, rows } = await rowsOf(stack(), () =>
      admin.call(endpoints.endSession, { params, body }),
    )
    expect(problemIn(answered, 'bad_request').fields).toMatchObject([
      { name: 'ticket', rule: 'no_personal_data' },
    ])
    expect(rows).toMatchObject([{ action: 'session.ended_by', result: 'failed', case_ref: null }])
    expect((await support.call(endpoints.showCurrentSession)).status).toBe(200)
  })

  it('that were ended do not prevent a new sign-in', async () => {
    const [support, admin] = [await stack().as('support'), await stack().as('admin')]
    const params = { session: await handleOf(support) }
    await admin.get(endpoints.endSession, { params, body: { reason: 'asked' } })
    problemIn(await support.call(endpoints.showCurrentSession), 'session_ended')
    await support.signIn('support')
    expect((await support.get(endpoints.showCurrentSession)).name).toBe('Ana Ruiz')
  })

  it('send updates only to their person and to people who list all sessions', async () => {
    const [support, admin, finance] = [
      await stack().as('support'),
      await stack().as('admin'),
      await stack().as('finance'),
    ]
    const listeners: [StreamListener, StreamListener, StreamListener] = [
      await listenToStream(support),
      await listenToStream(admin),
      await listenToStream(finance),
    ]
    const heard = (listener: StreamListener) =>
      listener.changes().flatMap(({ kind, id }) => (kind === 'session' ? [id] : []))
    const [ofSupport, ofAdmin, ofFinance] = listeners
    // Wait for the replayed update about their own sign-in, with which every stream starts.
    for (const one of [ofSupport, ofFinance])
      await expect.poll(() => heard(one).length, inTime).toBeGreaterThan(0)
    const before = heard(ofSupport).length
    const handle = await handleOf(await stack().as('support'))
    await expect.poll(() => heard(ofAdmin), inTime).toContain(handle)
    await expect.poll(() => heard(ofSupport).length, inTime).toBeGreaterThan(before)
    // Expect one ID per person, shared with nobody else.
    const names = [ofSupport, ofFinance].map((one) => [...new Set(heard(one))])
    expect(names.map(({ length }) => length)).toEqual([1, 1])
    expect(names[0]).not.toEqual(names[1])
    expect(heard(ofAdmin)).not.toContain(names[0]?.[0])
    for (const one of listeners) one.leave()
  })
})

onEachDatabase('open streams', (stack, backing) => {
  let other: Awaited<ReturnType<typeof startBeside>>
  beforeAll(async () => {
    other = await startBeside(stack(), backing)
  })
  afterAll(() => other.stop())

  /** Opens one stream at this instance and one at the other instance. */
  const both = async (visitor: Visitor) => [
    await listenToStream(visitor),
    await listenToStream(visitor, { origin: other.origin }),
  ]
  async function allClosed(listeners: readonly StreamListener[]): Promise<void> {
    for (const one of listeners) await expect.poll(() => one.end(), inTime).toBe('whole')
    expect(listeners.map(({ tolds }) => tolds.at(-1)?.name)).toEqual(['close', 'close'])
  }

  describe('close on every instance', () => {
    it('when an administrator ends the session', async () => {
      const [finance, admin] = [await stack().as('finance'), await stack().as('admin')]
      const open = await both(finance)
      const params = { session: await handleOf(finance) }
      await admin.get(endpoints.endSession, { params, body: { reason: 'suspicious' } })
      await allClosed(open)
      const again = await listenToStream(finance)
      expect(again.status).toBe(401)
    })

    it('when the person ends it from another browser', async () => {
      const [finance, elsewhere] = [await stack().as('finance'), await stack().as('finance')]
      const open = await both(finance)
      await elsewhere.get(endpoints.endOtherSessions)
      await allClosed(open)
    })

    it('at sign-out', async () => {
      const finance = await stack().as('finance')
      const open = await both(finance)
      await finance.get(endpoints.signOut)
      await allClosed(open)
    })

    it('at a change of role', async () => {
      const visitor = await stack().as('twoRoles')
      const open = await both(visitor)
      await visitor.get(endpoints.chooseRole, { body: { role: 'compliance' } })
      await allClosed(open)
      const again = await listenToStream(visitor)
      expect(again.status).toBe(200)
      again.leave()
    })
  })
})
