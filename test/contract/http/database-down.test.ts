import { requestPostgresUrl } from '@paydesk/bff/platform/database/test-store.test-kit'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLink } from '../../support/contract/database-proxy.ts'
import { type Input, inputsAbout } from '../../support/contract/endpoint-calls.ts'
import { askedPaths, forgetRequests, pause, problemIn } from '../../support/contract/support.ts'
import { newDatabase, type Stack, startStack, type Visitor } from '../../support/stack/start.ts'

// Only the long form measures: it has the machine to itself.
/** The database is waited for once, 3.3 s at most: a second wait would take longer than this (ms). */
const inTime = isFullRun ? 5_500 : Number.POSITIVE_INFINITY
/** Not one wait for each of the connections that are lost (ms). */
const soonBackMs = isFullRun ? 5_000 : 60_000
/** A database that is there again is found, however busy this machine is (ms). */
const backMs = 60_000

describe('a database that goes away', () => {
  let stack: Stack
  let link: Awaited<ReturnType<typeof startLink>>
  let visitor: Visitor
  let read: Input

  beforeAll(async () => {
    link = await startLink(new URL(await newDatabase(await requestPostgresUrl())))
    stack = await startStack({ config: { DATABASE_URL: link.url } })
    visitor = await stack.as('compliance')
    read = (await inputsAbout(stack, 'cust-00417')).showTransaction
    // Several connections, so that the pool has more than one to lose.
    await Promise.all(Array.from({ length: 10 }, () => visitor.call(endpoints.showTransaction, read)))
  })
  afterAll(async () => {
    link.state.mode = 'pass'
    link.cut()
    await stack.stop()
    await link.stop()
  })

  async function expectGone(): Promise<void> {
    await forgetRequests(stack)
    const begun = performance.now()
    const answers = await Promise.all([
      visitor.call(endpoints.showTransaction, read),
      visitor.call(endpoints.showCurrentSession),
      visitor.call(endpoints.searchRecords, { params: { env: 'stage' }, body: { text: 'cust-00417' } }),
    ])
    for (const answer of answers) {
      const { status, retryAfter } = problemIn(answer, 'unavailable', 'record_unavailable')
      expect([status, retryAfter]).toEqual([503, 5])
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(performance.now() - begun).toBeLessThan(inTime)
    // Without a session that can be checked the service is asked nothing.
    expect(await askedPaths(stack)).toEqual([])
    const probe = await visitor.send('GET', '/readyz')
    expect([probe.status, probe.text]).toEqual([503, 'database does not answer\n'])
    expect((await visitor.send('GET', '/livez')).status).toBe(200)
  }

  async function expectBack(withinMs = backMs): Promise<void> {
    const begun = performance.now()
    for (;;) {
      const answer = await visitor.call(endpoints.showTransaction, read)
      if (answer.status === 200) break
      expect(performance.now() - begun, answer.text).toBeLessThan(withinMs)
      await pause(100)
    }
    expect((await visitor.send('GET', '/readyz')).status).toBe(200)
  }

  it('refusing: 503 at once, sign-in says so on its page, back without a restart', async () => {
    link.state.mode = 'refuse'
    link.cut()
    await expectGone()
    const at = await stack.visitor().signIn('support')
    expect([at.pathname, at.searchParams.get('problem')]).toEqual(['/sign-in', 'unavailable'])
    link.state.mode = 'pass'
    await expectBack()
  })

  it('silent: 503 in time, back without a restart', async () => {
    link.state.mode = 'swallow'
    await expectGone()
    link.state.mode = 'pass'
    await expectBack()
  })

  it('silent on every connection that there was: the pool makes new ones', async () => {
    // What the silence before swallowed is given up after 2.8 s, and every connection of then with it:
    // were that to fall behind the freeze, the call would find a new one already.
    await pause(3_000)
    const ask = () => visitor.call(endpoints.showTransaction, read)
    await Promise.all(Array.from({ length: 10 }, ask))
    link.freeze()
    const begun = performance.now()
    // More calls than jobs that run by themselves: these may take a frozen connection, and the pool makes another.
    const answers = await Promise.all(Array.from({ length: 5 }, ask))
    expect(performance.now() - begun).toBeLessThan(inTime)
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused).not.toEqual([])
    for (const answer of refused) problemIn(answer, 'unavailable')
    await expectBack(soonBackMs)
  })

  it('cutting every connection: the next call finds a new one', async () => {
    link.cut()
    await pause(50)
    await expectBack(soonBackMs)
  })

  it('says nothing of the database in answers, and no statement in the log', () => {
    const log = stack.logged.join('')
    expect(log).not.toMatch(/select |insert |postgres:|paydesk_[0-9a-f]{32}/i)
    expect(log).toContain('database failure')
  })
})
