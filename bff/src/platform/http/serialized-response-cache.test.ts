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

describe('bytes of answers', () => {
  it('are kept for an object that was said to be shared, and for that very object', () => {
    const answer = markCacheable({ a: 1 })
    expect(getSerializedResponse(answer)).toBeNull()
    storeSerializedResponse(answer, bytes)
    expect(getSerializedResponse(markCacheable(answer))).toBe(bytes)
    expect(getSerializedResponse({ a: 1 })).toBeNull()
  })

  it.each([{ a: 1 }, null, undefined, 'x', 0])('are not kept for %j, which nobody shares', (answer) => {
    storeSerializedResponse(answer, bytes)
    expect(getSerializedResponse(answer)).toBeNull()
  })
})

describe('bytes of an answer that varies in one member', () => {
  const at = z.string().max(40)
  const bytesOf = (answer: object) => Buffer.from(JSON.stringify(answer))
  const written = (answer: object) => getSerializedResponse(answer)?.toString()

  it('are put together of what was written of another variation and the member', () => {
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
          // Where another member looks the same it is written anew.
          expect([null, JSON.stringify({ ...base, at: another })]).toContain(written(second) ?? null)
        },
      ),
    )
  })

  it('are the very same for the very same value, and others for another', () => {
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

  it('are found although a text looks like the member, and not where another member does', () => {
    const text = { at: 'x', note: '"at":"one"' }
    storeSerializedResponse(markCacheableExcept(text, 'at', 'one', at), bytesOf({ ...text, at: 'one' }))
    expect(written(markCacheableExcept(text, 'at', 'two', at))).toBe(JSON.stringify({ ...text, at: 'two' }))
    const twice = { at: 'x', inner: { at: 'one' } }
    storeSerializedResponse(markCacheableExcept(twice, 'at', 'one', at), bytesOf({ ...twice, at: 'one' }))
    expect(written(markCacheableExcept(twice, 'at', 'two', at))).toBeUndefined()
  })

  it('are not given where the member breaks its contract, nor for a copy with something else changed', () => {
    const base = { at: 'x', other: 1 }
    storeSerializedResponse(markCacheableExcept(base, 'at', 'one', at), bytesOf({ ...base, at: 'one' }))
    expect(written(markCacheableExcept(base, 'at', 'x'.repeat(41), at))).toBeUndefined()
    expect(written({ ...markCacheableExcept(base, 'at', 'two', at), other: 2 })).toBeUndefined()
  })
})
