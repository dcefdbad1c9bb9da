import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from './any-character.test-kit.ts'
import {
  customerHandleSchema,
  environmentNameSchema,
  identityHandleSchema,
  identityIdSchema,
  merchantIdSchema,
  ridSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from './ids.ts'

const all = {
  rid: ridSchema,
  transactionId: transactionIdSchema,
  identityId: identityIdSchema,
  merchantId: merchantIdSchema,
  customerHandle: customerHandleSchema,
  identityHandle: identityHandleSchema,
  environmentName: environmentNameSchema,
  reference: supportReferenceSchema,
}

const hostile = [
  '',
  '.',
  '..',
  '...',
  '../x',
  'a/b',
  'a\\b',
  'a%2fb',
  '%2e%2e',
  '%00',
  'a\u0000b',
  'a\nb',
  ' a',
  'a ',
  'a b',
  'a?b',
  'a#b',
  'a;b',
  "a'b",
  'a"b',
  'a<b',
  'a&b',
  'сust-00417',
  'cust‐00417',
  'cust-００417',
  '\u202ecust',
  'cust\u200b',
  '\ud800',
  'x'.repeat(20_000),
  '__proto__/',
  '-a\r\nx: y',
  'раypal', // two Cyrillic letters and four Latin ones
  'αlpha',
  '\u0301cust',
  `a${'\u0301'.repeat(9)}`,
  'ﬁona',
  'cust\u3164',
  'cust\u115f1',
  'cust№1',
  'müller 17',
  'müller/17',
  '..ü',
  'ü'.repeat(129),
] // includes a Cyrillic letter, another hyphen, full-width digits, a direction mark, a zero-width space

describe('ids', () => {
  it.each(Object.entries(all))('%s rejects text that could change the address', (_name, schema) => {
    for (const text of hostile)
      expect(schema.safeParse(text).success, JSON.stringify(text).slice(0, 40)).toBe(false)
  })

  it.each(Object.entries(all))(
    '%s: a parsed id survives as one segment of a path, unchanged',
    (_name, schema) => {
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string({ unit: anyCharacter }),
            fc.string(),
            fc.webPath(),
            fc.emailAddress(),
            fc.uuid(),
          ),
          (text) => {
            const parsed = schema.safeParse(text)
            if (!parsed.success) return
            const path = `/v1/${encodeURIComponent(parsed.data)}/end`
            // Only letters that Unicode writes in two ways change: to the one form of NFC.
            expect(path.split('/').map(decodeURIComponent)).toEqual(['', 'v1', text.normalize('NFC'), 'end'])
            expect(text).not.toMatch(/^\.{1,2}$/)
          },
        ),
        { numRuns: 2_000, examples: [['\u{2f807}'], ['e\u0301']] },
      )
    },
  )

  it('accepts the forms that occur', () => {
    for (const text of [
      'cust-00417',
      'mara.lindqvist@example.test',
      'SE4550000000058398257466',
      '84721',
      'a+b@x.test',
      'YWJj=',
      'müller-17',
      'Łukasz_3',
      'Иванов-3',
      'иванов@mail.example.test',
      'Παπαδόπουλος:1',
      '客户-0041',
      'ग्राहक-7',
      'عميل-١٢',
    ]) {
      expect(ridSchema.safeParse(text).success, text).toBe(true)
    }
    // Written with a separate mark, as some keyboards and systems do: the same customer.
    expect(ridSchema.parse('mu\u0308ller-17')).toBe('müller-17')
    expect(transactionIdSchema.safeParse('3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10').success).toBe(true)
    expect(identityIdSchema.safeParse('_b103fc0_158a2f3a950__7e12').success).toBe(true)
  })
})
