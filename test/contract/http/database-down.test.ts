import { createMigratedDatabase } from '@paydesk/bff/platform/database/test-store.test-kit'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLink } from '../../support/contract/database-proxy.ts'
import { type EndpointInput, inputsAbout } from '../../support/contract/endpoint-calls.ts'
import { measureOwnTime } from '../../support/contract/own-time.ts'
import { askedPaths, forgetRequests, problemIn } from '../../support/contract/support.ts'
import { sleepFor } from '../../support/stack/sleep.ts'
import { type Stack, startStack, type Visitor } from '../../support/stack/start.ts'

// Measure in the long form only.
/** Time limit (ms) for one wait for the database (3.3 s at most); a second wait would exceed the limit. */
const inTime = isFullRun ? 5_500 : Number.POSITIVE_INFINITY
/** Time limit (ms) of a recovery: less than one wait per lost connection. */
const soonBackMs = isFullRun ? 5_000 : 60_000
/** Time limit (ms) of a recovery on a busy machine. */
const backMs = 60_000

describe('an unavailable database', () => {
  let stack: Stack
  let link: Awaited<ReturnType<typeof startLink>>
  let visitor: Visitor
  let read: EndpointInput

  beforeAll(async () => {
    link = await startLink(new URL(await createMigratedDatabase()))
    stack = await startStack({ config: { DATABASE_URL: link.url } })
    visitor = await stack.as('compliance')
    read = (await inputsAbout(stack, 'cust-00417')).showTransaction
    // Open several connections, so that the pool has more than one connection to lose.
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
    const ask = () => [
      visitor.call(endpoints.showTransaction, read),
      visitor.call(endpoints.showCurrentSession),
      visitor.call(endpoints.searchRecords, { params: { env: 'stage' }, body: { text: 'cust-00417' } }),
    ]
    const { value: answers, ownMs } = await measureOwnTime(() => Promise.all(ask()))
    for (const answer of answers) {
      const { status, retryAfter } = problemIn(answer, 'unavailable', 'record_unavailable')
      expect([status, retryAfter]).toEqual([503, 5])
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(ownMs).toBeLessThan(inTime)
    // Expects no call to the payment service, because no session could be checked.
    expect(await askedPaths(stack)).toEqual([])
    const probe = await visitor.send('GET', '/readyz')
    expect([probe.status, probe.text]).toEqual([503, 'database does not answer\n'])
    expect((await visitor.send('GET', '/livez')).status).toBe(200)
  }

  async function expectBack(withinMs = backMs): Promise<void> {
    const giveUpAt = performance.now() + backMs
    const { ownMs } = await measureOwnTime(async () => {
      for (;;) {
        const answer = await visitor.call(endpoints.showTransaction, read)
        if (answer.status === 200) break
        expect(performance.now(), answer.text).toBeLessThan(giveUpAt)
        await sleepFor(100)
      }
    })
    expect(ownMs).toBeLessThan(withinMs)
    expect((await visitor.send('GET', '/readyz')).status).toBe(200)
  }

  it('refusing: answers 503 at once, reports the problem at sign-in, recovers without a restart', async () => {
    link.state.mode = 'refuse'
    link.cut()
    await expectGone()
    const at = await stack.visitor().signIn('support')
    expect([at.pathname, at.searchParams.get('problem')]).toEqual(['/sign-in', 'unavailable'])
    link.state.mode = 'pass'
    await expectBack()
  })

  it('silent: answers 503 in time, recovers without a restart', async () => {
    link.state.mode = 'swallow'
    await expectGone()
    link.state.mode = 'pass'
    await expectBack()
  })

  it('silent on every open connection: the pool opens new connections', async () => {
    // Wait until the pool has dropped the connections of the silent test (2.8 s): a drop after the freeze
    // would let the calls find new connections already.
    await sleepFor(3_000)
    const ask = () => visitor.call(endpoints.showTransaction, read)
    await Promise.all(Array.from({ length: 10 }, ask))
    link.freeze()
    // Make more calls than there are background jobs, which may use up frozen connections.
    const { value: answers, ownMs } = await measureOwnTime(() => Promise.all(Array.from({ length: 5 }, ask)))
    expect(ownMs).toBeLessThan(inTime)
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused).not.toEqual([])
    for (const answer of refused) problemIn(answer, 'unavailable')
    await expectBack(soonBackMs)
  })

  it('cutting every connection: the next call opens a new connection', async () => {
    link.cut()
    await sleepFor(50)
    await expectBack(soonBackMs)
  })

  it('logs the failure without statements and database names', () => {
    const log = stack.logged.join('')
    expect(log).not.toMatch(/select |insert |postgres:|paydesk_[0-9a-f]{32}/i)
    expect(log).toContain('database failure')
  })
})
