import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventStreamParser } from './event-stream-parser.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Parses the bytes in pieces that end at these places. */
function read(bytes: Uint8Array, cuts: readonly number[] = []) {
  const lines = createEventStreamParser()
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const events = places.slice(1).flatMap((end, index) => lines.feed(bytes.slice(places[index], end)))
  return { events, lastId: lines.lastId(), retryMs: lines.retryMs() }
}

describe('the parser of an event stream', () => {
  test('returns the name, the data and the ID of an event', () => {
    expect(read(bytesOf('retry: 1500\nid: 7\n\nid: 8\nevent: change\ndata: {"a":1}\n\n'))).toEqual({
      events: [{ name: 'change', data: '{"a":1}', id: '8' }],
      lastId: '8',
      retryMs: 1_500,
    })
  })

  test('joins data of several lines, ignores comments, and names an unnamed event message', () => {
    expect(read(bytesOf(': here\n\ndata: one\ndata:two\n\n')).events).toEqual([
      { name: 'message', data: 'one\ntwo', id: '' },
    ])
  })

  test('drops an incomplete event and keeps the last event ID', () => {
    expect(read(bytesOf('id: 1\ndata: whole\n\nid: 2\nevent: change\ndata: half\n'))).toMatchObject({
      events: [{ data: 'whole' }],
      lastId: '1',
    })
  })

  test('throws on an endless line instead of filling the memory', () => {
    const lines = createEventStreamParser()
    expect(() => {
      for (let fed = 0; fed < 100; fed += 1) lines.feed(bytesOf('x'.repeat(1_000)))
    }).toThrow()
  })

  test('returns the same events no matter where the bytes are cut', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        'data',
        'data:',
        ': comment',
        'event: change',
        'id: 12',
        'retry: 30',
        'id',
        'other: 1',
      ),
      fc.string({ unit: 'grapheme' }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
    )
    const end = fc.constantFrom('\n', '\r', '\r\n')
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        end,
        fc.array(fc.nat(), { maxLength: 40 }),
        (lines, lineEnd, cuts) => {
          const textWith = (ending: string) => lines.map((text) => text + ending).join('')
          const bytes = bytesOf(textWith(lineEnd))
          const whole = read(bytes)
          expect(read(bytes, cuts)).toEqual(whole)
          expect(read(bytes, [...bytes.keys()])).toEqual(whole)
          // The kind of line end makes no difference either.
          expect(read(bytesOf(textWith('\n')))).toEqual(whole)
        },
      ),
      { numRuns: 300 },
    )
  })
})
