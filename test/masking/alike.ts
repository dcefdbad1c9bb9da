import fc from 'fast-check'
import type { FieldVisibility } from './oracle-cells.ts'
import type { RecordJson } from './records.ts'

/** Values that a field has in different worlds; `undefined` leaves the field out. */
type Values = fc.Arbitrary<(RecordJson | undefined)[]>

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = UPPER.toLowerCase()
const DIGITS = '0123456789'

const chars = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
const two = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((n) => String(n).padStart(2, '0'))

const email = fc
  .tuple(chars(LOWER, 1, 20), chars(LOWER, 1, 20), chars(LOWER, 2, 6))
  .map(([a, b, c]) => `${a}@${b}.${c}`)
const iban = fc.tuple(chars(UPPER, 2, 2), chars(DIGITS, 12, 28)).map(([country, rest]) => country + rest)
const date = fc.tuple(two(1900, 2099), two(1, 12), two(1, 28)).map((parts) => parts.join('-'))
const phone = chars(DIGITS, 7, 14).map((digits) => `+${digits}`)
/**
 * Text with several scripts, combining marks, right-to-left text, joined emoji, lone surrogates, dots and at
 * signs.
 */
const odd = fc.string({
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
    '•',
    '文',
    '"',
    '<',
  ),
  minLength: 1,
  maxLength: 40,
})

/** Text of every kind that people and systems write. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 80 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  chars(`${UPPER}${DIGITS}`, 1, 60),
  chars(LOWER, 2_000, 3_000),
  odd,
  email,
  iban,
  date,
  phone,
)

/**
 * Text with at least one letter or digit: something remains without control characters, so the value counts
 * as provided.
 */
const given = text.filter((value) => /[\p{L}\p{N}]/u.test(value))

/** Any JSON value, and no value: for a hidden field not even presence may show. */
const anything: fc.Arbitrary<RecordJson | undefined> = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.constantFrom<RecordJson | undefined>(undefined, null, '', 0, 1, true, false, [], {}, ['x', 'y'], {
    value: 'x',
  }),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.array(text, { maxLength: 3 }),
)

/** Generates many values that share one visible part. */
function around<T>(
  visible: fc.Arbitrary<T>,
  hidden: (part: T) => fc.Arbitrary<string>,
  many: number,
): Values {
  return visible.chain((part) => fc.array(hidden(part), { minLength: many, maxLength: many }))
}

const unlike = (pattern: RegExp) => given.filter((value) => !pattern.test(value.trim()))
const quoted = fc.oneof(email, iban, date, phone, chars(DIGITS, 13, 19))

/**
 * Splits the days of a year (MM-DD) into past and future days in every time zone. Leaves out an empty side.
 */
function sidesOfToday(): string[][] {
  const days = Array.from({ length: 336 }, (_, nth) => [Math.floor(nth / 28) + 1, (nth % 28) + 1])
  const all = days.map((pair) => pair.map((part) => String(part).padStart(2, '0')).join('-'))
  const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(5, 10)
  const [yesterday, tomorrow] = [day(-86_400_000), day(86_400_000)]
  const sides = [all.filter((one) => one < yesterday), all.filter((one) => one > tomorrow)]
  return sides.filter((side) => side.length > 0)
}

