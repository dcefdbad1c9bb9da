import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeReturnPath } from './pages.ts'

const origin = 'https://paydesk.example.test'

describe('sanitizeReturnPath', () => {
  it.each([
    ['/', '/'],
    ['/c/c_00000000000000000000', '/c/c_00000000000000000000'],
    ['/t/abc?customer=c_1&x=1', '/t/abc?customer=c_1&x=1'],
    // Fragments never reach the server; here they have no effect.
    ['/open#text', '/open'],
    ['/a/../b', '/b'],
    ['/authors', '/authors'],
    ['/a//b', '/a//b'],
    ['/:80', '/:80'],
    ['/@evil.example.test', '/@evil.example.test'],
  ])('%j leads to %j', (wanted, path) => {
    expect(sanitizeReturnPath(wanted, origin)).toBe(path)
  })

  it.each([
    '//evil.example.test',
    '///evil.example.test',
    '////evil.example.test',
    '/\\evil.example.test',
    '\\/evil.example.test',
    '\\\\evil.example.test',
    '/..//evil.example.test',
    '/a/..//evil.example.test',
    '/%2e%2e//evil.example.test',
    '/.//evil.example.test',
    '/a\\..\\..\\evil',
    '/\t/evil.example.test',
    '/\n/evil.example.test',
    '/\r/evil.example.test',
    '\t//evil.example.test',
    ' //evil.example.test',
    '/ /evil.example.test',
    '/\u0000/evil.example.test',
    '/\u00a0/evil',
    '/\u2028/evil',
    '/ä',
    '/／evil.example.test',
    'https://evil.example.test/',
    'https:evil.example.test',
    'https:/evil.example.test',
    '//paydesk.example.test@evil.example.test',
    'https://paydesk.example.test/c/1',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example.test',
    'c/1',
    '?x=1',
    '#x',
    '',
    '/auth/sign-in',
    '/auth/callback?code=x&state=y',
    '/auth/../auth/sign-in',
    '/x/../auth/sign-in',
    '/%2e%2e/auth/sign-in',
    `/${'a'.repeat(10_000)}`,
    `/${'a'.repeat(500)}`,
    undefined,
    null,
    7,
    ['/c/1'],
    { toString: () => '/c/1' },
  ])('%j leads to the start page', (wanted) => {
    expect(sanitizeReturnPath(wanted, origin)).toBe('/')
  })

  it.each(['/%09/evil.example.test', '/%5cevil.example.test', '/%2f/evil.example.test', '/%0d%0aLocation:x'])(
    '%s stays a path of Paydesk',
    (wanted) => {
      expect(new URL(sanitizeReturnPath(wanted, origin), origin).origin).toBe(origin)
    },
  )

  it('never leaves the origin, for any text and any URL parser', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      ':',
      '@',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      ' ',
      '?',
      '#',
      'evil.example.test',
      'https:',
      'auth/',
      'javascript:',
    )
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.webUrl(),
      fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (wanted) => {
        for (const one of [wanted, `/${wanted}`]) {
          const path = sanitizeReturnPath(one, origin)
          expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
          expect(path).not.toContain('\\')
          const url = new URL(path, origin)
          expect(url.origin).toBe(origin)
          expect(url.pathname.startsWith('/auth/')).toBe(false)
          // Sanitise once more, as after a redirect of the browser: the path stays the same.
          expect(sanitizeReturnPath(path, origin)).toBe(path)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
