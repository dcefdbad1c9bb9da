import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairsByMask, unicodeText } from '../mask-pairs.test-kit.ts'
import { classifyRidForm, isMaskKey, type MaskKey, masksByKey } from './masks.ts'

const keys = Object.keys(masksByKey).filter(isMaskKey)
const DOTS = '••••••••'
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemes = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Maximum number of characters of the value that a mask may show. */
const most: Partial<Record<MaskKey, number>> = {
  dots: 0,
  initials: 2,
  iban: 6,
  last4: 4,
  year: 4,
  decade: 8,
  country: 2,
  area: 2,
  ref6: 6,
  pan: 10,
  date: 10,
  count: 6,
}

const examples: readonly (readonly [MaskKey, string, string])[] = [
  ['dots', 'anything', DOTS],
  ['initials', 'Mara Lindqvist', 'M. L.'],
  ['initials', '  mara   van der Lind', 'm. v.'],
  ['initials', "O'Brien", 'O.'],
  ['initials', '(Mara) 12 Lindqvist', 'M. L.'],
  ['initials', 'e\u0301lise', '\u00e9.'],
  ['initials', '12 34', '•.'],
  ['email', 'mara.lindqvist@example.test', 'm•••••@•••••.test'],
  ['email', 'x@y.test', 'x•••••@•••••.test'],
  ['email', 'mara@localhost', DOTS],
  ['email', 'a@b@c.test', DOTS],
  ['email', '@b.test', DOTS],
  ['email', 'Mara Lindqvist', DOTS],
  ['iban', 'DE89370400440532013000', 'DE•••••••••••••••3000'],
  ['iban', 'de89 3704 0044 0532 0130 00', 'DE•••••••••••••••3000'],
  ['iban', 'CY17002001280000001200527600', 'CY•••••••••••••••7600'],
  ['iban', '1014000000417', '•••••••••••••••0417'],
  ['iban', 'DE893704', DOTS],
  ['iban', 'Mara Lindqvist', DOTS],
  ['last4', '1014000000417', '••••0417'],
  ['last4', '12345678', DOTS],
  ['last4', '123456789', '••••6789'],
  ['year', '1988-04-17', '1988'],
  ['year', '17.4.1988', DOTS],
  ['decade', '1988-04-17', '1980..1989'],
  ['decade', '1988-13-17', DOTS],
  ['country', 'SE', 'SE'],
  ['country', 'Sweden', '••'],
  ['area', '75310', '75•••'],
  ['area', 'SW1A 1AA', 'SW•••'],
  ['area', '310', '••'],
  ['ref6', '349351000000000417', '••••000417'],
  ['ref6', '1102003004', DOTS],
  ['ref6', 'Mara Lindqvist Street', DOTS],
  ['band', '0', '0..999'],
  ['band', '999', '0..999'],
  ['band', '0001000', '1000..9999'],
  ['band', '12550', '10000..99999'],
  ['band', '9'.repeat(25), '10000000..'],
  ['band', '-5', DOTS],
  ['band', '12.50', DOTS],
  ['band', 'EUR', DOTS],
  ['pan', '411111....1111', '411111••••••1111'],
  ['pan', '4111111111111111', '411111••••••1111'],
  ['pan', '4111 **** **** 1111', '••••••••••••1111'],
  ['pan', '411111', DOTS],
  ['host', 'https://shop.example.test/completed?name=Mara', '//shop.example.test/…'],
  ['host', 'https://mara:pw@shop.example.test:8443', '//shop.example.test/…'],
  ['host', 'https://a@b@c.test/', DOTS],
  ['host', 'shop.example.test', DOTS],
  ['date', '2025-02-03T09:14:22.118Z', '2025-02-03'],
  ['date', 'yesterday', DOTS],
  ['count', '3', '3'],
  ['count', 'Mara', DOTS],
  ['rid', 'cust-00417', 'cust-00417'],
  ['rid', 'mara@example.test', 'm•••••@•••••.test'],
  ['rid', 'mara@', DOTS],
  ['rid', 'SE4550000000058398257466', 'SE•••••••••••••••7466'],
  ['code', 'OK000', 'OK000'],
  ['code', '2025-06-01T10:23:41.8833434Z', DOTS],
  ['code', 'LINDQVIST', DOTS],
  ['number', '88100200417', '88100200417'],
  ['number', '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10', '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'],
  ['number', 'Lindqvist', DOTS],
  ['number', '1234567', DOTS],
]

