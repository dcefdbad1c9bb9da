import { caseFilterSchema, caseQuerySchema } from '@paydesk/shared/cases/review-cases'
import { englishReview } from '@paydesk/shared/messages/en/review'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { englishFormat } from '../../../../../test/support/web/english-format.ts'
import { parseUrlSearch, stringifyUrlSearch } from '../../../lib/search-string.ts'
import { applyFilterChange, hasActiveFilter } from '../../../ui/state/list-state.ts'
import { formatAgeBand, formatWholeDuration } from '../age-band.ts'
import { readReviewFilter, readReviewQuery, readReviewSearchParams } from '../search-params.ts'
import { getReviewQueueSorting, toggleReviewQueueSort } from './queue-page.tsx'

const someOf = (values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join(','))
const filters = fc.record(
  {
    kind: someOf(['manual', 'piv', 'risk', 'hold', 'task']),
    concern: someOf(['kyc', 'docs', 'piv']),
    claim: fc.constantFrom('me', 'nobody', 'others'),
    sla: fc.constantFrom('on_time', 'due_soon', 'overdue'),
    needsApproval: fc.constantFrom('0', '1'),
    decision: fc.constantFrom('none', 'waiting', 'decided'),
    snoozed: fc.constant('1'),
    sort: fc.constantFrom('age', 'expiry', 'amount'),
    order: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
)
const set = (state: object) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))

describe('review queue URL', () => {
  test('restores every filter from the URL', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const address = readReviewSearchParams(parseUrlSearch(stringifyUrlSearch(filter)))
        expect(set(readReviewFilter(address))).toEqual(filter)
        const { sort: _, order: __, ...rest } = filter
        expect(hasActiveFilter(readReviewFilter(address))).toBe(Object.keys(rest).length > 0)
      }),
    )
  })

  test('builds a valid request from any URL', () => {
    const names = fc.constantFrom(...Object.keys(caseFilterSchema.shape), 'after', 'at', 'other')
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.oneof(fc.string(), fc.constantFrom('1', 'me', 'piv,kyc', 'piv'))),
        (search) => {
          const address = readReviewSearchParams(search)
          expect(caseQuerySchema.safeParse(set(readReviewQuery(address))).success).toBe(true)
        },
      ),
    )
  })

  test('resets page and row when the filter changes', () => {
    const at = '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19'
    const address = readReviewSearchParams({ kind: 'piv', after: 'cursor', at })
    expect(set(applyFilterChange(address, { claim: 'me' }))).toEqual({ kind: 'piv', claim: 'me' })
    // Keeps `open` here as an ordinary filter; other lists use `open` for the panel beside the list.
    const open = { open: '1', after: 'cursor', at } as const
    expect(set(applyFilterChange(open, { sort: 'amount' } as object))).toEqual({ open: '1', sort: 'amount' })
  })

  test('sorts by the clicked column, and reverses the order on the next click', () => {
    const columns = fc.constantFrom('age', 'expiry', 'amount')
    fc.assert(
      fc.property(filters, columns, (filter, column) => {
        const before = getReviewQueueSorting(filter)
        const once = getReviewQueueSorting(toggleReviewQueueSort({ column, down: false }, before))
        expect(once.column).toBe(column)
        if (before.column === column) expect(once.down).toBe(!before.down)
        // Table requests no order if the column was sorted descending.
        const twice = getReviewQueueSorting(
          toggleReviewQueueSort(once.down ? null : { column, down: true }, once),
        )
        expect(twice).toEqual({ column, down: !once.down })
      }),
    )
    expect(toggleReviewQueueSort({ column: 'age', down: false }, { column: 'expiry', down: false })).toEqual(
      {},
    )
  })
})

test.each([
  [60_000, '1 min'],
  [5_400_000, '90 min'],
  [14_400_000, '4 h'],
  [86_400_000, '1 day'],
  [259_200_000, '3 days'],
])('formats %i ms as %s', (ms, text) => {
  const band = (fromMs: number, toMs: number | null) =>
    formatAgeBand({ fromMs, toMs }, englishReview, englishFormat)
  expect(formatWholeDuration(ms, englishReview, englishFormat)).toBe(text)
  expect(band(ms, null)).toBe(`over ${text}`)
  expect(band(0, ms)).toBe(`under ${text}`)
})
