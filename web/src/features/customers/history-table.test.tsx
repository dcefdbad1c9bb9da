import { endpoints } from '@paydesk/shared/endpoints'
import { englishCustomers as texts } from '@paydesk/shared/messages/en/customers'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  buildCustomerTransaction,
  buildCustomerTransactionList,
  buildLongHistory,
} from '../../../../test/support/fakes/customers-and-identities.ts'
import { fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  buildTransactionId,
  maraCustomer,
  succeededTransaction,
  waitingTransaction,
} from '../../../../test/support/fakes/ids.ts'
import {
  absentValue,
  buildClearValue,
  buildMaskedValue,
  hoursFromNow,
} from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const { history } = texts
const { columns } = history
const at = `/stage/customers/${maraCustomer}`
const listing = (count: number) =>
  fakeEndpoint(endpoints.listCustomerTransactions)(() =>
    buildCustomerTransactionList(buildLongHistory(count)),
  )

/** Focuses the focusable table row, once there is one. */
async function intoRows(): Promise<void> {
  const row = () => document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')
  await expect.poll(row).not.toBeNull()
  row()?.focus()
}

describe('history table', () => {
  test('renders few of 5,000 rows, counts all of them and reaches the last row', async () => {
    const { page } = await openApp(at, { answers: [listing(5_000)] })
    const grid = page.getByRole('grid', { name: texts.transactions })
    await expect.element(grid).toHaveAttribute('aria-rowcount', '5001')
    expect(grid.element().querySelectorAll('tbody tr').length).toBeLessThan(80)
    await intoRows()
    await userEvent.keyboard('{End}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('5001')
  })

  test('moves through rows with arrow keys and opens a row with Enter', async () => {
    const { page, address } = await openApp(at)
    const grid = page.getByRole('grid', { name: texts.transactions })
    await expect.element(grid).toBeVisible()
    await intoRows()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('3')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('4')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?open=${succeededTransaction}`)
  })

  longTest('keeps the focused row fully visible between the header and the lower edge', async () => {
    const { page } = await openApp(at, { answers: [listing(600)] })
    const grid = page.getByRole('grid', { name: texts.transactions })
    await expect.element(grid).toBeVisible()
    await intoRows()
    const isWhole = () => {
      const [row, head, box] = [
        document.activeElement,
        grid.element().querySelector('thead'),
        grid.element().parentElement,
      ].map((part) => part?.getBoundingClientRect())
      return row && head && box && row.top >= head.bottom - 1 && row.bottom <= box.bottom + 1
    }
    for (const key of ['ArrowDown', 'PageDown', 'End', 'ArrowUp', 'PageUp', 'Home', 'ArrowDown']) {
      for (let times = 0; times < (key.startsWith('Arrow') ? 30 : 2); times += 1)
        await userEvent.keyboard(`{${key}}`)
      await expect.poll(isWhole, { message: key }).toBe(true)
    }
  })

  longTest('steps through open transactions with j and k inside the table, and focuses the row', async () => {
    const { page, address } = await openApp(at, { answers: [listing(600)] })
    const grid = page.getByRole('grid', { name: texts.transactions })
    await expect.element(grid).toBeVisible()
    await intoRows()
    await userEvent.keyboard('{ArrowDown}k')
    await expect.poll(address).toBe(`${at}?open=${buildTransactionId(599)}`)
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('601')
    await expect.poll(() => document.activeElement?.getAttribute('aria-selected')).toBe('true')
  })

  longTest('offers no sorting by reason', async () => {
    const { page } = await openApp(`${at}?sort=reason&cols=reason`)
    const head = page.getByRole('columnheader', { name: columns.reason })
    await expect.element(head).toBeVisible()
    await expect.element(head.getByRole('button')).not.toBeInTheDocument()
    await expect.element(page.getByText(new RegExp(history.serviceOrder))).toBeVisible()
  })

  longTest('shows a dash for a value that is not provided, and a named filter option', async () => {
    const { page, address } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList([
            buildCustomerTransaction(waitingTransaction, 'PENDING', ''),
            buildCustomerTransaction(buildTransactionId(9), '', ''),
          ]),
        ),
      ],
    })
    await page.getByRole('button', { name: `${history.notProvided} 1` }).click()
    await expect.poll(address).toBe(`${at}?state=`)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
    await expect
      .element(page.getByRole('gridcell').first())
      .toMatchTextContent(`–${englishUi.value.notProvided}`)
    await expect.element(page.getByRole('grid').getByText(englishUi.undocumented)).not.toBeInTheDocument()
    await expectAccessible()
  })

  longTest('shows a truncated value in full on hover, with the raw value', async () => {
    // Beside an open transaction the table has room for the chosen columns only.
    const { page } = await openApp(`${at}?cols=reason`)
    await expect.element(page.getByTitle(`QUARANTINED – ${englishUi.undocumented}`)).toBeVisible()
    await expect.element(page.getByTitle(`QUARANTINED.NEW_REASON – ${englishUi.undocumented}`)).toBeVisible()
  })

  test('sorts up, down, and back to the order of the payment service', async () => {
    const { page, address } = await openApp(at)
    const head = page.getByRole('columnheader', { name: columns.state })
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(address).toBe(`${at}?sort=state`)
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'none')
    await expect.poll(address).toBe(at)
  })

  test('sorts by expiry and by the merchant’s ID, with entries without one last', async () => {
    const entries = [
      { expiresAt: hoursFromNow(3), id: 'order-2' },
      { expiresAt: null, id: null },
      { expiresAt: hoursFromNow(1), id: 'order-3' },
      { expiresAt: hoursFromNow(2), id: 'order-1' },
    ].map(({ expiresAt, id }, nth) => ({
      ...buildCustomerTransaction(buildTransactionId(nth + 1), 'PENDING', 'PENDING.AWAIT_OTP'),
      recorded: {
        merchantTransactionId: id === null ? absentValue : buildClearValue(id),
        ...{ firstSeenAt: hoursFromNow(-1), changedAt: hoursFromNow(-1), expiresAt },
      },
    }))
    const { page, address } = await openApp(`${at}?cols=merchantId&cols=expires`, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() => buildCustomerTransactionList(entries)),
      ],
    })
    const ids = () =>
      [...document.querySelectorAll('tbody tr')].map((row) => /order-\d/.exec(row.textContent)?.[0] ?? null)
    const sortBy = (name: string) =>
      page.getByRole('columnheader', { name }).getByRole('button', { name }).click()
    await sortBy(columns.expires)
    await expect.poll(ids).toEqual(['order-3', 'order-1', 'order-2', null])
    await expect.poll(address).toContain('sort=expires')
    await sortBy(columns.merchantId)
    await expect.poll(ids).toEqual(['order-1', 'order-2', 'order-3', null])
    await sortBy(columns.merchantId)
    await expect.poll(ids).toEqual(['order-3', 'order-2', 'order-1', null])
  })

  test('filters by state with counts, and keeps the filter in the URL', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('button', { name: `${history.pending} 2` }).click()
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3')
    await page.getByRole('button', { name: 'Success 1' }).click()
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '4')
    await expect.poll(address).toBe(`${at}?state=PENDING&state=SUCCESS`)
    await expect
      .element(page.getByText(new RegExp(englishFormat.text(history.part, { shown: 3, count: 6 }))))
      .toBeVisible()
    await page.getByRole('button', { name: history.clearFilter }).click()
    await expect.poll(address).toBe(at)
  })

  test('restores the list from the URL', async () => {
    const { page } = await openApp(`${at}?state=PENDING&sort=-id&cols=compound&open=${waitingTransaction}`)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3')
    await expect.element(page.getByRole('columnheader', { name: columns.compound })).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: columns.workflow })).not.toBeInTheDocument()
  })

  longTest('keeps text that matches no listed id out of the URL', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('searchbox').fill('DE89370400440532013000')
    await expect.element(page.getByText(englishFormat.text(history.noMatch, { count: 6 }))).toBeVisible()
    expect(address()).toBe(at)
    await page.getByRole('searchbox').fill('3f6c')
    await expect.poll(address).toBe(`${at}?q=3f6c`)
  })

  longTest('applies the selected columns', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('button', { name: englishLists.table.arrange }).click()
    await page.getByRole('checkbox', { name: columns.changed }).click()
    await expect.element(page.getByRole('columnheader', { name: columns.changed })).not.toBeInTheDocument()
    await expect.poll(address).toBe(`${at}?cols=amount`)
  })

  describe('amounts', () => {
    const inCents = (text: string) =>
      ({ amount: buildClearValue(text), currency: buildClearValue('EUR'), amountFrom: 'create' }) as const
    const three = (...amounts: ReturnType<typeof buildCustomerTransaction>['amount'][]) =>
      fakeEndpoint(endpoints.listCustomerTransactions)(() =>
        buildCustomerTransactionList(
          amounts.map((amount, n) => ({
            ...buildCustomerTransaction(buildTransactionId(n + 1), 'SUCCESS', 'OK'),
            amount,
          })),
        ),
      )
    const column = () => window_.getByRole('columnheader', { name: columns.amount })
    const drawn = () =>
      [...document.querySelectorAll('tbody td[data-align="end"]')].map((cell) => cell.textContent)

    longTest('come from our records, and sort with unknown amounts last', async () => {
      const { page, address } = await openApp(at, {
        answers: [three(inCents('1255000'), null, inCents('990'))],
      })
      await expect.element(column()).toBeVisible()
      await expect.poll(drawn).toEqual(['12,550.00 EUR', englishUi.value.notProvided, '9.90 EUR'])
      await expect
        .element(page.getByTitle('990 in the smallest unit of EUR, from the payment request'))
        .toBeVisible()
      await expect
        .element(page.getByText(new RegExp(`${history.serviceOrder} ${history.ownAmounts}`)))
        .toBeVisible()
      await column().getByRole('button').click()
      await expect.poll(address).toBe(`${at}?sort=amount`)
      await expect.poll(drawn).toEqual(['9.90 EUR', '12,550.00 EUR', englishUi.value.notProvided])
      await column().getByRole('button').click()
      await expect.poll(drawn).toEqual(['12,550.00 EUR', '9.90 EUR', englishUi.value.notProvided])
      await expectAccessible()
    })

    longTest('are not mentioned when the column is hidden', async () => {
      const { page, address } = await openApp(at, { answers: [three(inCents('990'))] })
      await page.getByRole('button', { name: englishLists.table.arrange }).click()
      await page.getByRole('checkbox', { name: columns.amount }).click()
      await expect.element(column()).not.toBeInTheDocument()
      await expect.poll(address).toBe(`${at}?cols=changed`)
      await expect.element(page.getByText(new RegExp(history.ownAmounts))).not.toBeInTheDocument()
    })

    longTest('have no column, no column option and no sorting when none is known', async () => {
      const { page } = await openApp(`${at}?sort=amount`, { answers: [three(null, null)] })
      await expect
        .element(page.getByText(englishFormat.text(history.total, { count: 2 }), { exact: true }))
        .toBeVisible()
      await expect.element(column()).not.toBeInTheDocument()
      await page.getByRole('button', { name: englishLists.table.arrange }).click()
      await expect.element(page.getByRole('checkbox', { name: columns.reason })).toBeVisible()
      await expect.element(page.getByRole('checkbox', { name: columns.amount })).not.toBeInTheDocument()
    })

    longTest('are not sortable when they are ranges', async () => {
      const band = {
        amount: buildMaskedValue('100–500', 'band'),
        currency: absentValue,
        amountFrom: 'create',
      } as const
      const { page } = await openApp(`${at}?sort=-amount`, { answers: [three(null, band)] })
      await expect.element(page.getByRole('gridcell', { name: '100–500 (masked)' })).toBeVisible()
      await expect.element(column().getByRole('button')).not.toBeInTheDocument()
      await expect.element(page.getByText(new RegExp(history.ownAmounts))).toBeVisible()
      expect(drawn()[0]).toBe(englishUi.value.notProvided)
    })
  })

  longTest('keeps the row element when a refresh changes another row', async () => {
    let state = 'PENDING'
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList([
            buildCustomerTransaction(waitingTransaction, 'PENDING', 'PENDING.CONTACTING_USER'),
            buildCustomerTransaction(buildTransactionId(9), state, state),
          ]),
        ),
      ],
    })
    const rows = () => [...page.getByRole('grid').element().querySelectorAll('tbody tr')]
    await expect.element(page.getByRole('grid')).toBeVisible()
    const before = rows()
    state = 'SUCCESS'
    await page.getByRole('button', { name: 'Refresh Transactions' }).click()
    await expect.poll(() => rows()[1]?.textContent).toContain('Success')
    expect(rows()).toEqual(before)
  })

  longTest('fits 390 px without horizontal scrolling, and stays accessible', async () => {
    await window_.viewport(390, 844)
    try {
      const { page } = await openApp(at, { answers: [listing(60)] })
      await expect.element(page.getByRole('grid')).toBeVisible()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
    } finally {
      await window_.viewport(1440, 900)
    }
  })
})
