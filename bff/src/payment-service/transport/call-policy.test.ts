import { identityIdSchema } from '@paydesk/shared/core/ids'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
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
  testReference,
} from '../fault-server.test-kit.ts'
import {
  defaultUpstreamLimits,
  systemClock,
  type UpstreamClock,
  type UpstreamLimits,
} from '../parsing/limits.ts'

let server: FaultServer
let testService: TestService
const open = (limits: UpstreamLimits, clock: UpstreamClock = systemClock): void => {
  testService = openTestService(server.url, limits, clock)
}
const read = (i = 0) =>
  testService.service.readState(buildTransactionId(i), { reference: testReference, fresh: true })
const words = async (i = 0): Promise<string> => {
  const outcome = await read(i)
  return outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
}

beforeEach(async () => {
  server = await new FaultServer(sendHealthyState).start()
  open(patientLimits)
})
afterEach(async () => {
  await testService.service.close()
  await server.stop()
})

describe('bulkheads', () => {
  test('U-37 keep transactions unaffected by hanging identity reads', async () => {
    server.behave = (receivedRequest) =>
      receivedRequest.path.includes('/identity/') ? undefined : sendHealthyState(receivedRequest)
    const hanging = createMany(30, (i) =>
      testService.service.readIdentity(identityIdSchema.parse(`identity_${i}`), { reference: testReference }),
    )
    await expect.poll(() => testService.service.health().lanes.identity.running).toBe(4)
    // Read in another lane: in the same lane these reads would wait for the hanging ones until their time
    // limit.
    for (let i = 0; i < 50; i += 1) expect(await words(i)).toBe('found')
    expect(testService.service.health().lanes.identity.running).toBe(4)
    await testService.service.close()
    await Promise.all(hanging)
  })

  test('never exceed the slots, and refuse at once if the queue is full', async () => {
    await testService.service.close()
    open({ ...patientLimits, waiting: 10 })
    const receivedRequests: ReceivedRequest[] = []
    server.behave = (receivedRequest) => void receivedRequests.push(receivedRequest)
    const all = Promise.all(createMany(30, words))
    await expect.poll(() => receivedRequests.length).toBe(8)
    server.behave = (receivedRequest) => server.later(receivedRequest, 40, buildStateReply(receivedRequest))
    for (const receivedRequest of receivedRequests) server.behave(receivedRequest)
    const ended = await all
    expect(ended.filter((one) => one === 'found')).toHaveLength(18)
    expect(ended.filter((one) => one === 'lane_full')).toHaveLength(12)
    expect(server.mostParallel).toBe(8)
  })

  test('end the wait for a slot in time', async () => {
    await testService.service.close()
    open({ ...patientLimits, firstByteMs: 1_000, totalMs: 1_500 })
    server.behave = () => {}
    const ended = await Promise.all(createMany(40, words))
    expect(new Set(ended)).toEqual(new Set(['first_byte', 'lane_full']))
    // Expect at most two rounds of eight: without the limit on waiting there would be five.
    expect(server.seen.length).toBeLessThanOrEqual(16)
  })
})

