import { createFormatter } from '@paydesk/shared/core/formatter'
import { formatMinorUnits, parseMinorUnits } from '@paydesk/shared/core/money'
import { englishHealth } from '@paydesk/shared/messages/en/health'
import { notificationFilterSchema } from '@paydesk/shared/payments/notifications'
import { transactionListFilterSchema } from '@paydesk/shared/payments/transaction-list'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { waitingTransaction } from '../../../test/support/fakes/ids.ts'
import { formatFailureShare } from '../features/health/environment-health-section.tsx'
import { formatLineRanges } from '../features/imports/import-report.tsx'
import { fillMissingDays } from '../features/notifications/daily-notifications-section.tsx'
import { parseNotificationSearchParams } from '../features/notifications/search-params.ts'
import { getSuggestiblePrefix } from '../features/search/use-id-suggestions.ts'
import {
  buildFinalityFilter,
  buildFirstSeenFilter,
  getFinalityChoice,
  getFirstSeenChoice,
} from '../features/transaction-list/filter-options.ts'
import {
  readTransactionFilter,
  readTransactionListSearchParams,
} from '../features/transaction-list/search-params.ts'
import {
  getTransactionSorting,
  toggleTransactionSort,
} from '../features/transaction-list/transaction-list-page.tsx'
import { readUndocumentedValuesSearchParams } from '../features/undocumented-values/search-params.ts'
import { parseUrlSearch, stringifyUrlSearch } from '../lib/search-string.ts'
import { detectPersonalData, detectPersonalDataInTicket } from '../ui/forms/detect-personal-data.ts'
import { joinCommaList, splitCommaList } from '../ui/state/list-state.ts'

const words = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(','))
const bit = fc.constantFrom('0', '1')
const span = fc.stringMatching(/^[1-9]\d{0,3}[mhd]$/)
const minor = fc.nat({ max: 1e9 }).map(String)
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const filters = fc.record(
  {
    state: words,
    reason: words,
    workflow: words,
    merchant: words,
    finality: fc.constantFrom('open', 'unconfirmed', 'confirmed_by_second_read', 'confirmed'),
    open: bit,
    review: bit,
    test: bit,
    olderThan: span,
    newerThan: span,
    from: day,
    to: day,
    expiresIn: span,
    currency: fc.stringMatching(/^[A-Z]{3}$/),
    amountFrom: minor,
    amountTo: minor,
    sort: fc.constantFrom('seen', 'changed', 'amount'),
    order: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
)

describe('the list of transactions in the address', () => {
  test('is read as it was written, and sent to the server like that', () => {
    const places = fc.record(
      {
        after: fc.string({ minLength: 1, maxLength: 80 }),
        cols: fc.constantFrom('none', 'amount,seen', 'merchantId'),
        at: fc.constant(waitingTransaction),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(filters, places, (filter, place) => {
        const read = readTransactionListSearchParams(
          parseUrlSearch(stringifyUrlSearch({ ...filter, ...place })),
        )
        expect(read).toEqual({ ...filter, ...place })
        expect(transactionListFilterSchema.parse(readTransactionFilter(read))).toEqual(filter)
      }),
    )
  })

  test('is read from any address without an error, and drops invalid parameters one by one', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        expect(() => readTransactionListSearchParams(parseUrlSearch(text))).not.toThrow()
        expect(() => parseNotificationSearchParams(parseUrlSearch(text))).not.toThrow()
        expect(() => readUndocumentedValuesSearchParams(parseUrlSearch(text))).not.toThrow()
      }),
    )
    expect(
      readTransactionListSearchParams(
        parseUrlSearch('?state=PENDING&open=yes&sort=rid&olderThan=24h&amountFrom=-1&at=..%2f'),
      ),
    ).toEqual({ state: 'PENDING', olderThan: '24h' })
  })

  test('writes a list with readable commas, and also reads a repeated name', () => {
    expect(stringifyUrlSearch({ state: 'PENDING,SUCCESS' })).toBe('?state=PENDING,SUCCESS')
    expect(readTransactionListSearchParams(parseUrlSearch('?state=PENDING&state=SUCCESS'))).toEqual({
      state: 'PENDING,SUCCESS',
    })
    fc.assert(
      fc.property(words, (list) => {
        expect(joinCommaList(splitCommaList(list))).toBe(list)
      }),
    )
  })

  test('is restored by menus to the filter that they show', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { newerThan, olderThan } = filter
        expect(buildFirstSeenFilter(getFirstSeenChoice(filter))).toEqual({ newerThan, olderThan })
        const shown = getFinalityChoice(filter)
        expect(
          getFinalityChoice(transactionListFilterSchema.parse(defined(buildFinalityFilter(shown)))),
        ).toBe(shown)
      }),
    )
  })

  test('is sorted in reverse by the same column head, and afresh by another one', () => {
    const usual = getTransactionSorting({})
    expect(usual).toEqual({ column: 'seen', down: true })
    expect(toggleTransactionSort(null, usual)).toEqual({ sort: undefined, order: 'asc' })
    expect(toggleTransactionSort({ column: 'amount', down: false }, usual)).toEqual({
      sort: 'amount',
      order: undefined,
    })
    const byAmount = getTransactionSorting({ sort: 'amount' })
    expect(toggleTransactionSort(null, byAmount)).toEqual({ sort: 'amount', order: 'asc' })
  })
})

