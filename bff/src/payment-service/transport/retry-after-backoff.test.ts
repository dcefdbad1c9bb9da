import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  buildReply,
  buildStateBody,
  buildStateReply,
  buildTransactionId,
  createManualClock,
  createMany,
  FaultServer,
  openTestService,
  patientLimits,
  type ReceivedRequest,
  sendHealthyState,
  sendStatus,
  type TestService,
  testIdentityId,
  testReference,
  testTransactionId,
} from '../fault-server.test-kit.ts'
import { systemClock, type UpstreamClock, type UpstreamLimits } from '../parsing/limits.ts'

let server: FaultServer
let testService: TestService
let clock: ReturnType<typeof createManualClock>
const open = (limits: UpstreamLimits, at: UpstreamClock = clock): void => {
  testService = openTestService(server.url, limits, at)
}
const read = (i = 0) =>
  testService.service.readState(buildTransactionId(i), { reference: testReference, fresh: true })
const words = async (i = 0): Promise<string> => {
  const outcome = await read(i)
  return outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
}

beforeEach(async () => {
  server = await new FaultServer(sendHealthyState).start()
  clock = createManualClock()
  open(patientLimits)
})
afterEach(async () => {
  await testService.service.close()
  await server.stop()
})

describe('equal reads', () => {
  test('share one request for 100 callers at once, separate from other ids', async () => {
    server.behave = (receivedRequest) => server.later(receivedRequest, 50, buildStateReply(receivedRequest))
    const outcomes = await Promise.all([...createMany(100, () => read(1)), ...createMany(5, (i) => read(i))])
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['found']))
    expect(server.seen).toHaveLength(5)
  })

  test('get a cached final state, marked as cached, until a fresh read', async () => {
    const limits = { ...patientLimits, memory: { entries: 2, ms: 30_000 } }
    await testService.service.close()
    open(limits)
    server.behave = ({ socket }) => void socket.write(buildReply(buildStateBody({ state: 'SUCCESS' })))
    const get = async (fresh = false) => {
      const outcome = await testService.service.readState(testTransactionId, {
        reference: testReference,
        fresh,
      })
      return outcome.outcome === 'found' ? outcome.reading : null
    }
    const first = await get()
    expect(first?.from).toBe('service')
    expect(await get()).toEqual({ at: first?.at, from: 'memory' })
    expect((await get(true))?.from).toBe('service')
    clock.now += 29_999
    expect((await get())?.from).toBe('memory')
    expect(server.seen).toHaveLength(2)
    clock.now += 2
    expect((await get())?.from).toBe('service')
    server.behave = ({ socket }) => void socket.write(buildReply(buildStateBody()))
    expect((await get(true))?.from).toBe('service')
    expect((await get())?.from).toBe('service')
  })
})

describe('status 429', () => {
  const holding = { ...patientLimits, hold: { inlineMs: 2_000, maxMs: 60_000, spacingMs: 150 } }

  test('U-19 waits once for a short Retry-After', async () => {
    await testService.service.close()
    open(holding, systemClock)
    server.behave = (receivedRequest) =>
      receivedRequest.nth === 1
        ? sendStatus('429 X', 'Retry-After: 1')(receivedRequest)
        : sendHealthyState(receivedRequest)
    const begun = performance.now()
    expect(await words()).toBe('found')
    expect(performance.now() - begun).toBeGreaterThan(990)
    expect(server.seen).toHaveLength(2)
  })

  const rows = [
    '3600',
    '-1',
    'abc',
    '1e3',
    new Date(Date.now() - 86_400_000).toUTCString(),
    new Date(Date.now() + 3_600_000).toUTCString(),
    '',
  ]
  test.each(rows)('U-20 backs off for Retry-After %s', async (value) => {
    await testService.service.close()
    open(holding)
    server.behave = sendStatus('429 X', ...(value === '' ? [] : [`Retry-After: ${value}`]))
    for (const outcome of [await read(1), await read(2), ...(await Promise.all(createMany(10, read)))]) {
      expect(outcome).toMatchObject({ outcome: 'failed', problem: 'upstream_busy' })
      if (outcome.outcome === 'failed') expect(outcome.retryAfter).toBeLessThanOrEqual(60)
    }
    // Expect two: the second one tells that the answer was not about the first id alone.
    expect(server.seen).toHaveLength(2)
  })

  test('sends one probe after the wait, and the other calls after its success', async () => {
    await testService.service.close()
    open(holding)
    server.behave = sendStatus('429 X')
    await read()
    await Promise.all(createMany(10, read))
    expect(server.seen).toHaveLength(2)
    clock.now += 149
    await Promise.all(createMany(10, read))
    expect(server.seen).toHaveLength(2)
    clock.now += 1
    await Promise.all(createMany(10, read))
    expect(server.seen).toHaveLength(3)
    server.behave = sendHealthyState
    clock.now += 150
    expect(await words()).toBe('found')
    expect(await Promise.all(createMany(10, words))).toEqual(createMany(10, () => 'found'))
  })

  const throttleOne = (id: number, retryAfter: string) => (receivedRequest: ReceivedRequest) =>
    receivedRequest.path.endsWith(`/${buildTransactionId(id)}`)
      ? sendStatus('429 X', `Retry-After: ${retryAfter}`)(receivedRequest)
      : sendHealthyState(receivedRequest)

  test('for one id holds that id alone', async () => {
    await testService.service.close()
    open(holding)
    server.behave = throttleOne(1, '3600')
    expect(await words(1)).toBe('http_429')
    // Read the others at once, as a list does: all of them are answered.
    expect(await Promise.all(createMany(20, words))).toEqual(
      createMany(20, (i) => (i === 1 ? 'held_id' : 'found')),
    )
    expect(server.seen).toHaveLength(20)
    expect(await read(1)).toMatchObject({ problem: 'upstream_busy', retryAfter: 60 })
    server.behave = sendHealthyState
    clock.now += 60_000
    expect(await words(1)).toBe('found')
  })

  test('for one id after another holds each of them alone, with other ids answered in between', async () => {
    await testService.service.close()
    open(holding)
    server.behave = (receivedRequest) =>
      receivedRequest.path.endsWith(`/${buildTransactionId(1)}`)
        ? throttleOne(1, '60')(receivedRequest)
        : throttleOne(2, '60')(receivedRequest)
    expect([await words(1), await words(3), await words(2), await words(4), await words(5)]).toEqual([
      'http_429',
      'found',
      'http_429',
      'found',
      'found',
    ])
    expect([await words(1), await words(2)]).toEqual(['held_id', 'held_id'])
  })

  test('does not hold other operations', async () => {
    server.behave = (receivedRequest) =>
      receivedRequest.path.includes('authorization')
        ? sendStatus('429 X')(receivedRequest)
        : void receivedRequest.socket.write(buildReply(`{"id":"${testIdentityId}"}`))
    await read()
    expect(
      (await testService.service.readIdentity(testIdentityId, { reference: testReference })).outcome,
    ).toBe('found')
  })
})
