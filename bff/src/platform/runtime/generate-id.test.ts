import { expect, it } from 'vitest'
import { generateId } from './generate-id.ts'

it('generates ids of twenty characters, all equally likely', () => {
  const made = Array.from({ length: 500 }, () => generateId('i'))
  for (const one of made) expect(one).toMatch(/^i_[0-9a-z]{20}$/)
  const counts = new Map<string, number>()
  for (const letter of made.map((one) => one.slice(2)).join(''))
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(36)
  // Average: 278 per character; six standard deviations are about 98.
  for (const count of counts.values()) expect(Math.abs(count - 278)).toBeLessThan(98)
})
