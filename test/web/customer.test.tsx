import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { fake, never, upstreamDown } from '../web-fakes/fake.ts'
import { mara, numbered, reviewed, someReference, succeeded, waiting } from '../web-fakes/ids.ts'
import { complianceOfficer, supportAgent } from '../web-fakes/people.ts'
import { customer, listed, longHistory, transactionsOf } from '../web-fakes/records.ts'
import { masked } from '../web-fakes/values.ts'
import { expectAccessible } from './axe.ts'
import { openApp } from './open-app.tsx'

const at = `/stage/c/${mara}`
const listing = (count: number) =>
  fake(endpoints.listCustomerTransactions)(() => transactionsOf(longHistory(count)))

describe('customer page', () => {
  test('pending: every part waits on its own', async () => {
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.showCustomer)(never),
        fake(endpoints.listCustomerTransactions)(never),
        fake(endpoints.showCustomerIdentity)(never),
      ],
    })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Customer')
    await expect.element(page.getByText('Loading…').first()).toBeInTheDocument()
  })

  test('data: header, history, identity, and the first open transaction explained', async () => {
    const { page } = await openApp(at)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('cust-00417')
    await expect
      .element(page.getByRole('grid', { name: 'Transactions' }))
      .toHaveAttribute('aria-rowcount', '7')
    await expect.element(page.getByText('The customer must act')).toBeVisible()
    await expect
      .element(
        page.getByText(/6 transactions, all that the service lists for this RID\. In the service’s order/),
      )
      .toBeVisible()
    await expect.element(page.getByText(/3 open, this is number 1/)).toBeVisible()
    await expect.poll(() => document.title).toBe('Customer · Stage · Paydesk')
    await expectAccessible()
  })

  test('a RID in the form of an e-mail address is shown and copied masked only', async () => {
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.showCustomer)(() =>
          customer({ rid: masked('m•••••@•••••.test', 'email'), ridForm: 'email' }),
        ),
      ],
    })
    await expect.element(page.getByText('in the form of an e-mail address')).toBeVisible()
    await page.getByRole('button', { name: 'Copy RID, masked' }).click()
    await expect.poll(() => navigator.clipboard.readText()).toBe('m•••••@•••••.test')
  })

  test('error: the list that failed is not an empty list, and the other parts stand', async () => {
    const { page } = await openApp(at, { answers: [fake(endpoints.listCustomerTransactions)(upstreamDown)] })
    await expect.element(page.getByText('Transactions: could not be read')).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect.element(page.getByText('KYC state')).toBeVisible()
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('none is said in words', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.listCustomerTransactions)(() => transactionsOf([]))],
    })
    await expect.element(page.getByText('The service lists no transaction for this RID.')).toBeVisible()
  })

  test('no match is neither none nor failed', async () => {
    const { page } = await openApp(at)
    await page.getByRole('searchbox').fill('zzzz')
    await expect.element(page.getByText('None of the 6 transactions matches the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await expect.element(page.getByRole('grid')).toBeVisible()
  })

  test('not allowed: the page says why', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.whoAmI)(() => supportAgent({ permissions: [] }))],
    })
    await expect
      .element(page.getByRole('heading', { name: 'This page is not open to your role' }))
      .toBeVisible()
  })

  test('no identity is said in words', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.showCustomerIdentity)(() => ({ identity: null }))],
    })
    await expect.element(page.getByText('No transaction of this customer names an identity.')).toBeVisible()
  })

  test('entries without an id are counted', async () => {
    const { page } = await openApp(at, {
      answers: [fake(endpoints.listCustomerTransactions)(() => transactionsOf(undefined, { unreadable: 2 }))],
    })
    await expect.element(page.getByText(/2 more without a usable id are left out\./)).toBeVisible()
  })

  test('j and k go round the open ones, each an address of its own', async () => {
    const { page, address, goBack } = await openApp(at)
    await expect.element(page.getByText(/3 open, this is number 1/)).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(page.getByText(/3 open, this is number 2/)).toBeVisible()
    expect(address()).toBe(`${at}?open=${reviewed}`)
    await userEvent.keyboard('kk')
    await expect.element(page.getByText(/3 open, this is number 3/)).toBeVisible()
    goBack()
    await expect.element(page.getByText(/3 open, this is number 1/)).toBeVisible()
  })

  test('an identity is opened only by who may', async () => {
    const { page } = await openApp(at, { answers: [fake(endpoints.whoAmI)(() => complianceOfficer())] })
    await page.getByRole('link', { name: 'Open identity' }).first().click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Identity')
  })
})

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

  test('rows move by arrow keys and j and k, and Enter opens', async () => {
    const { page, address } = await openApp(at)
    const grid = page.getByRole('grid', { name: 'Transactions' })
    await expect.element(grid).toBeVisible()
    grid.element().querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('3')
    await userEvent.keyboard('j')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('4')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?open=${succeeded}`)
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
    await page.getByRole('button', { name: 'Clear filter' }).click()
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
