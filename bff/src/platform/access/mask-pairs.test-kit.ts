import fc from 'fast-check'
import type { MaskKey } from './masking/masks.ts'

/** Pairs of values that agree in the part a mask shows and in nothing else. */
type Pairs = fc.Arbitrary<[string, string]>

const chars = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = UPPER.toLowerCase()
const DIGITS = '0123456789'

/** Text of all scripts, with combining marks, right-to-left letters, joined emoji and lone surrogates. */
export const unicodeText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }),
  fc.string({
    unit: fc.constantFrom(
      '\u0301',
      'א',
      'ب',
      '\u200f',
      '👨‍👩‍👧',
      '\ud83d',
      '@',
      '.',
      '-',
      ' ',
      '7',
      'D',
      'E',
      '•',
      '文',
      'न',
      '्',
    ),
    minLength: 1,
    maxLength: 64,
  }),
)

/** Text that is neither empty nor unusual. */
export const anyText = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 64 })

function pairs<T>(shown: fc.Arbitrary<T>, hidden: (part: T) => fc.Arbitrary<string>): Pairs {
  return shown.chain((part) => fc.tuple(hidden(part), hidden(part)))
}

const iban = pairs(fc.tuple(chars(UPPER, 2, 2), chars(DIGITS, 4, 4)), ([country, tail]) =>
  fc
    .tuple(chars(DIGITS, 8, 10), chars(UPPER + DIGITS, 0, 16))
    .map(([digits, rest]) => country + digits + rest + tail),
)
const email = pairs(fc.tuple(chars(LOWER, 1, 1), chars(LOWER, 2, 6)), ([first, top]) =>
  fc
    .tuple(chars(`${LOWER}.-_`, 0, 30), chars(LOWER, 1, 30))
    .map(([local, host]) => `${first}${local}@${host}.${top}`),
)
const day = fc.date({
  min: new Date('1900-01-01T00:00:00Z'),
  max: new Date('2099-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const twoDigits = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((n) => String(n).padStart(2, '0'))
const dayOf = (prefix: string) =>
  fc.tuple(twoDigits(1, 12), twoDigits(1, 28)).map(([m, d]) => `${prefix}-${m}-${d}`)

/** Personal data that is hidden in free text, of every kind. */
const sensitiveText = fc.oneof(
  email.map(([a]) => a),
  iban.map(([a]) => a),
  iban.map(([a]) => a.replace(/(.{4})(?=.)/g, '$1 ')),
  fc.constantFrom(
    'GB29NWBK60161331926819',
    'GB29 NWBK 6016 1331 9268 19',
    'FR14 2004 1010 0505 0001 3M02 606',
  ),
  chars(DIGITS, 13, 19),
  chars(DIGITS, 16, 16).map((pan) => pan.replace(/(.{4})(?=.)/g, '$1-')),
  chars(DIGITS, 6, 14).map((phone) => `+${phone}`),
  chars(DIGITS, 8, 11).map((phone) => `+${phone.slice(0, 2)} (0) ${phone.slice(2, 5)} ${phone.slice(5)}`),
  day.map((at) => at.toISOString().slice(0, 10)),
  day.map((at) => `${at.getUTCDate()}.${at.getUTCMonth() + 1}.${at.getUTCFullYear()}`),
  day.map((at) => `${at.getUTCDate()} April ${at.getUTCFullYear()}`),
  fc.constantFrom('17.4.88', '１９８８-04-17', '4111\u200b1111\u200b1111\u200b1111', '٤١١١١١١١١١١١١١١١'),
)
const textPairs = fc
  .constantFrom(
    (a: string) => a,
    (a: string) => `Refused for ${a}`,
    (a: string) => `Refused for ${a} by the bank`,
    (a: string) => `${a}, called twice`,
    (a: string) => `IS0101 ${a} and (${a}) again`,
    (a: string) => `account "${a}" closed`,
  )
  .chain((text): Pairs => fc.tuple(sensitiveText, sensitiveText).map(([a, b]) => [text(a), text(b)]))

const pairsUnlike = (pattern: RegExp): Pairs => {
  const other = anyText.filter((text) => !pattern.test(text))
  return fc.tuple(other, other)
}

/** Pairs that must look the same under a mask. */
export const pairsByMask: Readonly<Record<MaskKey, readonly Pairs[]>> = {
  dots: [fc.tuple(anyText, anyText)],
  initials: [
    pairs(fc.tuple(chars(UPPER, 1, 1), chars(`${UPPER}ЖÅ文א`, 1, 1)), ([first, second]) =>
      fc
        .tuple(chars(`${LOWER}é文א`, 0, 20), chars(`${LOWER}'-`, 0, 20), chars(`${LOWER} `, 0, 20))
        .map(([a, b, more]) => `${first}${a} ${second}${b} ${more}`),
    ),
  ],
  email: [email],
  iban: [iban],
  last4: [
    pairs(chars(UPPER + DIGITS, 4, 4), (tail) =>
      chars(`${LOWER}${DIGITS}-é文`, 5, 40).map((head) => head + tail),
    ),
  ],
  year: [pairs(twoDigits(0, 99), (yy) => dayOf(`19${yy}`))],
  decade: [
    pairs(twoDigits(190, 209), (decade) =>
      fc.integer({ min: 0, max: 9 }).chain((y) => dayOf(`${decade}${y}`)),
    ),
  ],
  country: [pairsUnlike(/^[A-Za-z]{2}$/)],
  area: [pairs(chars(UPPER + DIGITS, 2, 2), (head) => chars(DIGITS, 2, 8).map((rest) => head + rest))],
  ref6: [
    pairs(chars(UPPER + DIGITS, 6, 6), (tail) =>
      chars(`${UPPER}${DIGITS}-`, 7, 40).map((head) => head + tail),
    ),
  ],
  band: [
    pairs(fc.integer({ min: 4, max: 7 }), (size) => chars('123456789', size, size)),
    pairs(fc.constant(''), () => chars(DIGITS, 1, 3)),
  ],
  pan: [
    pairs(fc.tuple(chars(DIGITS, 6, 6), chars(DIGITS, 4, 4)), ([head, tail]) =>
      chars(`${DIGITS}.*X`, 3, 9).map((middle) => head + middle + tail),
    ),
  ],
  host: [
    pairs(chars(LOWER, 3, 20), (name) =>
      fc
        .tuple(fc.constantFrom('', 'mara:pw@'), fc.webPath(), fc.webQueryParameters())
        .map(([user, path, query]) => `https://${user}${name}.test${path}?${query}`),
    ),
  ],
  date: [
    pairs(day, (at) =>
      chars(DIGITS, 3, 9).map((time) => `${at.toISOString().slice(0, 10)}T10:20:30.${time}Z`),
    ),
  ],
  count: [pairsUnlike(/^\d+$/)],
  scrubbed: [textPairs],
  rid: [email, iban],
  code: [pairsUnlike(/^[A-Z]{0,4}\d{1,5}$/)],
  number: [pairsUnlike(/^\d{8,}$|^[0-9a-f-]{36}$/i)],
}
