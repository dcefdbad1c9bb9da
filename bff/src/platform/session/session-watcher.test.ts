import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../runtime/log.ts'
import type { Session } from './session.ts'
import { createSessionWatcher, type SessionWatchEnd } from './session-watcher.ts'

const log = createLogger('silent')

function session(hash: string): Session {
  return {
    hash,
    issuer: '',
    subject: '',
    name: '',
    roles: ['support'],
    role: 'support',
    merchants: null,
    idToken: '',
    handle: '',
    seenAt: 0,
    idleEndsAt: 0,
    endsAt: 0,
    breakGlassUntil: null,
    reauthenticatedAt: null,
    refreshToken: null,
    accessToken: null,
    authorityAt: 0,
    rightsVersion: 0,
  }
}

describe('the session watcher', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => vi.useRealTimers())

  function watched(standing: (hashes: readonly string[]) => Promise<Map<string, 'support' | 'finance'>>) {
    const asked: (readonly string[])[] = []
    const watch = createSessionWatcher(
      {
        listActivePrivileges: (hashes) => {
          asked.push(hashes)
          return standing(hashes)
        },
      },
      log,
    )
    const ends: [string, SessionWatchEnd][] = []
    return {
      watch,
      asked,
      ends,
      keep: (hash: string) => watch.watch(session(hash), (why) => ends.push([hash, why])),
    }
  }

  it('reports an ended session and a changed role within five seconds, once each', async () => {
    const roles = new Map<string, 'support' | 'finance'>([
      ['a', 'support'],
      ['b', 'support'],
      ['c', 'support'],
    ])
    const { ends, keep } = watched(async () => new Map(roles))
    for (const hash of ['a', 'b', 'c']) keep(hash)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ends).toEqual([])
    roles.delete('a')
    roles.set('b', 'finance')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(ends).toEqual([
      ['a', 'over'],
      ['b', 'over'],
    ])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ends).toHaveLength(2)
  })

  it('checks all sessions in one statement, and none if there are none', async () => {
    const { asked, keep } = watched(async (hashes) => new Map(hashes.map((hash) => [hash, 'support'])))
    const release = [keep('a'), keep('a'), keep('b')]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toEqual([['a', 'b']])
    for (const one of release) one()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])(
    'a database that %s for long ends all streams, because their sessions cannot be checked',
    async (_, standing) => {
      const { ends, keep } = watched(standing)
      keep('a')
      await vi.advanceTimersByTimeAsync(4_900)
      expect(ends).toEqual([])
      await vi.advanceTimersByTimeAsync(8_000)
      expect(ends).toEqual([['a', 'unknown']])
    },
  )

  it('a database that is away for a moment ends nothing', async () => {
    let isDown = false
    const { ends, keep } = watched(async (hashes) => {
      if (isDown) throw new Error('down')
      return new Map(hashes.map((hash) => [hash, 'support']))
    })
    keep('a')
    await vi.advanceTimersByTimeAsync(2_100)
    isDown = true
    await vi.advanceTimersByTimeAsync(2_000)
    isDown = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ends).toEqual([])
  })
})
