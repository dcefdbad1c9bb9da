import { applySettingsChange, defaultPersonSettings } from '@paydesk/shared/administration/settings'
import type { SavedView } from '@paydesk/shared/cases/saved-views'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishSavedViews } from '@paydesk/shared/messages/en/saved-views'
import { englishSignIn } from '@paydesk/shared/messages/en/sign-in'
import { englishTransactionList } from '@paydesk/shared/messages/en/transaction-list'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  answerNever,
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { buildTransactionId, someReference } from '../../../../test/support/fakes/ids.ts'
import { keepSettings } from '../../../../test/support/fakes/settings.ts'
import {
  buildAdministrator,
  buildAuditor,
  buildFinanceReviewer,
  buildSupportAgent,
} from '../../../../test/support/fakes/staff.ts'
import {
  buildRecordsCoverage,
  buildTransactionList,
  buildTransactionListRow,
  buildTransactionListRows,
  ownSavedView,
} from '../../../../test/support/fakes/transaction-list.ts'
import { absentValue, buildClearValue, buildMaskedValue } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'
import { getDayInTimeZone } from '../../ui/forms/day-ranges.ts'

const at = '/stage/transactions'
const texts = englishTransactionList
const { columns, coverage, empty, filters } = texts
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const listing = (
  answer: (
    query: TransactionListFilter,
  ) => ReturnType<typeof buildTransactionList> | Response | Promise<Response>,
) => fakeEndpoint(endpoints.listTransactions)(({ query }) => answer(query))
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [finance, ...(answers.answers ?? [])] })
const grid = () => window_.getByRole('grid', { name: texts.title })
const button = (name: string) => window_.getByRole('button', { name, exact: true })
/** Opens a filter that few people use. */
async function openOtherFilter(name: string) {
  await button(englishLists.filter.more).click()
  await button(name).click()
}

