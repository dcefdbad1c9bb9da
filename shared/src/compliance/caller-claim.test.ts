import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../core/any-character.test-kit.ts'
import { guessCallerClaimKind, normalizeCallerClaim, normalizeValueForCallerClaim } from './caller-claim.ts'
import { type CallerClaimKind, callerClaimKinds } from './caller-verification.ts'

const normal = (kind: CallerClaimKind, text: string) => {
  const callerClaimResult = normalizeCallerClaim(kind, text)
  return callerClaimResult.ok ? callerClaimResult.normal : null
}

describe('normalizeCallerClaim', () => {
  it.each([
    ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['iban', 'de89370400440532013000', 'DE89370400440532013000'],
    ['iban', ' IBAN: DE89-3704-0044-0532-0130-00\n', 'DE89370400440532013000'],
    ['iban', 'SE45 5000 0000 0583 9825 7466', 'SE4550000000058398257466'],
    ['iban', 'NO93 8601 1117 947', 'NO9386011117947'],
    ['dob', '17.04.1988', '1988-04-17'],
    ['dob', '17.4.1988', '1988-04-17'],
    ['dob', '17. 4. 1988', '1988-04-17'],
    ['dob', '17/04/1988', '1988-04-17'],
    ['dob', '04/17/1988', '1988-04-17'],
    ['dob', '04/04/1988', '1988-04-04'],
    ['dob', '17-4-1988', '1988-04-17'],
    ['dob', '17 04 1988', '1988-04-17'],
    ['dob', '1988-04-17', '1988-04-17'],
    ['dob', '1988/4/17', '1988-04-17'],
    ['dob', '17 April 1988', '1988-04-17'],
    ['dob', '17th of april, 1988', '1988-04-17'],
    ['dob', '17. Apr. 1988', '1988-04-17'],
    ['dob', 'April 17, 1988', '1988-04-17'],
    ['dob', '17. März 1988', '1988-03-17'],
    ['dob', '1. Mai 2004', '2004-05-01'],
    ['dob', '3 dez 1988', '1988-12-03'],
    ['dob', ' 1 sept 2004 ', '2004-09-01'],
    ['dob', '29.02.2004', '2004-02-29'],
    // Full stops separate day, month and year in that order.
    ['dob', '04.05.1988', '1988-05-04'],
    ['email', ' Mara.Lindqvist@Example.TEST ', 'mara.lindqvist@example.test'],
    ['email', 'mailto:mara @ example.test', 'mara@example.test'],
    // As programs for mail, chats, spreadsheets and keyboards of other countries write it.
    ['iban', 'DE89–3704–0044–0532–0130–00', 'DE89370400440532013000'],
    ['iban', 'DE89/3704/0044/0532/0130/00', 'DE89370400440532013000'],
    ['iban', 'IBAN-Nr. DE89 3704 0044 0532 0130 00,', 'DE89370400440532013000'],
    ['iban', 'DE٨٩ ٣٧٠٤ ٠٠٤٤ ٠٥٣٢ ٠١٣٠ ٠٠', 'DE89370400440532013000'],
    ['dob', '17–04–1988', '1988-04-17'],
    ['dob', '17−04−1988', '1988-04-17'],
    ['dob', '1988‑04‑17', '1988-04-17'],
    ['dob', '1988 04 17', '1988-04-17'],
    ['dob', '17.04.1988.', '1988-04-17'],
    ['dob', '١٧/٠٤/١٩٨٨', '1988-04-17'],
    ['dob', '१७.०४.१९८८', '1988-04-17'],
    ['dob', '3. Jän. 1988', '1988-01-03'],
    ['email', 'Mara Lindqvist <mara@example.test>', 'mara@example.test'],
    ['email', '<mara@example.test>', 'mara@example.test'],
    ['email', '“mara@example.test”', 'mara@example.test'],
    ['email', 'mara@example.test,', 'mara@example.test'],
    ['email', 'mara@example.test;', 'mara@example.test'],
    ['email', 'mara@example.test.', 'mara@example.test'],
    ['email', 'mara@example。test', 'mara@example.test'],
    ['email', 'mara%40example.test', 'mara@example.test'],
    ['postal_code', '٧٥٣١٠', '75310'],
    ['postal_code', 'SE–753 10', '75310'],
    ['postal_code', 'SW1A\u20111AA', 'SW1A1AA'],
    ['postal_code', '753 10', '75310'],
    ['postal_code', 'se-753 10', '75310'],
    ['postal_code', 'sw1a 1aa', 'SW1A1AA'],
    ['postal_code', '1234-567', '1234567'],
  ] as const)('normalizes %s %j', (kind, text, expected) => {
    expect(normal(kind, text)).toBe(expected)
  })

  it.each([
    ['iban', 'DE88370400440532013000', 'iban_digits'],
    ['iban', 'IBAN-Nr. DE88 3704 0044 0532 0130 00', 'iban_digits'],
    ['iban', '(IBAN) DE88_3704_0044_0532_0130_00.', 'iban_digits'],
    ['iban', 'IBAN number: NO94 8601 1117 947', 'iban_digits'],
    ['iban', 'DE89', 'iban'],
    ['iban', '', 'iban'],
    ['dob', '04/05/1988', 'month'],
    ['dob', '4-5-1988', 'month'],
    ['dob', '17.04.88', 'year'],
    ['dob', '31.02.1988', 'date'],
    ['dob', '17 Foo 1988', 'date'],
    ['dob', '17041988', 'date'],
    ['dob', '1987', 'date'],
    ['dob', '13/13/1988', 'date'],
    ['email', 'mara', 'email'],
    ['email', 'mara@example', 'email'],
    ['email', 'a@b@c.test', 'email'],
    // Two addresses, or an address with more: never compare it, which would say that it differs.
    ['email', 'mara@example.test,per@example', 'email'],
    ['email', 'mara@example.test?subject=x', 'email'],
    ['email', 'mara<mara@example.test', 'email'],
    ['postal_code', 'AB', 'postal_code'],
    ['postal_code', 'ABCDE', 'postal_code'],
    ['postal_code', '12345678901', 'postal_code'],
  ] as const)('rejects %s %j without repeating the text', (kind, text, problem) => {
    expect(normalizeCallerClaim(kind, text)).toEqual({ ok: false, problem })
  })

  const kind = fc.constantFrom(...callerClaimKinds)
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(...'DE0123456789./-@ aprilAPRIL\u200b\u00a0１'), maxLength: 40 }),
  )

  it('never throws and is idempotent', () => {
    fc.assert(
      fc.property(kind, anything, (of, text) => {
        const first = normal(of, text)
        if (first === null) return
        expect(normal(of, first)).toBe(first)
        expect(normalizeValueForCallerClaim(of, first)).toBe(first)
      }),
      { numRuns: 3_000 },
    )
  })

  it('ignores spaces and case', () => {
    const spaced = (text: string, at: readonly number[]) =>
      [...text].map((sign, index) => (at.includes(index) ? `${sign} ` : sign)).join('')
    fc.assert(
      fc.property(fc.array(fc.nat(21)), fc.boolean(), (at, upper) => {
        const cased = (text: string) => (upper ? text.toUpperCase() : text.toLowerCase())
        expect(normal('iban', cased(spaced('DE89370400440532013000', at)))).toBe('DE89370400440532013000')
        expect(normal('email', cased(spaced('mara@example.test', at)))).toBe('mara@example.test')
        expect(normal('postal_code', cased(spaced('SW1A1AA', at)))).toBe('SW1A1AA')
      }),
    )
  })

  it('parses every written form of a date to that date only', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (at) => {
        const iso = at.toISOString().slice(0, 10)
        const [year = '', month = '', day = ''] = iso.split('-')
        const word = at.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
        const forms = [
          iso,
          `${day}.${month}.${year}`,
          `${Number(day)}.${Number(month)}.${year}`,
          `${Number(day)} ${word} ${year}`,
          `${word.slice(0, 3)} ${Number(day)}, ${year}`,
        ]
        for (const form of forms) expect(normal('dob', form), form).toBe(iso)
        const strokes = normal('dob', `${day}/${month}/${year}`)
        expect(strokes).toBe(Number(day) > 12 || day === month ? iso : null)
      }),
    )
  })
})

