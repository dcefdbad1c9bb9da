import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  getSerializedResponse,
  markCacheable,
  markCacheableExcept,
  storeSerializedResponse,
} from './serialized-response-cache.ts'

const bytes = Buffer.from('{}')

describe('serialised answers', () => {
  it('are stored for cacheable objects, and for those objects only', () => {
    const answer = markCacheable({ a: 1 })
    expect(getSerializedResponse(answer)).toBeNull()
    storeSerializedResponse(answer, bytes)
    expect(getSerializedResponse(markCacheable(answer))).toBe(bytes)
    expect(getSerializedResponse({ a: 1 })).toBeNull()
  })

  it.each([{ a: 1 }, null, undefined, 'x', 0])('are not stored for %j, which is not cacheable', (answer) => {
    storeSerializedResponse(answer, bytes)
    expect(getSerializedResponse(answer)).toBeNull()
  })
})

describe('serialised answers that vary in one field', () => {
  const at = z.string().max(40)
  const bytesOf = (answer: object) => Buffer.from(JSON.stringify(answer))
  const written = (answer: object) => getSerializedResponse(answer)?.toString()

  it('are composed of the bytes of another variation and the field', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.jsonValue())),
        fc.string({ maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        (others, one, another) => {
          const members = others.filter(([name]) => name !== 'at' && name !== '__proto__')
          const half = Math.floor(members.length / 2)
          const base = {
            ...Object.fromEntries(members.slice(0, half)),
            at: 'base',
            ...Object.fromEntries(members.slice(half)),
          }
          const first = markCacheableExcept(base, 'at', one, at)
          expect(getSerializedResponse(first)).toBeNull()
          storeSerializedResponse(first, bytesOf(first))
          const second = markCacheableExcept(base, 'at', another, at)
          // Allow null: if another field looks the same, the answer is serialised again.
          expect([null, JSON.stringify({ ...base, at: another })]).toContain(written(second) ?? null)
        },
      ),
    )
  })

  it('are identical for the same value, and different for another', () => {
    const value = { of: 'one' }
    const member = z.object({ of: z.string() })
    const of = { at: value, note: 1 }
    storeSerializedResponse(markCacheableExcept(of, 'at', value, member), bytesOf(of))
    const later = { of: 'later' }
    const one = getSerializedResponse(markCacheableExcept(of, 'at', later, member))
    expect(one?.toString()).toBe(JSON.stringify({ ...of, at: later }))
    expect(getSerializedResponse(markCacheableExcept(of, 'at', later, member))).toBe(one)
    expect(written(markCacheableExcept(of, 'at', { of: 'two' }, member))).toBe(
      JSON.stringify({ ...of, at: { of: 'two' } }),
    )
    expect(written(markCacheableExcept(of, 'at', later, member))).toBe(JSON.stringify({ ...of, at: later }))
  })

  it('are found if a text looks like the field, and not found if another field does', () => {
    const text = { at: 'x', note: '"at":"one"' }
    storeSerializedResponse(markCacheableExcept(text, 'at', 'one', at), bytesOf({ ...text, at: 'one' }))
    expect(written(markCacheableExcept(text, 'at', 'two', at))).toBe(JSON.stringify({ ...text, at: 'two' }))
    const twice = { at: 'x', inner: { at: 'one' } }
    storeSerializedResponse(markCacheableExcept(twice, 'at', 'one', at), bytesOf({ ...twice, at: 'one' }))
    expect(written(markCacheableExcept(twice, 'at', 'two', at))).toBeUndefined()
  })

  it('are not returned if the field breaks its contract, or for a copy with another change', () => {
    const base = { at: 'x', other: 1 }
    storeSerializedResponse(markCacheableExcept(base, 'at', 'one', at), bytesOf({ ...base, at: 'one' }))
    expect(written(markCacheableExcept(base, 'at', 'x'.repeat(41), at))).toBeUndefined()
    expect(written({ ...markCacheableExcept(base, 'at', 'two', at), other: 2 })).toBeUndefined()
  })
})