describe('transaction list', () => {
  test('shows rows with state, reason and marks, and the coverage', async () => {
    const { page } = await open()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '26')
    const covered = page.getByText(
      englishFormat.text(coverage.covers, { transactions: '4,812 transactions' }),
      { exact: true },
    )
    await expect.element(covered).toBeVisible()
    await expect
      .element(page.getByText(new RegExp(englishFormat.text(coverage.missing, { count: 2 }))))
      .toBeVisible()
    const first = grid().getByRole('row').nth(1)
    await expect.element(first).toMatchTextContent(/Pending.*test.*waiting for the customer/)
    await expect
      .element(page.getByText(texts.finality.unconfirmed.label, { exact: true }).first())
      .toBeVisible()
    await expect.element(page.getByText(englishUi.value.notProvided, { exact: true }).first()).toBeVisible()
    await expect
      .element(page.getByText(englishFormat.text(texts.count, { count: 25 }), { exact: true }))
      .toBeVisible()
    expect(document.title).toBe('Transactions · Stage · Paydesk')
    await expectAccessible()
  })

  test('shows no reason that only repeats the state', async () => {
    await open(at, { answers: [listing(() => buildTransactionList([buildTransactionListRow(4)]))] })
    const row = grid().getByRole('row').nth(1)
    await expect.element(row).toMatchTextContent(/Expired/)
    await expect.element(row).not.toMatchTextContent(/Expired.*expired/)
  })

  test('says the count of the coverage, and the rest on focus', async () => {
    const { page } = await open()
    const covered = page.getByText('Covers 4,812 transactions', { exact: true })
    await expect.element(covered).toBeVisible()
    await expect.element(page.getByText(/1,204 customers/)).not.toBeVisible()
    covered.element().focus()
    await expect.element(page.getByRole('tooltip').getByText(/1,204 customers, known since/)).toBeVisible()
  })

  test('names the row under the pointer to the server, which answers nothing', async () => {
    const named: unknown[] = []
    await open(at, {
      answers: [
        fakeEndpoint(endpoints.readTransactionsAhead)(({ body }) => {
          named.push(body)
          return new Response(null, { status: 204 })
        }),
      ],
    })
    await grid().getByRole('row').nth(2).hover()
    const second = buildTransactionList().rows[1]?.transaction
    await expect.poll(() => named).toContainEqual({ transactions: [second] })
  })

  test('shows a skeleton and no rows while loading', async () => {
    const { page } = await open(at, { answers: [listing(answerNever)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Transactions/)
    await expect.element(grid()).not.toBeInTheDocument()
    await expect.poll(() => document.querySelector('main [aria-busy="true"]')).not.toBeNull()
  })

  test('reports a failed request with its reference, and retries', async () => {
    let answer: () => ReturnType<typeof buildTransactionList> | Response = answerUpstreamTimeout
    const { page } = await open(at, { answers: [listing(() => answer())] })
    await expect.element(page.getByText(texts.notLoaded)).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    answer = () => buildTransactionList()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(grid()).toBeVisible()
  })

  longTest('distinguishes an empty list from a filter without matches', async () => {
    const nothing = buildTransactionList([], { count: 0 })
    const { page } = await open(at, { answers: [listing(() => nothing)] })
    await expect.element(page.getByText(empty.none)).toBeVisible()
    await page.getByRole('link', { name: texts.views.inReview }).click()
    await expect.element(page.getByText(empty.noMatch)).toBeVisible()
    await page.getByRole('button', { name: empty.clearFilter, exact: true }).first().click()
    await expect.element(page.getByText(empty.none)).toBeVisible()
  })

  test('is closed to a role without access', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())],
    })
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(englishUi.forbiddenPage.title)
    await expect.element(page.getByRole('link', { name: /Transactions/ })).not.toBeInTheDocument()
    await page.getByRole('link', { name: englishUi.goHome }).click()
    await expect.element(page.getByRole('link', { name: englishUi.goHome })).not.toBeInTheDocument()
  })

  test('tells an administrator of no administrator to ask', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildAdministrator())],
    })
    await expect.element(page.getByRole('link', { name: englishUi.goHome })).toBeVisible()
    await expect.element(page.getByText(englishSignIn.askAdministrator)).not.toBeInTheDocument()
  })

  test('gives each line of a row on a phone its own widths', async () => {
    await window_.viewport(390, 844)
    try {
      await open()
      await expect.element(grid()).toBeVisible()
      const row = grid().element().querySelector('tbody tr')
      const ends = [...(row?.querySelectorAll('td[data-end]') ?? [])]
      const top = (cell: Element) => Math.round(cell.getBoundingClientRect().top)
      expect(new Set(ends.map(top)).size).toBe(ends.length)
      expect(new Set(ends.map((cell) => cell.getBoundingClientRect().width)).size).toBeGreaterThan(1)
      // Of the heads, which no column follows, only those that sort take room.
      const heads = [...grid().element().querySelectorAll('[role="columnheader"]')]
      const shown = heads.filter((head) => head.getBoundingClientRect().width > 1)
      expect(shown.length).toBeLessThan(heads.length)
      expect(shown.every((head) => head.querySelector('button') !== null)).toBe(true)
    } finally {
      await window_.viewport(1440, 900)
    }
  })

  test('names both states that the filter of pending transactions finds', async () => {
    const { page } = await open()
    await button(filters.state).click()
    await expect.element(page.getByText(filters.pending, { exact: true })).toBeVisible()
  })

  test('keeps a filter in the URL and the request, also for an undocumented value', async () => {
    const asked: TransactionListFilter[] = []
    const { page, address } = await open(at, {
      answers: [
        listing((query) => {
          asked.push(query)
          return buildTransactionList()
        }),
      ],
    })
    await page.getByRole('button', { name: filters.state, exact: true }).click()
    await page.getByRole('checkbox', { name: /Pending/ }).click()
    await page.getByRole('checkbox', { name: 'QUARANTINED' }).click()
    await expect.poll(address).toBe(`${at}?state=PENDING,QUARANTINED`)
    await userEvent.keyboard('{Escape}')
    await openOtherFilter(filters.expires)
    await page.getByRole('radio', { name: englishFormat.text(filters.within, { span: '24 h' }) }).click()
    await expect.poll(address).toBe(`${at}?state=PENDING,QUARANTINED&expiresIn=24h`)
    await expect.poll(() => asked.at(-1)).toEqual({ state: 'PENDING,QUARANTINED', expiresIn: '24h' })
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: filters.seen, exact: true }).first().click()
    const { presets } = englishLists.days
    await page.getByRole('radio', { name: presets.yesterday }).click()
    await expect
      .element(page.getByRole('button', { name: `${filters.seen} ${presets.yesterday}` }))
      .toBeVisible()
    const [, from = '', to = ''] = /&from=(\S+)&to=(\S+)$/.exec(address()) ?? []
    expect([from, to]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), from])
    await expect.poll(() => asked.at(-1)).toMatchObject({ expiresIn: '24h', from, to })
  })

  test('keeps filters of rare use in a menu, and shows each active one with a button that removes it', async () => {
    const { page, address } = await open(`${at}?state=PENDING&open=0&test=1`)
    await expect.element(grid()).toBeVisible()
    const line = page.getByRole('group', { name: englishLists.filter.title, exact: true })
    const remove = (name: string) => button(englishFormat.text(englishLists.filter.remove, { name }))
    await expect.element(button(`${filters.test} ${filters.testOnly}`)).toBeVisible()
    await expect.element(button(`${filters.finality} ${filters.finalities.final}`)).toBeVisible()
    await expect.element(line.getByRole('button', { name: filters.workflow })).not.toBeInTheDocument()
    // The menu counts the active filters that it holds; the keyboard reaches it and the filters in it.
    button(`${englishLists.filter.more} 2`).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button(filters.workflow)).toBeVisible()
    await userEvent.tab()
    await expect.element(button(filters.workflow)).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await remove(filters.test).click()
    await expect.poll(address).toBe(`${at}?state=PENDING&open=0`)
    await expect.element(button(`${englishLists.filter.more} 1`)).toHaveFocus()
    await remove(filters.state).click()
    await expect.poll(address).toBe(`${at}?open=0`)
    await expect.element(button(filters.state)).toHaveFocus()
  })

  test('keeps a filter of rare use while it is open, and hands the focus on when it closes', async () => {
    const { address } = await open(`${at}?test=1&workflow=DEMO_OPEN_BANKING`)
    const radio = (name: string) => window_.getByRole('radio', { name, exact: true })
    await expect.element(grid()).toBeVisible()
    button(`${filters.test} ${filters.testOnly}`).element().focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await expect.element(radio(filters.testOnly)).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(address).toBe(`${at}?workflow=DEMO_OPEN_BANKING`)
    await expect.element(radio(filters.anyTest)).toHaveFocus()
    // A choice can still be made: the filter is only then as it was.
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(address).toBe(`${at}?workflow=DEMO_OPEN_BANKING&test=1`)
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(address).toBe(`${at}?workflow=DEMO_OPEN_BANKING`)
    await userEvent.keyboard('{Escape}')
    await expect.element(button(`${englishLists.filter.more} 1`)).toHaveFocus()
    await expect.element(button(filters.test)).not.toBeInTheDocument()
    button(`${filters.workflow} DEMO_OPEN_BANKING`).element().focus()
    await userEvent.keyboard('{Enter}')
    const box = window_.getByRole('checkbox', { name: 'DEMO_OPEN_BANKING', exact: true })
    await expect.element(box).toBeVisible()
    box.element().focus()
    await userEvent.keyboard(' ')
    await expect.poll(address).toBe(at)
    await expect.element(box).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button(englishLists.filter.more)).toHaveFocus()
  })

  test('closes the choices of a filter that is removed, and hands the focus on', async () => {
    const { address } = await open(`${at}?test=1`)
    await expect.element(grid()).toBeVisible()
    button(`${filters.test} ${filters.testOnly}`).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(window_.getByRole('radio', { name: filters.testOnly, exact: true })).toBeVisible()
    button(englishFormat.text(englishLists.filter.remove, { name: filters.test }))
      .element()
      .focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(at)
    await expect.element(button(englishLists.filter.more)).toHaveFocus()
    await expect.element(button(filters.test)).not.toBeInTheDocument()
  })

  test('holds every filter in one menu on a phone, and shows the active ones', async () => {
    await window_.viewport(390, 844)
    try {
      const { address } = await open(`${at}?test=1`)
      await expect.element(button(`${filters.test} ${filters.testOnly}`)).toBeVisible()
      await button(`${englishLists.filter.title} 1`).click()
      await button(filters.review).click()
      await window_.getByRole('radio', { name: filters.notInReview }).click()
      await expect.poll(address).toBe(`${at}?test=1&review=0`)
      await expect.element(button(`${englishLists.filter.title} 2`)).toBeVisible()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
    } finally {
      await window_.viewport(1440, 900)
    }
  })

  test.each(['en', 'de'] as const)(
    'shows customer IDs of 20 characters whole at 1440 pixels in %s',
    async (language) => {
      const reader = { ...buildFinanceReviewer(), settings: { ...defaultPersonSettings, language } }
      const rid = 'cust-2026-0123456789'
      await openApp(at, {
        answers: [
          fakeEndpoint(endpoints.showCurrentSession)(() => reader),
          listing(() => buildTransactionList([buildTransactionListRow(1, { rid: buildClearValue(rid) })])),
        ],
      })
      await expect.element(window_.getByRole('grid')).toBeVisible()
      const cell = [...document.querySelectorAll('td')].find((each) => each.textContent === rid)
      const whole = document.createRange()
      whole.selectNodeContents(cell ?? document.body)
      const parts = [...(cell?.querySelectorAll('span') ?? [])]
      for (const part of parts)
        expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth || part.scrollWidth)
      expect(parts.length).toBeGreaterThan(0)
      const edge = cell?.getBoundingClientRect().right ?? 0
      expect(whole.getBoundingClientRect().right).toBeLessThanOrEqual(edge)
      const frame = document.querySelector('[role=grid]')?.parentElement
      expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    },
  )

  test.each([
    { language: 'en', state: 'In review', reason: 'instrument review', title: 'Pending, in review' },
    {
      language: 'de',
      state: 'In Prüfung',
      reason: 'Zahlungsmittelprüfung',
      title: 'In Bearbeitung, in Prüfung',
    },
  ] as const)('shows a review and its reason in full at 1440 pixels in $language', async (texts) => {
    const { language, state, reason, title } = texts
    const reader = { ...buildFinanceReviewer(), settings: { ...defaultPersonSettings, language } }
    await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => reader),
        listing(() => buildTransactionList([buildTransactionListRow(1)])),
      ],
    })
    const row = window_.getByRole('grid').getByRole('row').nth(1)
    await expect.element(row.getByText(state, { exact: true })).toBeVisible()
    expect(row.getByTitle(title, { exact: true }).elements()).toHaveLength(1)
    const cell = row.getByText(reason, { exact: true }).element().parentElement
    expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0)
  })

  test('keeps a value of no row in its open menu, and the focus on the page without the filter', async () => {
    const { page, address } = await open(`${at}?state=PARKED`)
    const menu = page.getByRole('button', { name: new RegExp(`^${texts.filters.state}`) })
    await menu.click()
    const choice = page.getByRole('checkbox', { name: 'PARKED' })
    await choice.click()
    await expect.poll(address).toBe(at)
    await expect.element(choice).not.toBeChecked()
    await expect.element(choice).toHaveFocus()
    await choice.click()
    await expect.poll(address).toBe(`${at}?state=PARKED`)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: englishLists.filter.clear }).click()
    await expect.poll(address).toBe(at)
    await expect
      .element(page.getByRole('button', { name: englishLists.filter.clear }))
      .not.toBeInTheDocument()
    expect(document.activeElement?.closest('fieldset')?.querySelector('button')).toBe(document.activeElement)
  })

  test('ignores invalid URL parameters, and applies the valid ones', async () => {
    const asked: unknown[] = []
    await open(`${at}?state=PENDING&open=yes&after=&sort=rid&more=1`, {
      answers: [
        listing((query) => {
          asked.push(query)
          return buildTransactionList()
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await expect.poll(() => asked).toEqual([{ state: 'PENDING' }])
  })

  longTest('requires a currency for an amount filter', async () => {
    const { page, address } = await open()
    await page.getByRole('button', { name: texts.amount.name, exact: true }).first().click()
    await expect.element(page.getByLabelText(texts.amount.from)).toBeDisabled()
    await page.getByLabelText(texts.amount.currency).selectOptions('EUR')
    await page.getByLabelText(texts.amount.from).fill('125.505')
    await expect.element(page.getByRole('button', { name: texts.amount.apply })).toBeDisabled()
    await page.getByLabelText(texts.amount.from).fill('125.50')
    await page.getByRole('button', { name: texts.amount.apply }).click()
    await expect.poll(address).toBe(`${at}?currency=EUR&amountFrom=12550`)
    await expect
      .element(page.getByText(englishFormat.text(texts.amount.atLeast, { amount: '125.50 EUR' })))
      .toBeVisible()
  })

  test('offers no amount filter when amounts are ranges', async () => {
    const row = buildTransactionListRow(1, {
      amount: buildMaskedValue('100–500', 'band'),
      currency: absentValue,
    })
    const { page } = await open(at, {
      answers: [listing(() => buildTransactionList([row], { byAmount: false }))],
    })
    await expect.element(page.getByText('100–500', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: texts.amount.name })).not.toBeInTheDocument()
  })

  test.each([1280, 1440])('shows ranges and the end of a masked IBAN in full at %i pixels', async (width) => {
    await window_.viewport(width, 900)
    try {
      const bands = ['0..999', '10000..99999', '1000000..9999999', '10000000..']
      const rows = bands.map((band, n) =>
        buildTransactionListRow(n, {
          rid: buildMaskedValue(`SE${'•'.repeat(15)}39${n}7`, 'iban'),
          amount: buildMaskedValue(band, 'band'),
          currency: buildMaskedValue('••••', 'dots'),
        }),
      )
      const auditor = fakeEndpoint(endpoints.showCurrentSession)(() => buildAuditor())
      const { page } = await openApp(at, {
        answers: [auditor, listing(() => buildTransactionList(rows, { byAmount: false }))],
      })
      await expect.element(page.getByRole('columnheader', { name: columns.amountRange })).toBeVisible()
      for (const [n, text] of ['under 1,000', '10,000–99,999', '1,000,000–9,999,999'].entries()) {
        const row = grid()
          .getByRole('row')
          .nth(n + 1)
        const range = row.getByText(text, { exact: true }).element()
        expect(range.scrollWidth).toBeLessThanOrEqual(range.clientWidth)
        const cell = range.closest('td')?.getBoundingClientRect()
        expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(cell?.right ?? 0)
        const end = row.getByText(`••39${n}7`, { exact: true }).element()
        const room = end.closest('td')?.getBoundingClientRect()
        expect(end.getBoundingClientRect().right).toBeLessThanOrEqual(room?.right ?? 0)
      }
      const frame = grid().element().parentElement
      expect(frame?.scrollWidth).toBe(frame?.clientWidth)
      await expect
        .element(page.getByRole('gridcell', { name: /10,000 to 99,999 minor units/ }))
        .toBeInTheDocument()
    } finally {
      await window_.viewport(1440, 900)
    }
  })

  test('sorts only by columns the server can sort, descending first', async () => {
    // A list by its last change has the column of that order.
    const { page, address } = await open(`${at}?sort=changed`)
    const head = page.getByRole('columnheader', { name: columns.changed })
    await expect.element(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=changed&order=asc`)
    await expect
      .element(page.getByRole('columnheader', { name: columns.state }).getByRole('button'))
      .not.toBeInTheDocument()
  })

  test('is arranged by its menu, for this person, and its rows are links', async () => {
    const saved: unknown[] = []
    const { page } = await open(at, {
      answers: [keepSettings(({ tables }) => saved.push(tables))],
    })
    const heads = () => [...document.querySelectorAll('th')].map((head) => head.dataset.column)
    await expect.poll(() => heads().slice(0, 2)).toEqual(['state', 'rid'])
    await page.getByRole('button', { name: englishLists.table.arrange }).click()
    const press = (text: string) =>
      page.getByRole('button', { name: englishFormat.text(text, { column: columns.rid }) }).click()
    await press(englishLists.table.forward)
    await expect.poll(() => heads().slice(0, 2)).toEqual(['rid', 'state'])
    await expectAccessible()
    const width = () => document.querySelector('[data-column="rid"]')?.getBoundingClientRect().width ?? 0
    const before = width()
    await press(englishLists.table.wider)
    await expect.poll(width).toBeGreaterThan(before + 12)
    await page.getByRole('checkbox', { name: columns.amount }).click()
    await expect.poll(heads).not.toContain('amount')
    await expect.element(page.getByRole('checkbox', { name: columns.rid })).toBeDisabled()
    await expect.poll(() => saved).toHaveLength(3)
    await page.getByRole('button', { name: englishLists.table.reset }).click()
    await expect.poll(() => saved.at(-1)).toEqual({ transactions: null })
    const link = document.querySelector('tbody tr a[draggable="false"]')
    expect(link?.getAttribute('href')).toBe(
      `/stage/transactions/${buildTransactionListRows(1)[0]?.transaction}`,
    )
  })

  test('settings that cannot be saved are taken back late, without a later choice', async () => {
    const first = Promise.withResolvers<void>()
    const saved: unknown[] = []
    const { page, countPending } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.saveSettings)(async ({ body }) => {
          saved.push(body)
          if (body.density === 'roomy') return applySettingsChange(defaultPersonSettings, body)
          await first.promise
          return answerUpstreamTimeout()
        }),
      ],
    })
    const { arrange, densities } = englishLists.table
    const density = () => document.documentElement.dataset.density
    const firstHead = () => document.querySelector('th')?.dataset.column
    await page.getByRole('button', { name: arrange }).click()
    await page.getByRole('button', { name: densities.compact }).click()
    await expect.poll(density).toBe('compact')
    await page
      .getByRole('button', {
        name: englishFormat.text(englishLists.table.forward, { column: columns.rid }),
      })
      .click()
    await expect.poll(firstHead).toBe('rid')
    await page.getByRole('button', { name: densities.roomy }).click()
    await expect.poll(density).toBe('roomy')
    await expect.poll(() => saved).toHaveLength(3)
    first.resolve()
    await expect.poll(firstHead).toBe('state')
    await expect.poll(countPending).toBe(0)
    expect(density()).toBe('roomy')
  })

  test('adds the next page to the browser history, and goes back to the page before', async () => {
    const pages = [buildTransactionListRows(3), [buildTransactionListRow(10), buildTransactionListRow(11)]]
    const answers = [
      listing(({ ...query }) =>
        'after' in query
          ? buildTransactionList(pages[1] ?? [], { count: 12_000, more: true })
          : buildTransactionList(pages[0] ?? [], { next: 'cursor-2', count: 10_000, more: true }),
      ),
    ]
    const { page, address } = await open(at, { answers })
    await expect
      .element(page.getByText(new RegExp(`more than ${englishFormat.text(texts.count, { count: 10_000 })}`)))
      .toBeVisible()
    await userEvent.keyboard(']')
    await expect.poll(address).toBe(`${at}?after=cursor-2`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '3')
    await page.getByRole('button', { name: englishLists.pages.previous }).click()
    await expect.poll(address).toBe(at)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4')
  })

  longTest('offers only the first page when a later page is opened by URL', async () => {
    const { page, address } = await open(`${at}?after=cursor-2`)
    await expect.element(grid()).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: englishLists.pages.previous }))
      .not.toBeInTheDocument()
    await page.getByRole('button', { name: 'First' }).click()
    await expect.poll(address).toBe(at)
  })
})

describe('rows of the transaction list', () => {
  test('open with j, k and Enter, and are selected again after going back', async () => {
    const { page, address, goBack } = await open()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjj')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('4')
    await userEvent.keyboard('k{Enter}')
    await expect.poll(address).toBe(`/stage/transactions/${buildTransactionId(1)}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Transaction/)
    goBack()
    await expect.poll(address).toBe(`${at}?at=${buildTransactionId(1)}`)
    await expect.element(grid().getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '3')
  })

  longTest('open the customer with O, and their links are no Tab stops', async () => {
    const { address } = await open()
    await expect.element(grid()).toBeVisible()
    expect([...grid().element().querySelectorAll('a')].every((link) => link.tabIndex === -1)).toBe(true)
    await userEvent.keyboard('j{Shift>}O{/Shift}')
    await expect.poll(address).toMatch(/^\/stage\/customers\/c_/)
  })

  test('update in place without changing other rows, the focus or the scroll position', async () => {
    const rows = buildTransactionListRows(40)
    await open(at, { answers: [listing(() => buildTransactionList(rows))] })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjjjjjjjjjjjjjjjjjjjjjjjj')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('26')
    const cells = () =>
      new Map([...grid().element().querySelectorAll('tbody tr')].map((row) => [row.ariaRowIndex, row]))
    const before = cells()
    const held = document.activeElement
    const scrolled = grid().element().parentElement?.scrollTop
    expect(scrolled).toBeGreaterThan(0)
    rows[23] = buildTransactionListRow(23, {
      ...buildTransactionListRow(5),
      transaction: buildTransactionId(23),
      version: 2,
    })
    await userEvent.keyboard('r')
    await expect.poll(() => cells().get('25')?.textContent).toContain('Declined')
    expect(document.activeElement).toBe(held)
    expect(grid().element().parentElement?.scrollTop).toBe(scrolled)
    for (const [index, row] of before) expect(cells().get(index)).toBe(row)
  })
})

describe('saved views', () => {
  test('mark the active view, and save and remove own views', async () => {
    let views = [ownSavedView]
    const saved: unknown[] = []
    const { page, address } = await open(`${at}?review=1`, {
      answers: [
        fakeEndpoint(endpoints.listTransactionListViews)(() => ({ views })),
        fakeEndpoint(endpoints.saveTransactionListView)(({ body }) => {
          saved.push(body)
          views = [...views, { ...ownSavedView, ...body, view: 'v_abcdefghij0123456789' }]
          return { views }
        }),
        fakeEndpoint(endpoints.removeTransactionListView)(({ params }) => {
          views = views.filter((each) => each.view !== params.view)
          return { views }
        }),
      ],
    })
    const bar = page.getByRole('navigation', { name: englishSavedViews.label })
    await expect
      .element(bar.getByRole('link', { name: texts.views.inReview }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(bar.getByRole('link', { name: texts.views.all })).not.toHaveAttribute('aria-current')
    await expect.element(bar.getByRole('button', { name: englishSavedViews.saveAs })).not.toBeInTheDocument()
    await bar.getByRole('link', { name: ownSavedView.name }).click()
    await expect.poll(address).toBe(`${at}?open=1&currency=EUR&amountFrom=10000`)
    await page.getByRole('button', { name: englishLists.filter.clear }).click()
    await openOtherFilter(filters.test)
    await page.getByRole('radio', { name: filters.testOnly }).click()
    await userEvent.keyboard('{Escape}')
    bar.getByRole('button', { name: englishSavedViews.saveAs }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByLabelText(englishSavedViews.name)).toHaveFocus()
    await userEvent.keyboard('Tests{Enter}')
    await expect.element(bar.getByRole('link', { name: 'Tests' })).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => saved).toEqual([{ name: 'Tests', filter: { test: '1' } }])
    await bar
      .getByRole('button', { name: englishFormat.text(englishSavedViews.menu, { name: 'Tests' }) })
      .click()
    await page.getByRole('button', { name: englishSavedViews.remove }).click()
    await expect.element(bar.getByRole('link', { name: 'Tests' })).not.toBeInTheDocument()
  })

  test('are renamed, shared and deleted by their menu, each with Undo', async () => {
    let views: SavedView<'transactions'>[] = [ownSavedView]
    const changes: unknown[] = []
    const { page } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.listTransactionListViews)(() => ({ views })),
        fakeEndpoint(endpoints.changeTransactionListView)(({ body }) => {
          changes.push(body)
          views = views.map((view) => ({ ...view, ...body }))
          return { views }
        }),
        fakeEndpoint(endpoints.removeTransactionListView)(() => ({ views: [] })),
        fakeEndpoint(endpoints.restoreTransactionListView)(({ params }) => {
          changes.push(params.view)
          return { views }
        }),
      ],
    })
    const bar = page.getByRole('navigation', { name: englishSavedViews.label })
    const link = (name: string) => bar.getByRole('link', { name, exact: true })
    const toasts = page.getByRole('region', { name: englishUi.toasts.label })
    const undo = () => toasts.getByRole('button', { name: englishUi.toasts.undo }).last().click()
    // A press outside of the menu, as on Undo, closes it.
    const openMenu = () =>
      bar
        .getByRole('button', {
          name: englishFormat.text(englishSavedViews.menu, { name: ownSavedView.name }),
        })
        .click()
    await openMenu()
    await page.getByLabelText(englishSavedViews.name).fill('Large')
    await page.getByRole('button', { name: englishSavedViews.rename }).click()
    await expect.element(link('Large')).toBeVisible()
    await expectAccessible()
    await undo()
    await expect.element(link(ownSavedView.name)).toBeVisible()
    await openMenu()
    await page.getByRole('checkbox', { name: englishSavedViews.share }).click()
    await expect.element(bar.getByText(englishSavedViews.isShared)).toBeInTheDocument()
    await undo()
    await expect.element(bar.getByText(englishSavedViews.isShared)).not.toBeInTheDocument()
    await openMenu()
    await page.getByRole('button', { name: englishSavedViews.remove }).click()
    await expect.element(link(ownSavedView.name)).not.toBeInTheDocument()
    await expect.element(link(texts.views.all)).toHaveFocus()
    await undo()
    await expect.element(link(ownSavedView.name)).toBeVisible()
    expect(changes).toEqual([
      { name: 'Large' },
      { name: ownSavedView.name },
      { isShared: true },
      { isShared: false },
      ownSavedView.view,
    ])
  })

  test('open the list with the default view, and all rows by an address of their own', async () => {
    // A busy machine may answer later than the list waits for its views.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const settings = { ...defaultPersonSettings, defaultViews: [ownSavedView.view] }
    const shared = {
      ...ownSavedView,
      view: 'v_abcdefghij0123456789',
      name: 'Of Mina',
      by: { name: 'Mina Holt', me: false },
      isShared: true,
    }
    const saved: unknown[] = []
    const { page, address } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer({ settings })),
        fakeEndpoint(endpoints.listTransactionListViews)(() => ({ views: [ownSavedView, shared] })),
        keepSettings((change) => saved.push(change)),
      ],
    })
    await expect.poll(address).toBe(`${at}?open=1&currency=EUR&amountFrom=10000`)
    const bar = page.getByRole('navigation', { name: englishSavedViews.label })
    await expect.element(bar.getByText(englishSavedViews.isDefault)).toBeInTheDocument()
    await bar.getByRole('link', { name: texts.views.all }).click()
    await expect.poll(address).toBe(`${at}?all=1`)
    await bar.getByRole('link', { name: texts.views.inReview }).click()
    await page.getByRole('button', { name: englishLists.filter.clear }).click()
    await expect.poll(address).toBe(`${at}?all=1`)
    await bar
      .getByRole('button', { name: englishFormat.text(englishSavedViews.menu, { name: shared.name }) })
      .click()
    await expect
      .element(page.getByText(englishFormat.text(englishSavedViews.sharedBy, { name: 'Mina Holt' })))
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: englishSavedViews.remove })).not.toBeInTheDocument()
    await page.getByRole('checkbox', { name: englishSavedViews.openByDefault }).click()
    const choice = (view: string, other: string) => ({ defaultView: { view, others: [other] } })
    await expect.poll(() => saved).toEqual([choice(shared.view, ownSavedView.view)])
    await page.getByRole('button', { name: englishLists.table.arrange }).click()
    await page.getByRole('button', { name: englishLists.table.densities.compact }).click()
    await expect.poll(() => document.documentElement.dataset.density).toBe('compact')
    await page.getByRole('button', { name: englishUi.toasts.undo }).click()
    await expect.poll(() => saved).toHaveLength(3)
    // Undo takes back this choice alone: the density that was changed since stays.
    expect(saved.at(-1)).toEqual(choice(ownSavedView.view, shared.view))
    expect(document.documentElement.dataset.density).toBe('compact')
  })

  test('that cannot be loaded let the list open without a filter, and the page says so', async () => {
    const settings = { ...defaultPersonSettings, defaultViews: [ownSavedView.view] }
    const { page, address } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer({ settings })),
        fakeEndpoint(endpoints.listTransactionListViews)(answerUpstreamTimeout),
      ],
    })
    await expect.element(page.getByText(englishSavedViews.defaultMissed)).toBeVisible()
    expect(address()).toBe(at)
    await page.getByRole('link', { name: texts.views.inReview }).click()
    await expect.element(page.getByText(englishSavedViews.defaultMissed)).not.toBeInTheDocument()
  })

  test('include test cards only in production', async () => {
    const { page } = await open('/production/transactions')
    await expect.element(page.getByRole('link', { name: texts.views.testInProduction })).toBeVisible()
  })
})

