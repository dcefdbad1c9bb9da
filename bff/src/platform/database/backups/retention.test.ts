import { expect, it } from 'vitest'
import { listExpiredBackups } from './retention.ts'

const at = (text: string) => Date.parse(text.length === 10 ? `${text}T02:30:00Z` : `${text}:00Z`)
const left = (times: readonly string[], daily: number, weekly: number) => {
  const expired = new Set(listExpiredBackups(times.map(at), { daily, weekly }))
  return times.filter((time) => !expired.has(at(time)))
}

it('keeps the newest of each day and of each week, counted back from the newest', () => {
  // 2026-11-02 is a Monday.
  const month = Array.from({ length: 30 }, (_, nth) => `2026-11-${String(nth + 1).padStart(2, '0')}`)
  expect(left(month, 3, 3)).toEqual(['2026-11-22', '2026-11-28', '2026-11-29', '2026-11-30'])
  expect(left(month, 1, 5)).toEqual(['2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29', '2026-11-30'])
  expect(left(month, 30, 0)).toEqual(month)
})

it('keeps the newest one of a day that has several', () => {
  const day = [
    '2026-11-04T23:59',
    '2026-11-05T00:00',
    '2026-11-05T12:00',
    '2026-11-05T23:59',
    '2026-11-06T00:00',
  ]
  expect(left(day, 3, 0)).toEqual(['2026-11-04T23:59', '2026-11-05T23:59', '2026-11-06T00:00'])
})

it('counts days that have a backup, so that a pause deletes nothing', () => {
  const sparse = ['2026-01-01', '2026-03-01', '2026-06-01', '2026-11-01']
  expect(left(sparse, 3, 0)).toEqual(['2026-03-01', '2026-06-01', '2026-11-01'])
})

it('never deletes the newest backup', () => {
  expect(left(['2026-11-01', '2026-11-02'], 0, 0)).toEqual(['2026-11-02'])
  expect(left(['2026-11-01'], 0, 0)).toEqual(['2026-11-01'])
  expect(left([], 0, 0)).toEqual([])
})
