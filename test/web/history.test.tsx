import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { fake } from '../web-fakes/fake.ts'
import { mara, numbered, succeeded, waiting } from '../web-fakes/ids.ts'
import { listed, longHistory, transactionsOf } from '../web-fakes/records.ts'
import { expectAccessible } from './axe.ts'
import { openApp } from './open-app.tsx'

const at = `/stage/c/${mara}`
const listing = (count: number) =>
  fake(endpoints.listCustomerTransactions)(() => transactionsOf(longHistory(count)))

describe('history table', () => {
  test('5,000 rows: few are painted, all are counted, the last is reached', async () => {
    const { page } = await openApp(at, { answers: [listing(5_000)] })
    const grid = page.getByRole('grid', { name: 'Transactions' })
    await expect.element(grid).toHaveAttribute('aria-rowcount', '5001')
    expect(grid.element().querySelectorAll('tbody tr').length).toBeLessThan(80)
    grid.element().querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('5001')
  })

  test('rows move by arrow keys, and Enter opens', async () => {
    const { page, address } = await openApp(at)
    const grid = page.getByRole('grid', { name: 'Transactions' })
    await expect.element(grid).toBeVisible()
    grid.element().querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('3')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('4')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?open=${succeeded}`)
  })

  test('j belongs to the page in the table too: the next open one, in sight and with the keyboard', async () => {
    const { page, address } = await openApp(at, { answers: [listing(600)] })
    const grid = page.getByRole('grid', { name: 'Transactions' })
    await expect.element(grid).toBeVisible()
    grid.element().querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
    await userEvent.keyboard('{ArrowDown}k')
    await expect.poll(address).toBe(`${at}?open=${numbered(599)}`)
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('601')
    await expect.poll(() => document.activeElement?.getAttribute('aria-selected')).toBe('true')
  })

  test('nothing is sorted by the reason', async () => {
    const { page } = await openApp(`${at}?sort=reason`)
    const head = page.getByRole('columnheader', { name: 'Reason' })
    await expect.element(head).toBeVisible()
    await expect.element(head.getByRole('button')).not.toBeInTheDocument()
    await expect.element(page.getByText(/In the service’s order/)).toBeVisible()
  })

  test('what the service did not give is a dash with words, and a choice with a name', async () => {
    const { page, address } = await openApp(at, {
      answers: [
        fake(endpoints.listCustomerTransactions)(() =>
          transactionsOf([listed(waiting, 'PENDING', ''), listed(numbered(9), '', '')]),
        ),
      ],
    })
    await page.getByRole('button', { name: 'not given 1' }).click()
    await expect.poll(address).toBe(`${at}?state=`)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
    await expect.element(page.getByRole('gridcell').first()).toMatchTextContent(/^–not given by the service$/)
    await expect.element(page.getByRole('grid').getByText('not documented')).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('what is cut is whole on hover, with the value as it came', async () => {
    const { page } = await openApp(at)
    await expect.element(page.getByTitle('QUARANTINED – not documented')).toBeVisible()
    await expect.element(page.getByTitle('QUARANTINED.NEW_REASON – not documented')).toBeVisible()
  })

  test('sorts up, down, and back to the service’s order', async () => {
    const { page, address } = await openApp(at)
    const head = page.getByRole('columnheader', { name: 'State' })
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
    expect(address()).toBe(`${at}?sort=state`)
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect.element(head).toHaveAttribute('aria-sort', 'none')
    expect(address()).toBe(at)
  })

  test('filters by state with counts, and the address keeps it', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('button', { name: 'Pending 2' }).click()
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3')
    await page.getByRole('button', { name: 'Success 1' }).click()
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '4')
    expect(address()).toBe(`${at}?state=PENDING&state=SUCCESS`)
    await expect.element(page.getByText(/3 of 6 transactions/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    expect(address()).toBe(at)
  })

  test('an address gives the same list again', async () => {
    const { page } = await openApp(`${at}?state=PENDING&sort=-id&cols=compound&open=${waiting}`)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3')
    await expect.element(page.getByRole('columnheader', { name: 'As given' })).toBeVisible()
    await expect.element(page.getByRole('columnheader', { name: 'Workflow' })).not.toBeInTheDocument()
  })

  test('a text that is no piece of a listed id stays out of the address', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('searchbox').fill('DE89370400440532013000')
    await expect.element(page.getByText(/matches the filter/)).toBeVisible()
    expect(address()).toBe(at)
    await page.getByRole('searchbox').fill('3f6c')
    await expect.poll(address).toBe(`${at}?q=3f6c`)
  })

  test('columns are chosen', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Workflow' }).click()
    await expect.element(page.getByRole('columnheader', { name: 'Workflow' })).not.toBeInTheDocument()
    expect(address()).toBe(`${at}?cols=reason`)
  })

  test('a row is the same element after a re-read that changed another one', async () => {
    let state = 'PENDING'
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.listCustomerTransactions)(() =>
          transactionsOf([
            listed(waiting, 'PENDING', 'PENDING.CONTACTING_USER'),
            listed(numbered(9), state, state),
          ]),
        ),
      ],
    })
    const rows = () => [...page.getByRole('grid').element().querySelectorAll('tbody tr')]
    await expect.element(page.getByRole('grid')).toBeVisible()
    const before = rows()
    state = 'SUCCESS'
    await page.getByRole('button', { name: 'Read transactions again' }).click()
    await expect.poll(() => rows()[1]?.textContent).toContain('Success')
    expect(rows()).toEqual(before)
  })

  test('at 390 px nothing is lost sideways, and the page stays accessible', async () => {
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
