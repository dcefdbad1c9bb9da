import { hasCardNumber } from '@paydesk/shared/core/card-number'
import { formatMinorUnits } from '@paydesk/shared/core/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import {
  customerHistorySearchSchema,
  customerHistorySortColumns,
  encodeCustomerHistoryColumns,
  listVisibleCustomerHistoryColumnIds,
  optionalCustomerHistoryColumns,
} from '../../features/customers/search-params.ts'
import { parseUrlSearch, stringifyUrlSearch } from '../../lib/search-string.ts'

const enumerated = fc.array(fc.string({ maxLength: 64 }), { minLength: 1, maxLength: 5 })
const states = fc.record(
  {
    q: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    state: enumerated,
    workflow: enumerated,
    sort: fc
      .tuple(fc.constantFrom('', '-'), fc.constantFrom(...customerHistorySortColumns))
      .map(([down, column]) => `${down}${column}`),
    cols: fc.subarray([...optionalCustomerHistoryColumns, 'none'], { minLength: 1 }),
    open: fc.constant(waitingTransaction),
  },
  { requiredKeys: [] },
)

describe('list state in the address', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(customerHistorySearchSchema.parse(parseUrlSearch(stringifyUrlSearch(state)))).toEqual(
          customerHistorySearchSchema.parse(state),
        )
      }),
    )
  })

  test('is read from any address without an error', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        expect(customerHistorySearchSchema.safeParse(parseUrlSearch(text)).success).toBe(true)
      }),
    )
  })

  test('restores the columns as chosen', () => {
    fc.assert(
      fc.property(fc.subarray([...optionalCustomerHistoryColumns]), (columns) => {
        expect(listVisibleCustomerHistoryColumnIds(encodeCustomerHistoryColumns(columns))).toEqual(columns)
      }),
    )
  })
})

describe('card numbers', () => {
  test.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    'card 5500-0000-0000-0004, thanks',
    '378282246310005',
  ])('are recognised: %s', (text) => {
    expect(hasCardNumber(text)).toBe(true)
  })
  test.each([
    '4111111111111112',
    'cust-00417',
    waitingTransaction,
    '349351000000000417',
    'DE89370400440532013000',
    '411111111111',
  ])('are not seen in: %s', (text) => {
    expect(hasCardNumber(text)).toBe(false)
  })
})

describe('amounts', () => {
  test.each([
    ['12550', 'EUR', '125.50 EUR'],
    ['5', 'EUR', '0.05 EUR'],
    ['-12550', 'GBP', '-125.50 GBP'],
    ['1234', 'JPY', '1,234 JPY'],
    ['1234', 'BHD', '1.234 BHD'],
    ['123456789012345678', 'EUR', '1,234,567,890,123,456.78 EUR'],
  ])('%s minor units of %s are %s', (minor, code, major) => {
    expect(formatMinorUnits(minor, code)).toBe(major)
  })
  test.each([
    ['12.50', 'EUR'],
    ['100–500', 'EUR'],
    ['1', 'eur'],
    ['', 'EUR'],
  ])('%s %s is not converted', (minor, code) => {
    expect(formatMinorUnits(minor, code)).toBeNull()
  })
})
