import { describe, expect, test } from 'vitest'
import { buildLinePath, buildPointPath, keepIsolatedPoints } from './line-path.ts'
import { chooseLabelledDays, computeAxisMarks, findDayIndexAt } from './time-chart-scale.ts'

describe('the axis of values', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('up to %d has few round marks', (most, marks) => {
    expect(computeAxisMarks(most)).toEqual(marks)
  })

  test('holds every count and has whole marks only', () => {
    for (let most = 1; most < 5_000; most += 7) {
      const marks = computeAxisMarks(most)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(most)
      expect(marks.length).toBeLessThanOrEqual(5)
      expect(marks.every(Number.isInteger)).toBe(true)
    }
  })
})

describe('the axis of days', () => {
  test.each([1, 2, 7, 14, 30, 90, 366])('of %d days labels about five, the last one always', (count) => {
    const labelled = chooseLabelledDays(count)
    expect(labelled.at(-1)).toBe(count - 1)
    expect(labelled.length).toBeLessThanOrEqual(5)
    expect(labelled.every((at) => at >= 0)).toBe(true)
  })

  test('finds the day under the pointer, also at and beyond the edges', () => {
    expect([-0.2, 0, 0.49, 0.5, 0.999, 1, 1.3].map((share) => findDayIndexAt(share, 4))).toEqual([
      0, 0, 1, 2, 3, 3, 3,
    ])
  })
})

test('a line keeps the gap where no value is known', () => {
  const toY = (value: number) => 10 - value
  expect(buildLinePath([1, 2, null, 4], toY)).toBe('M0.5 9L1.5 8M3.5 6')
  expect(buildPointPath([1, null], toY)).toBe('M0.5 9h.001')
})

test('a value that no line reaches keeps its mark, also at both ends and if it is zero', () => {
  expect(keepIsolatedPoints([1, null, 0, null, 3, 0, 4, null, 5])).toEqual([
    1,
    null,
    0,
    null,
    null,
    null,
    null,
    null,
    5,
  ])
  expect(keepIsolatedPoints([])).toEqual([])
})