test('the filter of notifications is read from the address as it was written', () => {
  const { status, effect, kind } = notificationFilterSchema.shape
  const ledger = fc.record(
    {
      status: fc.constantFrom(...status.unwrap().options),
      effect: fc.constantFrom(...effect.unwrap().options),
      kind: fc.constantFrom(...kind.unwrap().options),
      event: fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/),
      repeated: fc.constant('1'),
      late: fc.constant('1'),
      before: fc.integer({ min: 1 }).map(String),
      open: fc.integer({ min: 1 }).map(String),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(ledger, (state) => {
      expect(parseNotificationSearchParams(parseUrlSearch(stringifyUrlSearch(state)))).toEqual(state)
    }),
  )
})

test('an amount typed in the digits of its currency is parsed to the same amount', () => {
  const codes = fc.constantFrom('EUR', 'GBP', 'JPY', 'BHD')
  fc.assert(
    fc.property(fc.nat({ max: 1e12 }), codes, (amount, code) => {
      const shown = formatMinorUnits(String(amount), code)?.replaceAll(/[^\d.]/g, '') ?? ''
      expect(parseMinorUnits(shown, code)).toBe(String(amount))
    }),
  )
  expect(parseMinorUnits('125,5', 'EUR')).toBe('12550')
  for (const wrong of ['1.505', '-1', 'abc', '', '1 000']) expect(parseMinorUnits(wrong, 'EUR')).toBeNull()
})

describe('personal data in typed text', () => {
  test.each(['3f6', '3f6c1c1e-6a0b', 'ord-2026', 'INV-00417', 'de12ab'])(
    '%s is searched for while typing',
    (text) => {
      expect(getSuggestiblePrefix(` ${text} `)).toBe(text)
    },
  )
  test.each([
    '3f',
    'mara@example.test',
    'mara@',
    'DE893',
    'DE89370400440532013000',
    'de89370400440532013000',
    '411111111',
    'two words',
    '',
  ])('%s is not searched for while typing', (text) => {
    expect(getSuggestiblePrefix(text)).toBeNull()
  })
  test('never sends the beginning of an e-mail address with @, of an IBAN or of a card number', () => {
    const personal = fc.oneof(
      fc.emailAddress(),
      fc.constantFrom('DE89370400440532013000', 'GB29NWBK60161331926819', '4111111111111111'),
    )
    fc.assert(
      fc.property(personal, fc.nat({ max: 30 }), (text, cut) => {
        const typed = text.slice(0, cut)
        if (typed.includes('@') || /^[A-Z]{2}\d{2}./.test(typed) || /^\d{9,}$/.test(typed))
          expect(getSuggestiblePrefix(typed)).toBeNull()
      }),
    )
  })
  test.each([
    ['caller gave DE89 3704 0044 0532 0130 00', ['iban']],
    ['wrote from mara@example.test', ['email']],
    ['card 4111 1111 1111 1111', ['card']],
    ['passport no. C01X00T47 was checked', ['document']],
    ['of AB1234567 a copy', ['document']],
    ['machine lines P<UTOERIKSSON<<ANNA', ['document']],
    ['ID card: l01x00t47', ['document']],
    ['IBAN NL91ABNA0417164300, passport X1234567', ['iban', 'document']],
    ['the read came too late, ticket 5512', []],
    ['RID cust-00417, transaction 6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19, EUR 1000000', []],
    ['COMPLETE and VALIDATING are words, E4101 a code, PD-7K3MZ9Q2XA a reference', []],
    ['the document was checked twice, the passport too', []],
  ])('%s', (text, marks) => {
    expect(detectPersonalData(text)).toEqual(marks)
  })
  test('allows document numbers in a ticket, but no other personal data', () => {
    expect(detectPersonalDataInTicket('CS0012345')).toEqual([])
    expect(detectPersonalDataInTicket('DE89370400440532013000')).toEqual(['iban'])
  })
})

test('a share is never rounded to 0 % or 100 %', () => {
  const format = createFormatter({ language: 'en', timeZone: 'UTC', numbers: '1,234.56', dates: 'words' })
  expect(
    [0, 0.001, 0.125, 0.999, 1].map((share) => formatFailureShare(share, englishHealth, format)),
  ).toEqual(['0 %', 'less than 1 %', '13 %', 'more than 99 %', '100 %'])
})

test('refused lines are listed in ranges', () => {
  expect(formatLineRanges([9, 3, 7, 8, 8])).toBe('3, 7–9')
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 })), (lines) => {
      const told = formatLineRanges(lines)
        .split(', ')
        .filter(Boolean)
        .flatMap((part) => {
          const [from = 0, to = from] = part.split('–').map(Number)
          return Array.from({ length: to - from + 1 }, (_, n) => from + n)
        })
      expect(told).toEqual([...new Set(lines)].sort((a, b) => a - b))
    }),
  )
})

test('days without notifications are filled in up to today', () => {
  const days = fillMissingDays(
    [
      { day: '2026-11-19', received: 2, repeated: 0 },
      { day: '2026-11-17', received: 1, repeated: 1 },
    ],
    '2026-11-20',
  )
  expect(days).toHaveLength(14)
  expect(days.slice(-4).map(({ day, received }) => [day, received])).toEqual([
    ['2026-11-17', 1],
    ['2026-11-18', 0],
    ['2026-11-19', 2],
    ['2026-11-20', 0],
  ])
})

function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
