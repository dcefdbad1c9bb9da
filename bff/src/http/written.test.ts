import { describe, expect, it } from 'vitest'
import { keepWritten, share, writtenOf } from './written.ts'

const bytes = Buffer.from('{}')

describe('bytes of answers', () => {
  it('are kept for an object that was said to be shared, and for that very object', () => {
    const answer = share({ a: 1 })
    expect(writtenOf(answer)).toBeNull()
    keepWritten(answer, bytes)
    expect(writtenOf(share(answer))).toBe(bytes)
    expect(writtenOf({ a: 1 })).toBeNull()
  })

  it.each([{ a: 1 }, null, undefined, 'x', 0])('are not kept for %j, which nobody shares', (answer) => {
    keepWritten(answer, bytes)
    expect(writtenOf(answer)).toBeNull()
  })
})
