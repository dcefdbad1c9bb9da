import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Door,
  FaultServer,
  healthy,
  heldClock,
  idAt,
  identity,
  many,
  openDoor,
  patient,
  ref,
  reply,
  stateBody,
  stateOf,
  status,
  transaction,
} from '../fault-server.test-kit.ts'
import { systemClock, type UpstreamClock, type UpstreamLimits } from '../parsing/limits.ts'

let server: FaultServer
let door: Door
let clock: ReturnType<typeof heldClock>
const open = (limits: UpstreamLimits, at: UpstreamClock = clock): void => {
  door = openDoor(server.url, limits, at)
}
const read = (i = 0) => door.service.readState(idAt(i), { reference: ref, fresh: true })
const words = async (i = 0): Promise<string> => {
  const outcome = await read(i)
  return outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
}

beforeEach(async () => {
  server = await new FaultServer(healthy).start()
  clock = heldClock()
  open(patient)
})
afterEach(async () => {
  await door.service.close()
  await server.stop()
})

describe('equal reads', () => {
  test('100 at once are one request, other ids are others', async () => {
    server.behave = (seen) => server.later(seen, 50, stateOf(seen))
    const outcomes = await Promise.all([...many(100, () => read(1)), ...many(5, (i) => read(i))])
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['found']))
    expect(server.seen).toHaveLength(5)
  })

  test('a final state is kept, says so, and gives way to a fresh read', async () => {
    const limits = { ...patient, memory: { entries: 2, ms: 30_000 } }
    await door.service.close()
    open(limits)
    server.behave = ({ socket }) => void socket.write(reply(stateBody({ state: 'SUCCESS' })))
    const get = async (fresh = false) => {
      const outcome = await door.service.readState(transaction, { reference: ref, fresh })
      return outcome.outcome === 'found' ? outcome.reading : null
    }
    const first = await get()
    expect(first?.from).toBe('service')
    expect(await get()).toEqual({ at: first?.at, from: 'memory' })
    expect((await get(true))?.from).toBe('service')
    clock.now += 29_999
    expect((await get())?.from).toBe('memory')
    expect(server.seen).toHaveLength(2)
    clock.now += 1
    expect((await get())?.from).toBe('service')
    server.behave = ({ socket }) => void socket.write(reply(stateBody()))
    expect((await get(true))?.from).toBe('service')
    expect((await get())?.from).toBe('service')
  })
})

describe('429', () => {
  const holding = { ...patient, hold: { inlineMs: 2_000, maxMs: 60_000, spacingMs: 150 } }

  test('U-19 a short Retry-After is waited for, once', async () => {
    await door.service.close()
    open(holding, systemClock)
    server.behave = (seen) => (seen.nth === 1 ? status('429 X', 'Retry-After: 1')(seen) : healthy(seen))
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
  test.each(rows)('U-20 Retry-After %s', async (value) => {
    await door.service.close()
    open(holding)
    server.behave = status('429 X', ...(value === '' ? [] : [`Retry-After: ${value}`]))
    for (const outcome of [await read(1), await read(2), ...(await Promise.all(many(10, read)))]) {
      expect(outcome).toMatchObject({ outcome: 'failed', problem: 'upstream_busy' })
      if (outcome.outcome === 'failed') expect(outcome.retryAfter).toBeLessThanOrEqual(60)
    }
    expect(server.seen).toHaveLength(1)
  })

  test('after the hold one request probes, and the others follow its success', async () => {
    await door.service.close()
    open(holding)
    server.behave = status('429 X')
    await read()
    clock.now += 149
    await Promise.all(many(10, read))
    expect(server.seen).toHaveLength(1)
    clock.now += 1
    await Promise.all(many(10, read))
    expect(server.seen).toHaveLength(2)
    server.behave = healthy
    clock.now += 150
    expect(await words()).toBe('found')
    expect(await Promise.all(many(10, words))).toEqual(many(10, () => 'found'))
  })

  test('other operations are not held', async () => {
    server.behave = (seen) =>
      seen.path.includes('authorization')
        ? status('429 X')(seen)
        : void seen.socket.write(reply(`{"id":"${identity}"}`))
    await read()
    expect((await door.service.readIdentity(identity, { reference: ref })).outcome).toBe('found')
  })
})
