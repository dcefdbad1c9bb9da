import { identityId, rid, transactionId } from '@paydesk/shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, candidatesOf, handleIn, ownIdIn, piecesOf } from './forms.ts'

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
    // What stands at its place in an address of the service is what the place says.
    ['GET /stage/v1/transaction/states/demo-merchant/mara@example.test 200', ['rid mara@example.test']],
    ['GET /v1/authorization/TX-0001 404', ['transaction TX-0001']],
    ['GET /v1/transaction/TX-0001/notifications', ['transaction TX-0001']],
    ['https://paydesk.example.test/stage/transactions/TX-0001?x=1', ['transaction TX-0001']],
    [`GET /v1/transaction/states/demo-merchant/${uuid} 200`, [`transaction ${uuid}`, `rid ${uuid}`]],
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

describe('handleIn', () => {
  const customer = 'c_0123456789abcdefghij'
  it.each([
    [`https://paydesk.example.test/stage/customers/${customer}?x`, customer],
    [customer.replace('c_', 'i_'), customer.replace('c_', 'i_')],
    [`${customer}k`, null],
    [`x${customer}`, null],
    ['c_short', null],
    ['', null],
  ])('%j gives %j', (text, handle) => {
    expect(handleIn(text)).toBe(handle)
  })
})

describe('what a merchant may have called a transaction', () => {
  it.each([
    ['ORDER/2026-0417', 'ORDER/2026-0417'],
    [' Rechnung 88 / März ', 'Rechnung 88 / März'],
    ['Blauwal', 'Blauwal'],
    ['Mara Lindqvist', null],
    ['../../etc/passwd1', null],
    ['<b>1</b>', null],
    ['x'.repeat(101), null],
    ['', null],
  ])('%j gives %j', (text, id) => {
    expect(ownIdIn(text)).toBe(id)
  })

  it('is cut out of a line, the longest pieces first, a dozen at most', () => {
    expect(piecesOf('12:01 WARN payment "ORDER/2026-0417" (ref=INV-00417) failed.')).toEqual([
      'ORDER/2026-0417',
      'ref=INV-00417',
      '2026-0417',
      'INV-00417',
      '12:01',
    ])
    expect(piecesOf('ORDER-0417')).toEqual([])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4_000 }), (text) => {
        const pieces = piecesOf(text)
        expect(pieces.length).toBeLessThanOrEqual(12)
        for (const piece of pieces) expect(text).toContain(piece)
      }),
    )
  })

  it('takes no time over long texts', () => {
    const begun = performance.now()
    for (const text of ['a1/'.repeat(1_300), '1 '.repeat(2_000), 'x'.repeat(4_000), '=1'.repeat(2_000)]) {
      piecesOf(text)
      ownIdIn(text)
      handleIn(text)
    }
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})
