import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unwrapOperationalText } from '../platform/access/guarded.ts'
import { faultRows, sendBody, slowRows, validReply } from './fault-rows.test-kit.ts'
import {
  buildReply,
  buildStateBody,
  canaryText,
  FaultServer,
  openTestService,
  type ServerBehaviour,
  sendBytes,
  shortLimits,
  type TestService,
  testClientName,
  testIdentityId,
  testReference,
  testToken,
  testTransactionId,
} from './fault-server.test-kit.ts'

describe('every fault ends in one known outcome', () => {
  let server: FaultServer
  let testService: TestService
  beforeEach(async () => {
    server = await new FaultServer(() => {}).start()
    testService = openTestService(server.url)
  })
  afterEach(async () => {
    await testService.service.close()
    await server.stop()
  })

  const read = async () => {
    const outcome = await testService.service.readState(testTransactionId, {
      reference: testReference,
      fresh: true,
    })
    const text =
      outcome.outcome === 'failed'
        ? [outcome.problem, outcome.cause, outcome.upstreamCode ?? ''].join(' ').trim()
        : outcome.outcome
    return { outcome, words: text }
  }
  const shown = (outcome: unknown) => JSON.stringify([outcome, testService.log])

  test.each(faultRows)('%s', async (_, behave, expected, most = 2) => {
    server.behave = behave
    const { outcome, words: text } = await read()
    // Proves that no time limit was reached: a timeout has another problem and cause.
    expect(text).toBe(expected)
    expect(server.seen.length).toBeLessThanOrEqual(most)
    for (const secret of [canaryText, testToken, testClientName]) expect(shown(outcome)).not.toContain(secret)
    const line = testService.log.at(-1)
    expect(line).toMatchObject({ event: 'upstream.call', operation: 'state', reference: testReference })
    expect(line?.transaction, 'only an id that the service knows').toBe(
      text === 'found' ? testTransactionId : undefined,
    )
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    server.behave = sendBytes(validReply)
    expect((await read()).words, 'the next read').toBe('found')
  })

  test('U-05 retries a refused connection once and reports it', async () => {
    await server.stop()
    const { words: text } = await read()
    expect(text).toBe('upstream_unreachable connect_refused')
    expect(testService.log.at(-1)?.tries).toBe(2)
  })

  test('U-07 reads on when kept-alive sockets are reset at their reuse', async () => {
    const used = new WeakSet<object>()
    server.behave = ({ socket }) => {
      if (used.has(socket)) return void socket.resetAndDestroy()
      used.add(socket)
      socket.write(validReply)
    }
    const words = new Set<string>()
    for (let i = 0; i < 100; i += 1) words.add((await read()).words)
    expect([...words]).toEqual(['found'])
  })

  test('U-08 reads an answer sent one byte per packet', async () => {
    server.behave = ({ socket }) => {
      const bytes = Buffer.from(validReply)
      const next = (at: number) => {
        if (at < bytes.length) socket.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1))
      }
      next(0)
    }
    expect((await read()).words).toBe('found')
  })

  test('U-11 never takes bytes after the body for the answer to the next request', async () => {
    server.behave = sendBytes(`${validReply}${buildReply(buildStateBody({ state: 'SUCCESS' }))}`)
    for (let i = 0; i < 5; i += 1) {
      const { outcome, words: text } = await read()
      expect(['found', 'upstream_bad_response http_malformed', 'upstream_unreachable reset']).toContain(text)
      if (outcome.outcome === 'found') expect(unwrapOperationalText(outcome.value.state)).toBe('PENDING')
    }
  })

  test.each([301, 302, 303, 307, 308])('U-15 does not follow redirect %i', async (status) => {
    const sinkhole = await new FaultServer(sendBytes(validReply)).start()
    server.behave = sendBytes(
      buildReply('', {
        status: `${status} X`,
        headers: [`Location: ${sinkhole.url}/v1/authorization/${testTransactionId}`],
      }),
    )
    expect((await read()).words).toBe('upstream_bad_response http_redirect')
    expect(sinkhole.seen).toHaveLength(0)
    expect(server.seen).toHaveLength(1)
    await sinkhole.stop()
  })

  test('U-30 uses the last of two equal fields', async () => {
    server.behave = sendBody(`${buildStateBody().slice(0, -1)},"state":"SUCCESS"}`)
    const { outcome } = await read()
    expect(outcome.outcome === 'found' && unwrapOperationalText(outcome.value.state)).toBe('SUCCESS')
  })

  test('U-28 rejects an identity record with another id', async () => {
    server.behave = sendBody(JSON.stringify({ id: '_other_0000', profile: { first_name: canaryText } }))
    expect(await testService.service.readIdentity(testIdentityId, { reference: testReference })).toEqual({
      outcome: 'failed',
      problem: 'upstream_mismatch',
      cause: 'other_id',
    })
  })

  test('sends the headers that the interface requires, once each, without content coding', async () => {
    await testService.service.close()
    testService = openTestService(`${server.url}/stage/`)
    server.behave = sendBytes(validReply)
    await read()
    const lines = server.seen[0]?.head.split('\r\n') ?? []
    expect(lines[0]).toBe(`GET /stage/v1/authorization/${testTransactionId} HTTP/1.1`)
    const names = lines.slice(1).map((line) => line.split(':')[0]?.toLowerCase())
    expect(names.toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'from',
      'host',
      'x-request-id',
    ])
    for (const line of [
      `from: ${testClientName}`,
      `authorization: Bearer ${testToken}`,
      'accept-encoding: identity',
      `x-request-id: ${testReference}`,
    ]) {
      expect(lines).toContain(line)
    }
  })
})