/** Values that must look the same under a mask, by the name of the mask. */
const byMask: Readonly<Record<string, (many: number) => Values>> = {
  dots: (many) => fc.array(given, { minLength: many, maxLength: many }),
  initials: (many) =>
    around(
      fc.tuple(chars(UPPER, 1, 1), chars(`${UPPER}ЖÅ`, 1, 1)),
      ([a, b]) =>
        fc
          .tuple(chars(`${LOWER}é文`, 0, 20), chars(`${LOWER}'-`, 0, 20), chars(`${LOWER} `, 0, 20))
          .map(([x, y, z]) => `${a}${x} ${b}${y} ${z}`),
      many,
    ),
  email: (many) =>
    around(
      fc.tuple(chars(LOWER, 1, 1), chars(LOWER, 2, 6)),
      ([a, top]) =>
        fc.tuple(chars(`${LOWER}._-`, 0, 30), chars(LOWER, 1, 30)).map(([x, y]) => `${a}${x}@${y}.${top}`),
      many,
    ),
  iban: (many) =>
    around(
      fc.tuple(chars(UPPER, 2, 2), chars(DIGITS, 4, 4)),
      ([country, tail]) =>
        fc.tuple(chars(DIGITS, 8, 10), chars(UPPER + DIGITS, 0, 16)).map(([x, y]) => country + x + y + tail),
      many,
    ),
  last4: (many) =>
    around(
      chars(UPPER + DIGITS, 4, 4),
      (tail) => chars(`${LOWER}${DIGITS}é文-`, 5, 40).map((head) => head + tail),
      many,
    ),
  decade: (many) =>
    around(
      two(190, 202),
      (tens) =>
        fc.tuple(two(0, 9), two(1, 12), two(1, 28)).map(([y, m, d]) => `${tens}${y.slice(-1)}-${m}-${d}`),
      many,
    ),
  // Put all birthdays on the same side of today: compliance also sees the age, under a row of its own.
  year: (many) =>
    around(
      fc.tuple(two(1900, 2029), fc.constantFrom(...sidesOfToday())),
      ([year, days]) => fc.constantFrom(...days).map((day) => `${year}-${day}`),
      many,
    ),
  area: (many) =>
    around(chars(UPPER + DIGITS, 2, 2), (head) => chars(DIGITS, 2, 8).map((rest) => head + rest), many),
  ref6: (many) =>
    around(
      chars(UPPER + DIGITS, 6, 6),
      (tail) => chars(`${UPPER}${DIGITS}-`, 7, 40).map((head) => head + tail),
      many,
    ),
  band: (many) => around(fc.integer({ min: 4, max: 7 }), (size) => chars('123456789', size, size), many),
  pan: (many) =>
    around(
      fc.tuple(chars(DIGITS, 6, 6), chars(DIGITS, 4, 4)),
      ([head, tail]) => chars(`${DIGITS}.*X`, 3, 9).map((middle) => head + middle + tail),
      many,
    ),
  date: (many) =>
    around(
      date,
      (day) =>
        fc
          .tuple(two(0, 23), two(0, 59), chars(DIGITS, 1, 9))
          .map(([h, m, ms]) => `${day}T${h}:${m}:07.${ms}Z`),
      many,
    ),
  count: (many) => around(fc.integer({ min: 1, max: 5 }), () => text, many),
  scrubbed: (many) =>
    around(
      fc.constantFrom(
        'Refused for # by the bank',
        '#',
        'IS0101 # and (#) again',
        'account "#" closed',
        '#, called twice',
      ),
      (frame) => quoted.map((value) => frame.replaceAll('#', value)),
      many,
    ),
  code: (many) => fc.array(unlike(/^[A-Z]{0,4}\d{1,5}$/), { minLength: many, maxLength: many }),
  rid: (many) =>
    around(
      fc.constant('m'),
      (first) => email.map((rest) => `${first}${rest.slice(0, rest.lastIndexOf('.'))}.test`),
      many,
    ),
  number: (many) => fc.array(unlike(/^\d{8,}$|^[0-9a-f-]{36}$/i), { minLength: many, maxLength: many }),
  presence: (many) => fc.array(given, { minLength: many, maxLength: many }),
}

/**
 * Generates values that a role with this cell must not be able to tell apart. Deterministic for a seed.
 * Throws for a mask without values.
 */
export function generateIndistinguishable(
  sees: FieldVisibility,
  many: number,
  seed: number,
): (RecordJson | undefined)[] {
  const name = typeof sees === 'string' ? sees : sees.mask
  const values =
    name === 'none' ? fc.array(anything, { minLength: many, maxLength: many }) : byMask[name]?.(many)
  if (values === undefined) throw new Error(`no values for the mask ${name}`)
  return fc.sample(values, { seed, numRuns: 1 })[0] ?? []
}