describe('export of the transaction list', () => {
  const csv = (body: BodyInit) =>
    new HttpResponse(body, { headers: { 'content-type': 'text/csv; charset=utf-8' } })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('is named by the day in %s', async (timeZone) => {
    // One of these zones always has another day than UTC.
    const settings = { ...defaultPersonSettings, timeZone }
    const links = vi.spyOn(HTMLAnchorElement.prototype, 'click')
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer({ settings })),
        listing(() => buildTransactionList()),
        fakeEndpoint(endpoints.exportTransactions)(() => csv('ID\r\nid\r\n1\r\n')),
      ],
    })
    const day = getDayInTimeZone(Date.now(), timeZone)
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.element(page.getByText(/1 row exported, masked/)).toBeVisible()
    const names = links.mock.contexts.map((link) => (link as HTMLAnchorElement).download)
    links.mockRestore()
    expect(names).toEqual([`transactions-stage-${day}.csv`])
  })

  test('applies the filter, and counts the rows', async () => {
    const asked: unknown[] = []
    const { page } = await open(`${at}?state=PENDING&at=${buildTransactionId(1)}`, {
      answers: [
        fakeEndpoint(endpoints.exportTransactions)(({ query }) => {
          asked.push(query)
          return csv('ID,State\r\nid,state\r\n1,PENDING\r\n2,PENDING\r\n')
        }),
      ],
    })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.element(page.getByText(/2 rows exported, masked/)).toBeVisible()
    await expect.poll(() => asked).toEqual([{ state: 'PENDING' }])
    await page.getByRole('button', { name: englishLists.export.workbook }).click()
    await expect
      .element(page.getByText(englishLists.export.workbookDone, { exact: false }).first())
      .toBeVisible()
    await expect.poll(() => asked).toEqual([{ state: 'PENDING' }, { state: 'PENDING', format: 'xlsx' }])
  })

  longTest('can be cancelled', async () => {
    const slow = new ReadableStream({
      start: (control) => control.enqueue(new TextEncoder().encode('id\r\n1\r\n')),
    })
    const { page } = await open(at, {
      answers: [fakeEndpoint(endpoints.exportTransactions)(() => csv(slow))],
    })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.element(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('progressbar', { name: 'Export' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  })

  longTest('reports a refusal, and writes no file when the stream breaks off', async () => {
    let tries = 0
    const { page } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.exportTransactions)(() => {
          tries += 1
          if (tries === 1) return answerProblem({ id: 'too_many_requests', status: 429, title: 'Too many' })
          const broken = new ReadableStream({
            start(control) {
              control.enqueue(new TextEncoder().encode('id\r\n1\r\n'))
              setTimeout(() => control.error(new Error('cut')), 50)
            },
          })
          return csv(broken)
        }),
      ],
    })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.element(page.getByText(texts.notExported)).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(englishUi.failures.cut_off.detail, { exact: false })).toBeVisible()
  })
})

longTest('fits 390 px without horizontal scrolling, and stays accessible', async () => {
  await window_.viewport(390, 844)
  try {
    await open(at, {
      answers: [fakeEndpoint(endpoints.showRecordsCoverage)(() => buildRecordsCoverage({ overdue: 3 }))],
    })
    await expect.element(grid()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  } finally {
    await window_.viewport(1440, 900)
  }
})
