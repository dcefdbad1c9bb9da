import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, registerInLongForm, test, waitForSections } from './fixtures.ts'
import { moveTransaction, transactionOf } from './sandbox-transactions.ts'

const longTest = registerInLongForm(test)

const confirmed = new RegExp(`^${englishTransactions.finality.confirmed}`)

const live = (page: Page) => page.getByText('Live updates', { exact: true })

/** Collects the event id with which each live stream of this browser begins; null if the stream has none. */
function watchStreams(context: BrowserContext): (string | null)[] {
  const began: (string | null)[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events')
      began.push(request.headers()['last-event-id'] ?? null)
  })
  return began
}

test('a change at the payment service appears on the open transaction page, with its proof', async ({
  page,
  signIn,
  stack,
}) => {
  const id = await transactionOf(stack, 'cust-starting')
  await signIn('finance', `/stage/transactions/${id}`)
  await waitForSections(page)
  await expect(live(page)).toBeVisible()
  await expect(page.getByText(englishTransactions.finality.notFinal)).toBeVisible()
  await moveTransaction(stack, id, { state: 'SUCCESS', compound_state: 'OK', event: 'transaction_accepted' })
  await expect(page.getByText(confirmed)).toBeVisible()
  await expect(page.getByText(/both SUCCESS/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: englishTransactions.notifications.received }).getByRole('listitem'),
  ).toHaveCount(1)
  await expect(
    page.getByRole('region', { name: englishTransactions.history.title }).getByText('Pending → Success'),
  ).toBeVisible()
})

test('a row of the customer page changes in place and keeps the focus', async ({ page, signIn, stack }) => {
  const id = await transactionOf(stack, 'cust-00417', 1)
  await signIn('finance')
  await page.getByRole('main').getByRole('combobox').fill('cust-00417')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/customers\//)
  await waitForSections(page)
  await expect(live(page)).toBeVisible()
  const row = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: id.slice(0, 8) })
  await row.focus()
  const before = await row.textContent()
  // Start to wait before the change, because the mark lasts only a few seconds.
  const marked = row.and(page.locator('[data-changed="true"]')).waitFor()
  await moveTransaction(stack, id, {
    state: 'EXPIRED',
    compound_state: 'TRANSACTION_EXPIRED',
    event: 'transaction_expired',
  })
  await expect(row).toContainText('Expired')
  expect(await row.textContent()).not.toBe(before)
  await expect(row).toBeFocused()
  await marked
})

longTest(
  'a row of the transaction list changes in place and keeps the focus',
  async ({ page, signIn, stack }) => {
    const id = await transactionOf(stack, 'cust-validating')
    await signIn('finance', `/stage/transactions/${id}`)
    await waitForSections(page)
    await page.goto(`${stack.origin}/stage/transactions`)
    await waitForSections(page)
    await expect(live(page)).toBeVisible()
    const row = page.locator('tr[aria-rowindex]').filter({ hasText: id.slice(0, 8) })
    await row.focus()
    await moveTransaction(stack, id, {
      state: 'SUCCESS',
      compound_state: 'OK',
      event: 'transaction_accepted',
    })
    await expect(row).toContainText('Success')
    await expect(row).toBeFocused()
  },
)

test('two windows share one stream, and the second continues without a gap after the first closes', async ({
  page,
  context,
  signIn,
  stack,
}) => {
  const streams = watchStreams(context)
  const id = await transactionOf(stack, 'cust-retrying')
  await signIn('finance')
  await expect(live(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${stack.origin}/stage/transactions/${id}`)
  await expect(live(other)).toBeVisible()
  await waitForSections(other)
  expect(streams).toEqual([null])
  await moveTransaction(stack, id, {
    state: 'PENDING',
    compound_state: 'PENDING.PIV_REVIEW',
    event: 'manual_risk_review',
  })
  await expect(other.getByText('PENDING.PIV_REVIEW')).toBeVisible()

  await page.close()
  await expect.poll(() => streams).toEqual([null, expect.stringMatching(/^[1-9]\d*$/)])
  await expect(live(other)).toBeVisible()
  await moveTransaction(stack, id, { state: 'SUCCESS', compound_state: 'OK', event: 'transaction_accepted' })
  await expect(other.getByText(confirmed)).toBeVisible()
  await other.close()
})

test('the badge says Offline without a network, and missed changes appear once the network is back', async ({
  page,
  context,
  signIn,
  stack,
}) => {
  const id = await transactionOf(stack, 'cust-processing')
  await signIn('finance', `/stage/transactions/${id}`)
  await waitForSections(page)
  await expect(live(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await moveTransaction(stack, id, { state: 'SUCCESS', compound_state: 'OK', event: 'transaction_accepted' })
  await context.setOffline(false)
  await expect(live(page)).toBeVisible()
  await expect(page.getByText(confirmed)).toBeVisible()
})

longTest('a session that the provider ends signs the page out', async ({ page, signIn, stack }) => {
  await signIn('auditor')
  await expect(live(page)).toBeVisible()
  await stack.deps.sessions.obeyLogout({
    issuer: stack.sandbox.idpUrl,
    subject: 'auden.holt',
    providerSession: null,
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You were signed out')
})