/** Sends one byte after the other, without end. */
const drip: ServerBehaviour = ({ socket }) => {
  let at = 0
  const timer = setInterval(
    () => (socket.destroyed ? clearInterval(timer) : socket.write(validReply.charAt(at++))),
    20,
  )
  socket.write(buildReply('', { length: 10_000 }))
}

// Run concurrently: every test waits for its time limit.
describe.concurrent('time limits', () => {
  async function inQuickDoor(
    behave: ServerBehaviour,
    run: (server: FaultServer, testService: TestService) => Promise<void>,
  ) {
    const server = await new FaultServer(behave).start()
    const testService = openTestService(server.url, shortLimits)
    try {
      await run(server, testService)
    } finally {
      await testService.service.close()
      await server.stop()
    }
  }
  const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 })
  const read = (testService: TestService) =>
    testService.service.readState(testTransactionId, { reference: testReference, fresh: true })

  test.each([...slowRows, ['U-04 one byte at a time', drip, 'deadline'] as const])(
    '%s: destroys the socket and succeeds with the next read',
    (_, behave, cause) =>
      inQuickDoor(behave, async (server, testService) => {
        const begun = performance.now()
        const outcome = await read(testService)
        expect(outcome).toMatchObject({ outcome: 'failed', problem: 'upstream_timeout', cause })
        if (cause === 'deadline') expect(performance.now() - begun).toBeGreaterThan(shortLimits.totalMs - 20)
        expect(server.seen).toHaveLength(1)
        await soon(() => expect(server.seen[0]?.socket.destroyed).toBe(true))
        for (const secret of [canaryText, testToken, testClientName])
          expect(JSON.stringify([outcome, testService.log])).not.toContain(secret)
        server.behave = sendBytes(validReply)
        await soon(async () => expect((await read(testService)).outcome).toBe('found'))
      }),
  )

  test('U-34 ends a stalled TLS handshake', () =>
    inQuickDoor(
      () => {},
      async (server) => {
        const secure = openTestService(server.url.replace('http:', 'https:'), shortLimits)
        expect(await read(secure)).toMatchObject({
          outcome: 'failed',
          problem: expect.stringMatching(/^upstream_(unreachable|timeout)$/),
        })
        await secure.service.close()
      },
    ))
})
