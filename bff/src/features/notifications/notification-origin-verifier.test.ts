import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secret } from '../../platform/runtime/secret.ts'
import { createNotificationOriginVerifier } from './notification-origin-verifier.ts'

const token = 'token-token-token-token'
const old = 'former-former-former-former'
const name = 'x-isx-checksum'
const body = Buffer.from('{"id":"3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10","state":"PENDING"}')
const hmac = (key: string, bytes: Uint8Array) => createHmac('sha256', key).update(bytes).digest()
const right = hmac(token, body).toString('base64')

const checksum = createNotificationOriginVerifier({
  proof: 'checksum',
  header: name,
  token: new Secret(token),
  oldToken: new Secret(old),
})
const verdict = (proof: typeof checksum, rawHeaders: string[], bytes: Uint8Array = body) =>
  proof.verify(proof.readProof(rawHeaders), bytes)

describe('checksum proof', () => {
  it('accepts the current and the former token, in any spelling of the header name', () => {
    expect(verdict(checksum, [name, right])).toBe('checksum')
    expect(verdict(checksum, ['Host', 'x', 'X-ISX-Checksum', right])).toBe('checksum')
    expect(verdict(checksum, [name, hmac(old, body).toString('base64')])).toBe('checksum_old')
    expect(verdict(checksum, [name, hmac(token, Buffer.alloc(0)).toString('base64')], Buffer.alloc(0))).toBe(
      'checksum',
    )
  })

  const wrong: [string, string[]][] = [
    ['of another token', [name, hmac('another-another-another', body).toString('base64')]],
    ['in hex', [name, hmac(token, body).toString('hex')]],
    ['in base64url', [name, right.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')]],
    ['without padding', [name, right.replace(/=+$/, '')]],
    ['with more padding', [name, `${right}=`]],
    ['with a space before', [name, ` ${right}`]],
    ['with a space behind', [name, `${right} `]],
    ['with a space inside', [name, `${right.slice(0, 20)} ${right.slice(20)}`]],
    ['in quotes', [name, `"${right}"`]],
    ['cut off', [name, right.slice(0, -4)]],
    ['in small letters', [name, right.toLowerCase()]],
    ['twice the same', [name, right, name, right]],
    ['twice, the wrong one first', [name, 'AAAA', name, right]],
    ['beside the plain token', [name, token]],
    ['with the digest’s last bits changed only in their spelling', [name, nonCanonical(right)]],
    ['of a hash without key', [name, createHmac('sha256', '').update(body).digest('base64')]],
  ]
  it.each(wrong)('rejects a checksum %s', (_, headers) => {
    expect(verdict(checksum, headers)).toBe('wrong_proof')
  })

  it.each([
    ['missing', []],
    ['empty', [name, '']],
    ['under another name', ['x-isx-checksums', right]],
    ['as a bearer', ['authorization', `Bearer ${token}`]],
  ] as [string, string[]][])('reports a missing proof: %s', (_, headers) => {
    expect(verdict(checksum, headers)).toBe('no_proof')
  })

  it('rejects every flipped bit, every cut and every other key', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(7), fc.string({ minLength: 8 }), (sent, at, bit, key) => {
        const given = [name, hmac(token, sent).toString('base64')]
        expect(verdict(checksum, given, sent)).toBe('checksum')
        const flipped = Uint8Array.from(sent)
        const place = at % sent.length
        flipped[place] = (flipped[place] ?? 0) ^ (1 << bit)
        expect(verdict(checksum, given, flipped)).toBe('wrong_proof')
        expect(verdict(checksum, given, sent.subarray(0, place))).toBe('wrong_proof')
        expect(verdict(checksum, given, Buffer.concat([sent, sent.subarray(0, 1)]))).toBe('wrong_proof')
        fc.pre(key !== token && key !== old)
        expect(verdict(checksum, [name, hmac(key, sent).toString('base64')], sent)).toBe('wrong_proof')
      }),
    )
  })

  it('reads the configured header', () => {
    const own = createNotificationOriginVerifier({
      proof: 'checksum',
      header: 'x-signature',
      token: new Secret(token),
      oldToken: null,
    })
    expect(verdict(own, ['X-Signature', right])).toBe('checksum')
    expect(verdict(own, [name, right])).toBe('no_proof')
    expect(verdict(own, ['x-signature', hmac(old, body).toString('base64')])).toBe('wrong_proof')
  })
})

/**
 * Returns the same 32 bytes with other trailing bits: decoders accept them, a comparison as written does not.
 */
function nonCanonical(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const last = text.charAt(42)
  return `${text.slice(0, 42)}${letters.charAt(letters.indexOf(last) ^ 1)}=`
}

describe('other proofs', () => {
  const bearer = createNotificationOriginVerifier({
    proof: 'bearer',
    header: name,
    token: new Secret(token),
    oldToken: new Secret(old),
  })

  it('accepts the current and the former bearer token', () => {
    expect(verdict(bearer, ['Authorization', `Bearer ${token}`])).toBe('bearer')
    expect(verdict(bearer, ['authorization', `bearer ${old}`])).toBe('bearer')
  })

  it.each([
    ['no word', [token]],
    ['another word', [`Basic ${token}`]],
    ['another token', ['Bearer another-another']],
    ['part of it', [`Bearer ${token.slice(1)}`]],
    ['more behind it', [`Bearer ${token}x`]],
    ['in other letters', [`Bearer ${token.toUpperCase()}`]],
    ['twice', [`Bearer ${token}`, `Bearer ${token}`]],
  ] as [string, string[]][])('rejects a wrong bearer token: %s', (_, values) => {
    expect(
      verdict(
        bearer,
        values.flatMap((value) => ['authorization', value]),
      ),
    ).toBe('wrong_proof')
  })

  it('does not take a checksum for a bearer token', () => {
    expect(verdict(bearer, [name, right])).toBe('no_proof')
  })

  it('marks every notification as unproved if no proof is configured', () => {
    const none = createNotificationOriginVerifier({
      proof: 'none',
      header: name,
      token: null,
      oldToken: null,
    })
    for (const headers of [[], [name, right], [name, 'x']]) expect(verdict(none, headers)).toBe('none')
  })
})
