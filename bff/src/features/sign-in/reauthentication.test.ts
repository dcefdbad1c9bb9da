import { expect, it } from 'vitest'
import { findRecentAuthentication } from './reauthentication.ts'

const now = 1_000_000
it.each([
  ['just now', now, now],
  ['at the end of the time', now - 300, now - 300],
  ['before', now - 301, null],
  ['by a clock that is ahead', now + 20, now],
  ['at an unknown time', null, null],
])('judges an authentication %s', (_, authenticatedAt, recent) => {
  expect(findRecentAuthentication({ authenticatedAt }, 300, now)).toBe(recent)
})
