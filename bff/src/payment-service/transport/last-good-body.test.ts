import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createExpiringCache } from './last-good-body.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('removes expired records even if nothing reads them', () => {
  const memory = createExpiringCache<{ id: string }>({ entries: 10, ms: 100 }, () => performance.now() + 1)
  memory.set('a', { id: 'a' })
  vi.advanceTimersByTime(60)
  memory.set('b', { id: 'b' })
  expect(memory.get('a')).toEqual({ id: 'a' })
  vi.advanceTimersByTime(50)
  expect(memory.size).toBe(1)
  vi.advanceTimersByTime(60)
  expect([memory.size, vi.getTimerCount()]).toEqual([0, 0])
})
