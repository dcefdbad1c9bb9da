import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  buildCustomer,
  buildCustomerTransaction,
  buildCustomerTransactionList,
  buildTransactionSentNotifications,
} from '../../../../test/support/fakes/customers-and-identities.ts'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  reviewTransaction,
  someReference,
  succeededTransaction,
} from '../../../../test/support/fakes/ids.ts'
import { buildComplianceOfficer, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { buildMaskedValue } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = `/stage/c/${maraCustomer}`

describe('customer page', () => {
  test('pending: every part waits on its own', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCustomer)(answerNever),
        fakeEndpoint(endpoints.listCustomerTransactions)(answerNever),
        fakeEndpoint(endpoints.showCustomerIdentity)(answerNever),
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
    await expect.element(page.getByText('1 of 3 open')).toBeVisible()
    await expect.poll(() => document.title).toBe('Customer · Stage · Paydesk')
    await expectAccessible()
  })

  test('a RID in the form of an e-mail address is shown and copied masked only', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCustomer)(() =>
          buildCustomer({ rid: buildMaskedValue('m•••••@•••••.test', 'email'), ridForm: 'email' }),
        ),
      ],
    })
    await expect.element(page.getByText('in the form of an e-mail address')).toBeVisible()
    await page.getByRole('button', { name: 'Copy RID, masked' }).click()
    await expect.poll(() => navigator.clipboard.readText()).toBe('m•••••@•••••.test')
  })

  test('error: the list that failed is not an empty list, and the other parts stand', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.listCustomerTransactions)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText('Transactions could not be read')).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect.element(page.getByText('KYC state')).toBeVisible()
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('none is said in words', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.listCustomerTransactions)(() => buildCustomerTransactionList([]))],
    })
    await expect.element(page.getByText('The service lists no transaction for this RID.')).toBeVisible()
    await expect.element(page.getByText(/^0 transactions, all that the service lists/)).toBeVisible()
    await expect.element(page.getByText('No transaction to open.')).toBeVisible()
  })

  longTest('no match is neither none nor failed', async () => {
    const { page } = await openApp(at)
    await page.getByRole('searchbox').fill('zzzz')
    await expect.element(page.getByText('None of the 6 transactions matches the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).last().click()
    await expect.element(page.getByRole('grid')).toBeVisible()
  })

  test('not allowed: the page says why', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent({ permissions: [] }))],
    })
    await expect
      .element(page.getByRole('heading', { name: 'This page is not open to your role' }))
      .toBeVisible()
  })

  longTest('no identity is said in words', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCustomerIdentity)(() => ({ identity: null }))],
    })
    await expect.element(page.getByText('No transaction of this customer names an identity.')).toBeVisible()
  })

  longTest('entries without an id are counted', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList(undefined, { unreadable: 2 }),
        ),
      ],
    })
    await expect.element(page.getByText(/2 more without a usable id are left out\./)).toBeVisible()
  })

  longTest('a list without one readable entry is not an empty list', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList([], { unreadable: 2 }),
        ),
      ],
    })
    await expect.element(page.getByText('2 listed, none with a usable id.')).toBeVisible()
    await expect.element(page.getByText(/2 more without a usable id are left out\./)).toBeVisible()
    await expect.element(page.getByText(/all are final|lists no transaction/)).not.toBeInTheDocument()
  })

  longTest('with unreadable entries only the readable ones are said not to be open', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList([buildCustomerTransaction(succeededTransaction, 'SUCCESS', 'OK')], {
            unreadable: 1,
          }),
        ),
      ],
    })
    await expect.element(page.getByText('None of the 1 readable ones is open.')).toBeVisible()
  })

  longTest('the buttons go to the next and the previous open one', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('button', { name: 'Next open transaction' }).click()
    await expect.element(page.getByText('2 of 3 open')).toBeVisible()
    await expect.poll(address).toBe(`${at}?open=${reviewTransaction}`)
    await page.getByRole('button', { name: 'Previous open transaction' }).click()
    await expect.element(page.getByText('1 of 3 open')).toBeVisible()
  })

  test('every read of the opened transaction is bound to this customer', async () => {
    const asked: (string | undefined)[] = []
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransactionRecord)(({ query }) => {
          asked.push(query.customer)
          return { reading: { at: new Date().toISOString(), from: 'service' }, record: {} }
        }),
        fakeEndpoint(endpoints.listSentNotifications)(({ query }) => {
          asked.push(query.customer)
          return buildTransactionSentNotifications()
        }),
      ],
    })
    await expect.element(page.getByText(/Money received, on hold/).first()).toBeVisible()
    await page.getByText('Record as JSON, with the masks of your role').click()
    await expect.poll(() => asked).toEqual([maraCustomer, maraCustomer])
  })

  test('j and k go round the open ones, each an address of its own', async () => {
    const { page, address, goBack } = await openApp(at)
    await expect.element(page.getByText('1 of 3 open')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(page.getByText('2 of 3 open')).toBeVisible()
    await expect.poll(address).toBe(`${at}?open=${reviewTransaction}`)
    await userEvent.keyboard('kk')
    await expect.element(page.getByText('3 of 3 open')).toBeVisible()
    goBack()
    await expect.element(page.getByText('1 of 3 open')).toBeVisible()
  })

  longTest('j and k inside the panel take the keyboard to the heading of the next one', async () => {
    const { page } = await openApp(at)
    const folded = page.getByText(/^\d+ not applicable$/)
    await expect.element(folded).toBeVisible()
    folded.element().focus()
    await userEvent.keyboard('j')
    await expect.element(page.getByText('2 of 3 open')).toBeVisible()
    const heading = page.getByRole('heading', { level: 2, name: `Transaction ${reviewTransaction}` })
    await expect.element(heading).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(page.getByText('1 of 3 open')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: /^Transaction / })).toHaveFocus()
    // From elsewhere it stays where it is.
    const next = page.getByRole('button', { name: 'Next open transaction' })
    await next.click()
    await expect.element(heading).toBeVisible()
    await expect.element(next).toHaveFocus()
  })

  test('an identity is opened only by who may', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer())],
    })
    await page.getByRole('link', { name: 'Open identity' }).first().click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Identity')
  })
})
