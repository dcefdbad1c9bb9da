import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

const parse = (text: string) => parseStrictJson(Buffer.from(text))

describe('parseStrictJson', () => {
  it('reads everything that JSON.stringify writes, unless a text cannot be stored', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value)
        const isOdd = /\\ud[89a-f]|\\u0000/.test(text)
        expect(parse(text).ok).toBe(!isOdd)
        if (!isOdd) expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  it.each([
    ['{"a":1,"a":1}', 'each name once in an object'],
    ['{"b":[{"a":1,"\\u0061":2}]}', 'each name once in an object'],
    ['{"a":"\\u0000"}', 'texts without NUL and without half of a surrogate pair'],
    ['{"\\ud800":1}', 'texts without NUL and without half of a surrogate pair'],
    ['["\\udc00\\ud800"]', 'texts without NUL and without half of a surrogate pair'],
    ['{"a":1', 'JSON in UTF-8'],
    ['{"a":"\u0000"}', 'JSON in UTF-8'],
    ['', 'JSON in UTF-8'],
  ])('refuses %s', (text, expected) => expect(parse(text)).toEqual({ ok: false, expected }))

  it.each(['ff', 'c080', 'eda080', 'f4908080', 'c3'])('refuses the bytes %s, which are not UTF-8', (hex) => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')])
    expect(parseStrictJson(bytes)).toEqual({ ok: false, expected: 'JSON in UTF-8' })
  })

  it.each([
    '{"a":{"a":1},"b":{"a":":"}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\\\u0000"}',
    '\ufeff{"a":"\\ud83d\\ude00"}',
  ])('reads %s', (text) => expect(parse(text).ok).toBe(true))

  it('reads deep nesting without exhausting the stack', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    expect(parse(deep).ok).toBe(true)
  })
})
