import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secret } from '../runtime/secret.ts'
import { createFieldCipher } from './field-cipher.ts'

const first = new Secret('first-key-first-key-first-key-first-key')
const second = new Secret('second-key-second-key-second-key-second')

describe('createFieldCipher', () => {
  const cipher = createFieldCipher([first])

  it('decrypts what it encrypted, for the same purpose only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (purpose, other, text) => {
        const sealed = cipher.seal(purpose, text)
        expect(cipher.open(purpose, sealed)).toBe(Buffer.from(text, 'utf8').toString('utf8'))
        if (purpose !== other) expect(cipher.open(other, sealed)).toBeNull()
      }),
    )
  })

  it('gives unreadable output and encrypts the same text differently each time', () => {
    const sealed = [cipher.seal('p', 'mara@example.test'), cipher.seal('p', 'mara@example.test')]
    expect(sealed[0]).not.toBe(sealed[1])
    expect(Buffer.from(sealed[0]?.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('mara')
  })

  it('rejects every altered byte', () => {
    const sealed = cipher.seal('p', 'text')
    const [id, body = ''] = sealed.split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(cipher.open('p', `${id}.${altered.toString('base64url')}`)).toBeNull()
    }
    for (const odd of ['', '.', 'x', `${id}.`, 'zz.AAAA']) expect(cipher.open('p', odd)).toBeNull()
  })

  it('still decrypts and finds under a replaced key, and encrypts under the new key', () => {
    const rotated = createFieldCipher([second, first])
    expect(rotated.open('p', cipher.seal('p', 'text'))).toBe('text')
    expect(rotated.blindIndexes('p', 'text')).toContain(cipher.blindIndexes('p', 'text')[0])
    expect(cipher.open('p', rotated.seal('p', 'text'))).toBeNull()
  })

  it('gives equal blind indexes for equal text only, per purpose', () => {
    expect(cipher.blindIndexes('p', 'a')).toEqual(cipher.blindIndexes('p', 'a'))
    expect(cipher.blindIndexes('p', 'a')).not.toEqual(cipher.blindIndexes('q', 'a'))
    expect(cipher.blindIndexes('p', 'a')).not.toEqual(cipher.blindIndexes('p', 'b'))
  })
})
