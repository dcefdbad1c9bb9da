import { expect, it } from 'vitest'
import { generateId } from './generate-id.ts'

it('ids are beyond guessing: twenty letters, each as likely as the others', () => {
  const made = Array.from({ length: 500 }, () => generateId('i'))
  for (const one of made) expect(one).toMatch(/^i_[0-9a-z]{20}$/)
  const counts = new Map<string, number>()
  for (const letter of made.map((one) => one.slice(2)).join(''))
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(36)
  // 278 each on average; six standard deviations are about 98.
  for (const count of counts.values()) expect(Math.abs(count - 278)).toBeLessThan(98)
})
