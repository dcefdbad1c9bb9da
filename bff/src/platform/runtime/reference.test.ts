import { supportReferenceSchema } from '@paydesk/shared/core/ids'
import { describe, expect, it } from 'vitest'
import { generateSupportReference } from './reference.ts'

describe('generateReference', () => {
  const many = Array.from({ length: 20_000 }, generateSupportReference)

  it('has the form of a support reference, without ambiguous letters', () => {
    expect(
      many.filter((one) => !supportReferenceSchema.safeParse(one).success || /[ILOU]/.test(one)),
    ).toEqual([])
  })

  it('does not repeat a reference', () => {
    expect(new Set(many).size).toBe(many.length)
  })

  it('uses every letter equally often in every place', () => {
    for (let place = 3; place < 13; place += 1) {
      const counts = new Map<string, number>()
      for (const one of many) counts.set(one.charAt(place), (counts.get(one.charAt(place)) ?? 0) + 1)
      expect(counts.size).toBe(32)
      // Average: 625 per letter; five standard deviations are about 123.
      expect(Math.min(...counts.values())).toBeGreaterThan(470)
      expect(Math.max(...counts.values())).toBeLessThan(780)
    }
  })
})