describe('normalizeRecordValue', () => {
  it.each([
    ['dob', '1988-04-17T00:00:00Z', '1988-04-17'],
    ['dob', '17.04.1988', null],
    ['dob', '', null],
    ['iban', 'de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['iban', '', null],
    ['email', 'Mara@Example.test', 'mara@example.test'],
    ['email', '', null],
    ['postal_code', '753 10', '75310'],
    ['postal_code', '', null],
  ] as const)('normalizes %s %j', (kind, text, expected) => {
    expect(normalizeValueForCallerClaim(kind, text)).toBe(expected)
  })
})

it('rejects a long row of one sign as fast as other texts', () => {
  // Take the fastest of three rounds: a machine with other work may stall in one of them.
  const times = [1, 2, 3].map(() => {
    const begun = Date.now()
    for (const sign of [',', '.', ' ', '<', '@'])
      expect(normal('email', `${sign.repeat(100_000)}x`)).toBeNull()
    return Date.now() - begun
  })
  expect(Math.min(...times)).toBeLessThan(4_000)
})

describe('guessCallerClaimKind', () => {
  it.each([
    ['mara@example.test', 'email'],
    ['DE89 3704 0044', 'iban'],
    ['17.04.1988', 'dob'],
    ['17/4/1988', 'dob'],
    ['17-04-1988', 'dob'],
    ['1988-04-17', 'dob'],
    ['17 April 1988', 'dob'],
    ['17. März 1988', 'dob'],
    ['April 17 1988', 'dob'],
    ['17 04 1988', 'dob'],
    ['753 10', 'postal_code'],
    ['SW1A 1AA', 'postal_code'],
    ['1234-567', 'postal_code'],
    ['', null],
    ['Mara', null],
  ])('takes %j for %s', (text, kind) => {
    expect(guessCallerClaimKind(text)).toBe(kind)
  })
})
