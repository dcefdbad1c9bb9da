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
    ['{"a":1,"a":1}', 'unique_names'],
    ['{"b":[{"a":1,"\\u0061":2}]}', 'unique_names'],
    ['{"a":"\\u0000"}', 'storable_text'],
    ['{"\\ud800":1}', 'storable_text'],
    ['["\\udc00\\ud800"]', 'storable_text'],
    ['{"a":1', 'json'],
    ['{"a":"\u0000"}', 'json'],
    ['', 'json'],
  ])('refuses %s', (text, rule) => expect(parse(text)).toEqual({ ok: false, rule }))

  it.each(['ff', 'c080', 'eda080', 'f4908080', 'c3'])('refuses the bytes %s, which are not UTF-8', (hex) => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')])
    expect(parseStrictJson(bytes)).toEqual({ ok: false, rule: 'json' })
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