describe('retries and the circuit breaker', () => {
  let clock: ReturnType<typeof createManualClock>
  beforeEach(() => {
    clock = createManualClock()
  })
  const noBreaker = { ...patientLimits, breaker: { ...patientLimits.breaker, minimum: 1e9 } }
  const early = {
    ...patientLimits,
    breaker: { share: 0.5, minimum: 20, windowMs: 1_000, openMs: 300, quietMs: 150 },
  }

  test('U-21 do not multiply an outage', async () => {
    await testService.service.close()
    open(noBreaker, clock)
    server.behave = sendStatus('503 X')
    for (let i = 0; i < 25; i += 1) await Promise.all(createMany(8, (k) => read(k)))
    expect(server.seen.length).toBeGreaterThan(205)
    expect(server.seen.length).toBeLessThanOrEqual(220)
  })

  test('opens the breaker at half of twenty, refuses without a request, probes once, closes', async () => {
    await testService.service.close()
    open(early, clock)
    server.behave = sendStatus('500 X')
    for (let i = 0; i < 20; i += 1) expect(await words(i)).toBe('http_500')
    expect(testService.service.health().operations.state).toMatchObject({
      breaker: 'open',
      lastProblem: 'upstream_unreachable',
      lastSuccess: null,
    })
    const sent = server.seen.length
    const refused = await read()
    expect(refused).toMatchObject({
      outcome: 'failed',
      problem: 'upstream_busy',
      cause: 'breaker_open',
      retryAfter: 1,
    })
    expect(server.seen).toHaveLength(sent)
    clock.now += 299
    expect(await words()).toBe('breaker_open')
    expect(server.seen).toHaveLength(sent)
    clock.now += 1
    server.behave = (receivedRequest) => server.later(receivedRequest, 60, buildStateReply(receivedRequest))
    const ended = await Promise.all(createMany(10, words))
    expect(server.seen).toHaveLength(sent + 1)
    expect(ended.filter((one) => one === 'found')).toHaveLength(1)
    expect(ended.filter((one) => one === 'breaker_open')).toHaveLength(9)
    expect(await words()).toBe('found')
    const changes = testService.log
      .filter(({ event }) => event === 'upstream.breaker')
      .map(({ code }) => code)
    expect(changes).toEqual(['open', 'half_open', 'closed'])
  })

  test('sends one request for a failed probe and waits again', async () => {
    await testService.service.close()
    open(early, clock)
    server.behave = sendStatus('500 X')
    for (let i = 0; i < 20; i += 1) await words(i)
    const sent = server.seen.length
    clock.now += 300
    expect(await words()).toBe('http_500')
    expect(await words()).toBe('breaker_open')
    expect(server.seen).toHaveLength(sent + 1)
  })

  test.each(['400 X', '401 X', '404 X', '409 X', '200 OK'])('%s never opens the breaker', async (line) => {
    await testService.service.close()
    open(patientLimits, clock)
    server.behave = sendStatus(line)
    for (let i = 0; i < 40; i += 1) await words(i)
    expect(testService.service.health().operations.state.breaker).toBe('closed')
    expect(server.seen).toHaveLength(40)
  })

  test('U-38 uses an unstable payment service while it is up', async () => {
    await testService.service.close()
    open({ ...early, breaker: { ...early.breaker, windowMs: 1_500, quietMs: 400 } }, clock)
    const tally = { up: 0, good: 0 }
    const begun = clock.now
    // Alternate 200 ms up and 200 ms down.
    const isUp = () => Math.floor((clock.now - begun) / 200) % 2 === 0
    server.behave = (receivedRequest) =>
      isUp() ? sendHealthyState(receivedRequest) : sendStatus('503 X')(receivedRequest)
    for (let i = 0; clock.now < begun + 3_200; i += 1) {
      const good = (await words(i)) === 'found'
      if (isUp()) tally.up += 1
      if (isUp() && good) tally.good += 1
      clock.now += 8
    }
    expect(tally.up).toBe(200)
    expect(tally.good / tally.up).toBeGreaterThan(0.9)
  })

  test('U-39 succeeds soon after the payment service is back', async () => {
    await testService.service.close()
    open(early, clock)
    await server.stop()
    for (let i = 0; i < 30; i += 1) await words(i)
    expect(await words()).toBe('breaker_open')
    await server.start()
    const begun = clock.now
    while ((await words()) !== 'found') clock.now += 10
    expect(clock.now - begun).toBeLessThanOrEqual(early.breaker.openMs)
  })

  test('uses the promised defaults', () => {
    expect(defaultUpstreamLimits).toMatchObject({
      connectMs: 1_000,
      firstByteMs: 3_000,
      totalMs: 8_000,
      bodyBytes: 2 ** 20,
      listBodyBytes: 2 ** 22,
    })
    expect(defaultUpstreamLimits.slots).toEqual({ transaction: 8, identity: 4, documents: 2, background: 2 })
  })
})