describe('masks', () => {
  it.each(examples)('%s of %j gives %j', (key, value, left) => {
    expect(masksByKey[key](value).text).toBe(left)
  })

  it('all have an example', () => {
    expect(keys.filter((key) => key !== 'scrubbed' && !examples.some(([one]) => one === key))).toEqual([])
  })

  it.each(keys)('%s is idempotent', (key) => {
    fc.assert(
      fc.property(fc.oneof(unicodeText, ...pairsByMask[key].map((pair) => pair.map(([a]) => a))), (value) => {
        const once = masksByKey[key](value).text
        expect(masksByKey[key](once).text).toBe(once)
      }),
      { numRuns: 300 },
    )
  })

  it.each(keys)('%s never fails and never gives an empty text', (key) => {
    fc.assert(
      fc.property(unicodeText, (value) => masksByKey[key](value).text.length > 0),
      { numRuns: 300 },
    )
    for (const value of [
      '\ud83d',
      '\u0301',
      '\u200f\u05d0',
      '👨‍👩‍👧‍👦'.repeat(9),
      `a${'\u0301'.repeat(60)}`,
      ' ',
      'x'.repeat(65_536),
    ]) {
      expect(masksByKey[key](value).text).not.toBe('')
    }
  })

  it.each(keys)('%s depends only on the part it shows', (key) => {
    for (const pair of pairsByMask[key]) {
      fc.assert(
        fc.property(pair, ([a, b]) => {
          expect(masksByKey[key](a)).toEqual(masksByKey[key](b))
        }),
        { numRuns: 200 },
      )
    }
  })

  it.each(Object.entries(most))('%s shows at most %i characters of the value', (key, count) => {
    if (!isMaskKey(key)) throw new Error(key)
    const letters = fc.string({
      unit: fc.constantFrom('ç', 'ж', '文', 'à', '\u0301', '😀', 'א', 'x', '7'),
      maxLength: 64,
    })
    fc.assert(
      fc.property(letters, (value) => {
        const shown = masksByKey[key](value).text
        expect(graphemes(shown).filter((one) => /[\p{L}\p{N}\p{S}]/u.test(one)).length).toBeLessThanOrEqual(
          count,
        )
      }),
      { numRuns: 300 },
    )
  })

  it.each(['dots', 'iban', 'last4', 'ref6', 'area', 'pan'] as const)(
    '%s gives results of few different lengths',
    (key) => {
      const lengths = new Set<number>()
      fc.assert(
        fc.property(
          fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJ0123456789'), maxLength: 64 }),
          (value) => {
            lengths.add(masksByKey[key](value).text.length)
          },
        ),
        { numRuns: 500 },
      )
      expect(lengths.size).toBeLessThanOrEqual(3)
    },
  )

  it('keep characters whole', () => {
    expect(masksByKey.last4('0123456789👨‍👩‍👧e\u0301ab').text).toBe('••••👨‍👩‍👧e\u0301ab')
    expect(masksByKey.initials('👩‍🚀 नमस्ते').text).toMatch(/^न\p{M}*\.$/u)
    expect(masksByKey.last4(`abcdefghi${'\u0301'.repeat(40)}`).text).toBe(DOTS)
  })
})

describe('classifyRidForm', () => {
  it.each([
    ['cust-00417', 'plain'],
    ['3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10', 'plain'],
    ['ab12cdef0123456789abcdef01234567', 'plain'],
    ['mara@example.test', 'email'],
    ['SE4550000000058398257466', 'iban'],
    ['de89 3704 0044 0532 0130 00', 'iban'],
    ['GB29-NWBK-6016-1331-9268-19', 'iban'],
    // Any sign between groups of four, also with wrong check digits.
    ['DE89.3704.0044.0532.0130.00', 'iban'],
    ['DE88_3704_0044_0532_0130_00', 'iban'],
    ['DE89/3704:0044.0532~0130=00', 'iban'],
    // Other groups, if the check digits are right.
    ['DE.89.370400440532013000', 'iban'],
    ['DE89.370400440532.013000', 'iban'],
    ['IBAN:DE89370400440532013000', 'iban'],
    ['_DE89370400440532013000', 'iban'],
    ['DE٨٩٣٧٠٤٠٠٤٤٠٥٣٢٠١٣٠٠٠', 'iban'],
    ['ab12.customer.0001', 'plain'],
    ['KW47.2026.000123', 'plain'],
    // Check digits that happen to be right, or groups of four, make no account of a country without that structure.
    ['ab12.customer.0078', 'plain'],
    ['de12.customer.0012', 'plain'],
    ['ab12.cust.0001', 'plain'],
    ['ab12.cust.0001.2345', 'plain'],
    ['se12.cust.0001', 'plain'],
  ])('classifies %s as %s', (value, form) => {
    expect(classifyRidForm(value)).toBe(form)
  })
})
