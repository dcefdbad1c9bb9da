import { identityId, rid, transactionId } from '@paydesk/shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, candidatesOf, looksLikeCardNumber } from './forms.ts'

const uuid = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
const identity = '_a41c7e2_18f2b3c4d50__3b1f'

/** Candidates in words, as a person would list them. */
function wordsOf(text: string): string[] {
  return candidatesOf(text).map((one) => {
    const id = one.as === 'rid' ? one.rid : one.as === 'transaction' ? one.transaction : one.identity
    return `${one.as} ${id}`
  })
}

describe('candidatesOf', () => {
  it.each([
    ['cust-00417', ['rid cust-00417', 'transaction cust-00417']],
    ['  cust-00417\n', ['rid cust-00417', 'transaction cust-00417']],
    ['mara@example.test', ['rid mara@example.test']],
    ['a', ['rid a']],
    ['INV-00417', ['rid INV-00417', 'transaction INV-00417']],
    // An IBAN as people copy it; as a RID it has no spaces and capital letters.
    ['SE45 5000 0000 0583 9825 7466', ['rid SE4550000000058398257466']],
    ['se4550000000058398257466', ['rid SE4550000000058398257466', 'transaction se4550000000058398257466']],
    [uuid, [`transaction ${uuid}`, `rid ${uuid}`]],
    [uuid.toUpperCase(), [`transaction ${uuid}`, `rid ${uuid.toUpperCase()}`]],
    [identity, [`identity ${identity}`, `rid ${identity}`]],
    // Out of a line of a log, an address, a mail.
    [`GET https://gateway.example.test/v1/authorization/${uuid}?x=1 200`, [`transaction ${uuid}`]],
    [`see /v1/identity/${identity}, please`, [`identity ${identity}`]],
    [`{"id":"${uuid}","identity":{"id":"${identity}"}}`, [`transaction ${uuid}`, `identity ${identity}`]],
    [`(${uuid})`, [`transaction ${uuid}`]],
    // Not an id: it goes on before or after.
    [`x${uuid}`, [`rid x${uuid}`, `transaction x${uuid}`]],
    [`${uuid}-1`, [`rid ${uuid}-1`, `transaction ${uuid}-1`]],
    [`X${identity}`, [`rid X${identity}`, `transaction X${identity}`]],
    ['', []],
    ['   ', []],
    ['Mara Lindqvist', []],
    ['..', []],
    ['../../v1/identity', []],
    ['%2e%2e', []],
    ['cust/00417', []],
    ['сust-00417', []],
    ['cust-00417\u0000', []],
    ['a\nb', []],
    ['-00417', []],
    ['x'.repeat(129), []],
  ])('%j', (text, candidates) => {
    expect(wordsOf(text)).toEqual(candidates)
  })

  const branded = (one: Candidate) =>
    one.as === 'rid'
      ? rid.safeParse(one.rid)
      : one.as === 'transaction'
        ? transactionId.safeParse(one.transaction)
        : identityId.safeParse(one.identity)

  it('gives ids of the right form only, each form once, whatever is pasted', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(uuid, identity, '..', '/', '%2f', '\u0000', ' ', 'SE45 5000 0000 0583 9825 7466'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const candidates = candidatesOf(pieces.join(''))
        expect(new Set(candidates.map((one) => one.as)).size).toBe(candidates.length)
        for (const one of candidates) expect(branded(one).success).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('cuts an id out of any line that does not run on into it', () => {
    const around = fc.string().filter((text) => !/[0-9A-Za-z_-]/.test(text))
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(wordsOf(`${before}${uuid}${after}`)).toContain(`transaction ${uuid}`)
        expect(wordsOf(`${before}${identity}${after}`)).toContain(`identity ${identity}`)
      }),
    )
  })

  it('takes no time over long texts', () => {
    const begun = performance.now()
    for (const text of ['_'.repeat(4_000), '0-'.repeat(2_000), '_a'.repeat(2_000), 'A1'.repeat(2_000)])
      candidatesOf(text)
    expect(performance.now() - begun).toBeLessThan(200)
  })
})

describe('looksLikeCardNumber', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '5555555555554444',
    '378282246310005',
    '30569309025904',
    '6304000000000000000',
    '4222222222222',
  ])('%s', (text) => {
    expect(looksLikeCardNumber(text)).toBe(true)
  })

  it.each([
    '4111111111111112',
    '411111111111',
    '41111111111111111111',
    '4111.1111.1111.1111',
    '4111 1111 1111 1111 x',
    'SE4550000000058398257466',
    '1014000000417',
    '',
    ' ',
    '４１１１１１１１１１１１１１１１',
  ])('not %s', (text) => {
    expect(looksLikeCardNumber(text)).toBe(false)
  })

  /** The check digit as the standard has it, reckoned another way round than the code does. */
  function checkDigit(digits: readonly number[]): number {
    const weighted = [...digits]
      .reverse()
      .map((digit, at) => (at % 2 === 0 ? ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit] ?? 0) : digit))
    return (10 - (weighted.reduce((sum, one) => sum + one, 0) % 10)) % 10
  }

  it('knows a number by its one right check digit, however it is grouped', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 9 }), fc.constantFrom('', ' ', '-'), (body, off, gap) => {
        const right = checkDigit(body)
        const grouped = (last: number) => [...body, last].join('').replace(/(.{4})(?=.)/g, `$1${gap}`)
        expect(looksLikeCardNumber(grouped(right))).toBe(true)
        expect(looksLikeCardNumber(grouped((right + off) % 10))).toBe(false)
      }),
    )
  })
})
