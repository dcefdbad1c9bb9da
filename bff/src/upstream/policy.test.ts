import { identityId } from '@paydesk/shared/ids'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Door,
  FaultServer,
  healthy,
  idAt,
  many,
  openDoor,
  pause,
  quick,
  ref,
  stateOf,
  status,
} from './fault-server.test-kit.ts'
import { defaultLimits, type UpstreamLimits } from './limits.ts'

let server: FaultServer
let door: Door
const open = (limits: UpstreamLimits): void => {
  door = openDoor(server.url, limits)
}
const read = (i = 0) => door.service.readState(idAt(i), { reference: ref, fresh: true })
const words = async (i = 0): Promise<string> => {
  const outcome = await read(i)
  return outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
}

beforeEach(async () => {
  server = await new FaultServer(healthy).start()
  open(quick)
})
afterEach(async () => {
  await door.service.close()
  await server.stop()
})

// A very busy machine can miss a time; a wrong policy misses it every time.
describe('bulkheads', { retry: 2 }, () => {
  test('U-37 a hanging identity leaves transactions alone', async () => {
    server.behave = (seen) => (seen.path.includes('/identity/') ? undefined : healthy(seen))
    const hanging = many(30, (i) =>
      door.service.readIdentity(identityId.parse(`identity_${i}`), { reference: ref }),
    )
    await vi.waitFor(() => expect(door.service.health().lanes.identity.running).toBe(4))
    const times: number[] = []
    for (let i = 0; i < 50; i += 1) {
      const begun = performance.now()
      expect(await words(i)).toBe('found')
      times.push(performance.now() - begun)
    }
    expect(times.toSorted((a, b) => a - b)[25]).toBeLessThan(60)
    await Promise.all(hanging)
  })

  test('never more at once than slots; whoever finds no place to wait is told at once', async () => {
    await door.service.close()
    open({ ...quick, waiting: 10 })
    server.behave = (seen) => server.later(seen, 40, stateOf(seen))
    const ended = await Promise.all(many(30, words))
    expect(ended.filter((one) => one === 'found')).toHaveLength(18)
    expect(ended.filter((one) => one === 'lane_full')).toHaveLength(12)
    expect(server.mostParallel).toBe(8)
  })

  test('a wait for a slot ends in time', async () => {
    server.behave = () => {}
    const begun = performance.now()
    const ended = await Promise.all(many(40, words))
    expect(performance.now() - begun).toBeLessThan(quick.totalMs + 300)
    expect(new Set(ended)).toEqual(new Set(['first_byte', 'lane_full']))
  })
})

describe('retries and the breaker', { retry: 2 }, () => {
  const noBreaker = { ...quick, breaker: { ...quick.breaker, minimum: 1e9 } }
  const early = { ...quick, breaker: { share: 0.5, minimum: 20, windowMs: 1_000, openMs: 300, quietMs: 150 } }

  test('U-21 an outage is not multiplied', async () => {
    await door.service.close()
    open(noBreaker)
    server.behave = status('503 X')
    for (let i = 0; i < 25; i += 1) await Promise.all(many(8, (k) => read(k)))
    expect(server.seen.length).toBeGreaterThan(205)
    expect(server.seen.length).toBeLessThanOrEqual(220)
  })

  test('opens at half of twenty, refuses without a request, probes with one, closes', async () => {
    await door.service.close()
    open(early)
    server.behave = status('500 X')
    for (let i = 0; i < 20; i += 1) expect(await words(i)).toBe('http_500')
    expect(door.service.health().operations.state).toMatchObject({
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
    await pause(310)
    server.behave = (seen) => server.later(seen, 60, stateOf(seen))
    const ended = await Promise.all(many(10, words))
    expect(server.seen).toHaveLength(sent + 1)
    expect(ended.filter((one) => one === 'found')).toHaveLength(1)
    expect(ended.filter((one) => one === 'breaker_open')).toHaveLength(9)
    expect(await words()).toBe('found')
    const changes = door.log.filter(({ event }) => event === 'upstream.breaker').map(({ code }) => code)
    expect(changes).toEqual(['open', 'half_open', 'closed'])
  })

  test('a failed probe sends one request and waits again', async () => {
    await door.service.close()
    open(early)
    server.behave = status('500 X')
    for (let i = 0; i < 20; i += 1) await words(i)
    const sent = server.seen.length
    await pause(310)
    expect(await words()).toBe('http_500')
    expect(await words()).toBe('breaker_open')
    expect(server.seen).toHaveLength(sent + 1)
  })

  test.each(['400 X', '401 X', '404 X', '409 X', '200 OK'])('%s never opens it', async (line) => {
    server.behave = status(line)
    for (let i = 0; i < 40; i += 1) await words(i)
    expect(door.service.health().operations.state.breaker).toBe('closed')
    expect(server.seen).toHaveLength(40)
  })

  test('U-38 a service that flaps is used whenever it is up', async () => {
    await door.service.close()
    open({ ...early, breaker: { ...early.breaker, windowMs: 1_500, quietMs: 400 } })
    const tally = { up: 0, good: 0 }
    let isUp = true
    server.behave = (seen) => (isUp ? healthy(seen) : status('503 X')(seen))
    const flap = setInterval(() => {
      isUp = !isUp
    }, 200)
    const until = performance.now() + 3_200
    for (let i = 0; performance.now() < until; i += 1) {
      const before = isUp
      const good = (await words(i)) === 'found'
      if (before && isUp) tally.up += 1
      if (before && isUp && good) tally.good += 1
      await pause(5)
    }
    clearInterval(flap)
    expect(tally.good / tally.up).toBeGreaterThan(0.9)
  })

  test('U-39 the first success comes soon after the service is back', async () => {
    await door.service.close()
    open(early)
    await server.stop()
    for (let i = 0; i < 30; i += 1) await words(i)
    expect(await words()).toBe('breaker_open')
    await server.start()
    const begun = performance.now()
    while ((await words()) !== 'found') await pause(10)
    expect(performance.now() - begun).toBeLessThan(early.breaker.openMs + 250)
  })

  test('the defaults are the promised ones', () => {
    expect(defaultLimits).toMatchObject({
      connectMs: 1_000,
      firstByteMs: 3_000,
      totalMs: 8_000,
      bodyBytes: 2 ** 20,
      listBodyBytes: 2 ** 22,
    })
    expect(defaultLimits.slots).toEqual({ transaction: 8, identity: 4, documents: 2, background: 2 })
  })
})
