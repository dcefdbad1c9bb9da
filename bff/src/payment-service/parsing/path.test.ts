import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import { identityIdSchema, merchantIdSchema, ridSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRetryAfter } from '../transport/http-exchange.ts'
import { buildServicePath, parseServiceBaseAddress } from './path.ts'

const bases = ['https://service.example', 'https://service.example/stage', 'http://127.0.0.1:1/a/b/'].map(
  parseServiceBaseAddress,
)

test('keeps every segment a single segment or rejects it', () => {
  const nasty = fc.constantFrom(
    '.',
    '..',
    '%2e%2e',
    '%2E',
    '..%2f',
    '/',
    '\\',
    '//evil',
    '?',
    '#',
    '@',
    ':',
    ';',
    '\u0000',
    '\ud800',
    '\t',
    '．．',
    '',
  )
  const segment = fc.oneof(
    nasty,
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...bases),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      (base, segments) => {
        let path: string
        try {
          path = buildServicePath(base, ['v1', ...segments])
        } catch (error) {
          expect(String(error)).toBe('Error: unsafe path segment for the payment service')
          return
        }
        const url = new URL(path, base.origin)
        expect(url.origin).toBe(base.origin)
        expect(url.search + url.hash).toBe('')
        expect(url.pathname.startsWith(`${base.prefix}/v1/`)).toBe(true)
        const below = url.pathname
          .slice(base.prefix.length + 1)
          .split('/')
          .map(decodeURIComponent)
        expect(below).toEqual(['v1', ...segments])
      },
    ),
    { numRuns: 5_000 },
  )
})

test('builds a path for every id that the schemas accept', () => {
  const texts = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._@+:=~-]{0,127}$/).map((text) => ridSchema.parse(text)),
    fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{3,63}$/).map((text) => transactionIdSchema.parse(text)),
    fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_-]{3,95}$/).map((text) => identityIdSchema.parse(text)),
    fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/).map((text) => merchantIdSchema.parse(text)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...bases), texts, (base, id) => {
      expect(decodeURIComponent(buildServicePath(base, ['v1', id]).split('/').at(-1) ?? '')).toBe(id)
    }),
  )
})

test.each(['.', '..', '', '\ud800'])('rejects %j as an unsafe segment', (segment) => {
  for (const base of bases)
    expect(() => buildServicePath(base, ['v1', segment])).toThrow('unsafe path segment')
})

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
  ['Friday, 02-Jan-26 03:04:15 GMT', 10_000],
  ['Fri, 02 Jan 2026 03:04:05 GMT', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['abc', null],
  ['', null],
  ['2027', 2_027_000],
  ['99999999999', null],
  ['2027-01-01', null],
  ['Fri, what a date that is', null],
  ['1, 2', null],
])('parses Retry-After %j', (header, expected) => expect(parseRetryAfter(header, now)).toBe(expected))

test('returns null without Retry-After', () => expect(parseRetryAfter(undefined, now)).toBeNull())
