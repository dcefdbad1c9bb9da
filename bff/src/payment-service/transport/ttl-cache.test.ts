import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTtlCache } from './ttl-cache.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('removes expired values even if nothing reads them', () => {
  const memory = createTtlCache<string>({ entries: 10, ms: 100 }, () => performance.now())
  memory.set('a', 'kept')
  vi.advanceTimersByTime(60)
  memory.set('b', 'later')
  expect(memory.get('a')).toBe('kept')
  // Expect no timer once the cache is empty.
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(0)
})

test('evicts the least recently used value', () => {
  const memory = createTtlCache<number>({ entries: 2, ms: 100 }, () => 0)
  memory.set('a', 1)
  memory.set('b', 2)
  memory.get('a')
  memory.set('c', 3)
  expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual([1, undefined, 3])
})
