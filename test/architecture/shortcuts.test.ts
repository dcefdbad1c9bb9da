import { expect, test } from 'vitest'
import { isTest, sourcesOf } from './sources.ts'

/**
 * One meaning for each key of one letter or sign, and the files that register it. A new use belongs into the row of
 * its meaning, or gets a key of its own.
 */
const table: Readonly<Record<string, readonly [meaning: string, ...files: string[]]>> = {
  '.': ['today', 'report-date-picker'],
  '/': ['go to the filter', 'field-permission-filters', 'all-sessions-section'],
  '1': ['first choice', 'decide-form', 'approval-form', 'bulk-form'],
  '2': ['second choice', 'decide-form', 'approval-form', 'bulk-form'],
  '3': ['third choice', 'decide-form', 'approval-form', 'bulk-form'],
  '?': ['help', 'app-shell'],
  '[': ['page or day before', 'report-date-picker', 'pagination'],
  ']': ['next page or day', 'report-date-picker', 'pagination'],
  a: ['who saw this record', 'record-access-report-button'],
  b: ['bulk decision', 'bulk-decision'],
  c: ['claim or take over', 'case-claim', 'queue-page'],
  d: ['decide', 'decide-section'],
  e: ['explain', 'use-open-discrepancy'],
  f: ['profile of the identity', 'identity-page'],
  h: ['ask a colleague', 'ask-line'],
  i: ['identity', 'customer-identity-section', 'case-page', 'transaction-page'],
  j: ['next row', 'open-transactions-bar', 'data-table-body'],
  k: ['previous row', 'open-transactions-bar', 'data-table-body'],
  K: ['checks of the identity', 'identity-page'],
  l: ['list', 'imports-page', 'notifications-page'],
  m: ['note', 'case-notes'],
  n: ['notifications', 'notifications-section'],
  N: ['new payment request', 'new-payment-request-link'],
  o: ['observed states', 'identity-page', 'state-history-section'],
  O: ['open the customer', 'transaction-list-page'],
  p: ['provider responses', 'case-page', 'transaction-panel'],
  q: ['review queue', 'case-page'],
  r: ['refresh', 'identity-page', 'use-record-refresh', 'transaction-panel', 'page-header'],
  s: ['daily report', 'reconciliation-page'],
  t: ['transactions', 'customer-page', 'embedded-history'],
  u: ['undo', 'toast-region'],
  v: ['verify', 'audit-verification', 'verification-line'],
  x: ['next case', 'queue-navigation-bar', 'decision-page'],
  X: ['previous case', 'queue-navigation-bar'],
  y: ['copy the text for the customer', 'customer-safe-text-section'],
  z: ['snooze', 'case-snooze'],
}

/** Uses with another meaning than in the table; this list only shrinks. */
const exceptions = ['a link-offer', 'c review-step']

test('a letter has one meaning on all pages', () => {
  const uses = sourcesOf('web/src')
    // The tools of the document viewer are a mode of their own, with its own help.
    .filter((source) => !isTest(source) && !source.path.includes('/documents/viewer/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/useShortcut\(\s*'(.)',/g)].map(
        ([, key]) => `${key} ${path.replace(/^.*\//, '').replace(/\.tsx?$/, '')}`,
      ),
    )
  const allowed = Object.entries(table).flatMap(([key, [, ...files]]) =>
    files.map((file) => `${key} ${file}`),
  )
  expect([...new Set(uses)].sort()).toEqual([...allowed, ...exceptions].sort())
  const meanings = Object.values(table).map(([meaning]) => meaning)
  expect(new Set(meanings).size).toBe(meanings.length)
})
