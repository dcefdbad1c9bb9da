import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventStreamParser } from './event-stream-parser.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What comes out when these bytes are handed over in pieces that end at these places. */
function read(bytes: Uint8Array, cuts: readonly number[] = []) {
  const lines = createEventStreamParser()
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const events = places.slice(1).flatMap((end, index) => lines.feed(bytes.slice(places[index], end)))
  return { events, lastId: lines.lastId(), retryMs: lines.retryMs() }
}

describe('lines of an event stream', () => {
  test('an event has a name, data and the number to come back with', () => {
    expect(read(bytesOf('retry: 1500\nid: 7\n\nid: 8\nevent: change\ndata: {"a":1}\n\n'))).toEqual({
      events: [{ name: 'change', data: '{"a":1}', id: '8' }],
      lastId: '8',
      retryMs: 1_500,
    })
  })

  test('data of several lines is one text; a comment is nothing; without a name it is a message', () => {
    expect(read(bytesOf(': here\n\ndata: one\ndata:two\n\n')).events).toEqual([
      { name: 'message', data: 'one\ntwo', id: '' },
    ])
  })

  test('what was cut off before its end did not happen, and does not move the number', () => {
    expect(read(bytesOf('id: 1\ndata: whole\n\nid: 2\nevent: change\ndata: half\n'))).toMatchObject({
      events: [{ data: 'whole' }],
      lastId: '1',
    })
  })

  test('a line without an end does not fill the memory', () => {
    const lines = createEventStreamParser()
    expect(() => {
      for (let fed = 0; fed < 100; fed += 1) lines.feed(bytesOf('x'.repeat(1_000)))
    }).toThrow()
  })

  test('however the bytes are cut, the same events come out', () => {
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
          const textWith = (ending: string) => lines.map((words) => words + ending).join('')
          const bytes = bytesOf(textWith(lineEnd))
          const whole = read(bytes)
          expect(read(bytes, cuts)).toEqual(whole)
          expect(read(bytes, [...bytes.keys()])).toEqual(whole)
          // The kind of line end says nothing either.
          expect(read(bytesOf(textWith('\n')))).toEqual(whole)
        },
      ),
      { numRuns: 300 },
    )
  })
})
