import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pickByRunLength } from '../../platform/runtime/run-length.test-kit.ts'
import { parseJson } from './json.ts'
import { defaultUpstreamLimits } from './limits.ts'

const parse = (text: string | Uint8Array) => parseJson(Buffer.from(text), defaultUpstreamLimits.json)
const value = (text: string) => {
  const result = parse(text)
  return result.ok ? result.value : result.fault
}

describe('numbers', () => {
  test.each([
    ['9'.repeat(40), '9'.repeat(40)],
    ['9007199254740993', '9007199254740993'],
    ['1.10', '1.10'],
    ['1e3', '1e3'],
    ['-0', '-0'],
    ['0.0000001', '0.0000001'],
    ['1e400', '1e400'],
    ['0', 0],
    ['-12', -12],
    ['12.5', 12.5],
    ['-0.5', -0.5],
    ['123456789012345', 123_456_789_012_345],
  ])('are parsed: %s', (source, expected) => {
    expect(value(`{"a":[${source}]}`)).toEqual({ a: [expected] })
  })

  test('are accepted or rejected exactly as by JSON.parse', () => {
    const nearly = fc.stringMatching(/^[-+.eE019]{1,8}$/)
    const isJson = (text: string) => {
      try {
        return JSON.parse(text) !== null
      } catch {
        return false
      }
    }
    const isSame = (source: string) => parse(`[${source}]`).ok === isJson(`[${source}]`)
    fc.assert(fc.property(nearly, isSame), { numRuns: pickByRunLength(3_000, 20_000) })
  })

  test('keep all their digits', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,12})?$/)
    const isKept = (source: string) => String(value(`[${source}]`)) === source
    fc.assert(fc.property(digits, isKept), { numRuns: pickByRunLength(500, 2_000) })
  })

  test.each(['{1.50:1}', '[1.50a]', '[01.50]', '[1.50 2]', '[-]', '[1.2.3]', '[1e]', '[+1.50]', '[.50]'])(
    '%s stays invalid',
    (text) => expect(value(text)).toBe('json_syntax'),
  )
})

test('agrees with JSON.parse except for numbers that keep their text', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      fc.pre(!/__proto__|constructor|prototype/.test(text))
      const plain: unknown = JSON.parse(text, (_, one) => (typeof one === 'number' ? String(one) : one))
      const result = parse(text)
      const ours: unknown = JSON.parse(JSON.stringify(result.ok ? result.value : null), (_, one) =>
        typeof one === 'number' ? String(one) : one,
      )
      const asNumbers = (_: string, one: unknown) =>
        typeof one === 'string' && /^-?\d/.test(one) ? Number(one) : one
      expect(JSON.stringify(ours, asNumbers)).toBe(JSON.stringify(plain, asNumbers))
    }),
  )
})

test('never throws on any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parse(bytes)))
  fc.assert(fc.property(fc.string(), (text) => void parse(text)))
})

test.each([
  ['{"__proto__":{"x":1},"a":1}', { a: 1 }],
  ['{"a":{"constructor":{"prototype":{"x":1}},"b":[{"prototype":1}]}}', { a: { b: [{}] } }],
  ['{"\\u005f_proto__":{"x":1},"a":1}', { a: 1 }],
  ['{"a":1,"a":2}', { a: 2 }],
  ['\ufeff{"a":1}', { a: 1 }],
])('parses %s', (text, expected) => expect(value(text)).toEqual(expected))

test.each([
  ['', 'json_empty'],
  ['{"a":', 'json_syntax'],
  ['{"a":1}}', 'json_syntax'],
  ['{"a":1}{"a":2}', 'json_syntax'],
  ['NaN', 'json_syntax'],
  [`${'['.repeat(33)}${']'.repeat(33)}`, 'json_depth'],
])('%s is refused', (text, fault) => expect(value(text)).toBe(fault))

test('accepts the deepest and widest JSON within the limits', () => {
  expect(parse(`${'['.repeat(32)}${']'.repeat(32)}`).ok).toBe(true)
  expect(parse(`{${Array.from({ length: 2_000 }, (_, i) => `"m${i}":1`).join()}}`).ok).toBe(true)
  expect(parse(`[${Array.from({ length: 20_000 }, () => 0).join()}]`).ok).toBe(true)
  expect(parse(`"${'x'.repeat(65_536)}"`).ok).toBe(true)
})

describe('no input of 4 MiB blocks the event loop for longer than ten ordinary bodies', () => {
  const fill = (piece: string, count: number) => Array.from({ length: count }, () => piece).join()
  const row = `{"transaction_uid":"u","transaction_state":"OK","state":"SUCCESS","workflow":"${'w'.repeat(80)}"}`
  const list = `{"data":[${fill(row, 20_000)}]}`
  const rows: [string, string][] = [
    ['deep', '['.repeat(4_000_000)],
    ['one million members', `{${Array.from({ length: 300_000 }, (_, i) => `"m${i}":1`).join()}}`],
    ['one long string', `"${'x'.repeat(4_100_000)}"`],
    ['one long number', '1'.repeat(4_100_000)],
    ['spaces', `${' '.repeat(4_100_000)}{}`],
    ['a list of 20,000', list],
    ['odd numbers', `[${fill(`[${fill('1.50', 19_000)}]`, 10)}]`],
    ['odd names', `[${fill('{"\\u0061":{}}', 19_000)}]`],
    ['empty things', `[${fill('[[],[],{},[],[]]', 20_000)}]`],
    ['values without end', `[${fill(`[${fill('0', 19_000)}]`, 100)}]`],
  ]
  /** CPU time of this thread in ms, so that other processes on a small machine do not count. */
  function spent(work: () => unknown): number {
    const begun = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage()
    return (user + system - begun.user - begun.system) / 1_000
  }
  test.each(rows)('%s', (_, text) => {
    const bytes = Buffer.from(text)
    // Compare with a peer at the same moment, because a busy machine slows this thread down too; the clock
    // ticks in 4 ms.
    const times = Array.from({ length: pickByRunLength(2, 5) }, () => ({
      own: spent(() => parseJson(bytes, defaultUpstreamLimits.json)),
      peer: spent(() => [JSON.parse(list), JSON.parse(list)]) / 2,
    }))
    const peer = times.reduce((sum, one) => sum + one.peer, 0) / times.length
    expect(Math.min(...times.map(({ own }) => own))).toBeLessThan(10 * peer)
  })
})
