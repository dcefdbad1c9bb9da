import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { englishPaymentRequests as texts } from '@paydesk/shared/messages/en/payment-requests'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import type { Browser, Page } from '@playwright/test'
import type { Stack } from '../support/stack/start.ts'
import { expect, lookUp, registerInLongForm, test, waitForSections } from './fixtures.ts'
import { grownCustomer, moveTransactionState, paymentAddress } from './seed-data.ts'

const longTest = registerInLongForm(test)

/** Goes from the customer's page to the review of the request, by keyboard only. */
async function filledIn(page: Page, amount: string): Promise<void> {
  await page.keyboard.press('N')
  await expect(page.getByRole('textbox', { name: texts.fields.amount, exact: true })).toBeFocused()
  await page.keyboard.type(amount)
  await until(page, 'First name')
  await page.keyboard.type('Mara')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lindqvist')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mara.lindqvist@example.test')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: texts.form.review, level: 1 })).toBeFocused()
  await expect(page.getByText('mara.lindqvist@example.test')).toBeVisible()
}

/** Sends from the review and waits for the page of the payment request. */
async function sent(page: Page): Promise<void> {
  // Retry: the review ignores a key pressed at once, which was meant for the form.
  await expect(async () => {
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/payment-requests\/q_/, { timeout: 500 })
  }).toPass()
}

/** Fills in, reviews and sends a payment request from the customer's page, by keyboard only. */
async function asked(page: Page, amount: string): Promise<void> {
  await filledIn(page, amount)
  await sent(page)
  await expect(page.getByText(texts.statusPanel.waitsFor.customer).first()).toBeVisible()
}

/** Presses Tab until the field of this name has the focus. Throws after 30 presses. */
async function until(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true })
  for (let times = 0; times < 30; times += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/** Shows the payment link by keyboard, one key after the payment was created. Returns the link. */
async function addressOf(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: texts.link.title })
  await page.keyboard.press('a')
  await expect(dialog.getByRole('img', { name: texts.link.qrCode })).toBeVisible()
  const address = (await dialog.getByRole('code').first().textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await page.content()).not.toContain(address)
  return address
}

/** Opens the payment link as the customer, in a separate browser context. */
async function customerAt(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Sandbox bank' })).toBeVisible()
  return page
}

interface Asked {
  readonly page: Page
  readonly stack: Stack
  readonly signIn: (person: 'support') => Promise<void>
}

/**
 * Creates a payment request and opens its transaction page before the customer does anything. That page is
 * never loaded again. Returns the payment link.
 */
async function onTheTransaction({ page, stack, signIn }: Asked, amount: string): Promise<string> {
  const rid = await grownCustomer(stack)
  await signIn('support')
  await lookUp(page, rid)
  await waitForSections(page)
  await asked(page, amount)
  const address = await addressOf(page)
  expect(page.url() + (await page.title())).not.toContain(address)
  const course = page.getByRole('region', { name: texts.page.timeline })
  await course.getByRole('link').first().click()
  await page.waitForURL(/\/transactions\//)
  await waitForSections(page)
  await expect(page.getByText('Live updates', { exact: true })).toBeVisible()
  await expect(page.getByText(englishTransactions.finality.notFinal)).toBeVisible()
  const part = page.getByRole('region', { name: texts.request })
  await expect(part.getByText(/^You, /)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { neverLoadedAgain: true }))
  return address
}

async function expectNotLoadedAgain(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'neverLoadedAgain' in window)).toBe(true)
}

const ends = [
  { choice: /^Pay/, state: 'SUCCESS', says: /payment completed|payment is completed/i },
  { choice: /^Decline/, state: 'DECLINED', says: /was not completed/ },
  { choice: /^Let it expire/, state: 'EXPIRED', says: /has expired/ },
  { choice: /^Cancel/, state: 'CANCELLED', says: /was cancelled/ },
] as const

for (const [nth, { choice, state, says }] of ends.slice(0, isFullRun ? ends.length : 1).entries()) {
  test(`support requests a payment that ends as ${state} and sees it change live from created to confirmed`, async ({
    page,
    stack,
    signIn,
    browser,
  }) => {
    const address = await onTheTransaction({ page, stack, signIn }, `12${nth}.50`)
    const customer = await customerAt(browser, address)
    await customer.getByRole('button', { name: choice }).click()
    await customer.waitForURL(/\/return\//)
    await expect(page.getByText(new RegExp(`^${englishTransactions.finality.confirmed}`))).toBeVisible()
    await expect(page.getByText(`both ${state}`)).toBeVisible()
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(says, { timeout: 20_000 })
    const part = page.getByRole('region', { name: texts.request })
    await expect(part.getByText(`12${nth}.50 EUR`)).toBeVisible()
    await expect(part.getByRole('button', { name: texts.link.get })).toHaveCount(0)
    await expectNotLoadedAgain(page)
    // Expect the same on the page of the payment request.
    await part.getByRole('link', { name: texts.view }).click()
    await expect(page.getByText(texts.statusPanel.finality.confirmed)).toBeVisible()
    await customer.context().close()
  })
}

longTest(
  'a customer who leaves comes back through the same payment link and pays',
  async ({ page, stack, signIn, browser }) => {
    const address = await onTheTransaction({ page, stack, signIn }, '77.07')
    const customer = await customerAt(browser, address)
    await customer.getByRole('button', { name: /^Leave/ }).click()
    await customer.waitForURL(/\/return\//)
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(/checking your payment/)
    await expect(page.getByText(englishTransactions.finality.notFinal)).toBeVisible()
    await customer.goto(address)
    await customer.getByRole('button', { name: /^Pay/ }).click()
    await customer.waitForURL(/\/return\//)
    await expect(page.getByText(new RegExp(`^${englishTransactions.finality.confirmed}`))).toBeVisible()
    await expectNotLoadedAgain(page)
    await customer.context().close()
  },
)

test('the key a is enough while the code of the dialog still loads', async ({ page, stack, signIn }) => {
  await signIn('support', null)
  await page.goto(stack.origin + (await paymentAddress(stack)))
  await expect(page.getByRole('button', { name: texts.link.get })).toBeVisible()
  // Delay the code of the dialog, which is not loaded yet.
  await page.route(/link-dialog.*\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, 400))
    await route.continue()
  })
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: texts.link.title })
  await expect(dialog.getByRole('img', { name: texts.link.qrCode })).toBeVisible()
})

longTest(
  'a payment in review says so and continues after the decision',
  async ({ page, stack, signIn, browser }) => {
    const address = await onTheTransaction({ page, stack, signIn }, '88.08')
    const transaction = transactionIdSchema.parse(new URL(page.url()).pathname.split('/').at(-1))
    const customer = await customerAt(browser, address)
    await customer.getByRole('button', { name: /^Ask for review/ }).click()
    await customer.waitForURL(/\/return\//)
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(/checking your payment/)
    await expect(page.getByText(/in review/).first()).toBeVisible()
    await moveTransactionState(stack, transaction, {
      state: 'SUCCESS',
      compound_state: 'OK',
      event: 'transaction_accepted',
    })
    await expect(page.getByText(new RegExp(`^${englishTransactions.finality.confirmed}`))).toBeVisible()
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText(
      /payment completed|payment is completed/i,
      { timeout: 30_000 },
    )
    await expectNotLoadedAgain(page)
    await customer.context().close()
  },
)

longTest(
  'two windows with the same form, back and reload create one payment',
  async ({ page, stack, signIn, context }) => {
    const rid = await grownCustomer(stack)
    await signIn('support')
    await lookUp(page, rid)
    await page.getByRole('link', { name: new RegExp(texts.newPayment) }).click()
    await expect(page.getByRole('form', { name: texts.newPayment })).toBeVisible()
    const at = page.url()
    const other = await context.newPage()
    await other.goto(at)
    for (const each of [page, other]) {
      await each.getByRole('textbox', { name: texts.fields.amount }).fill('91.19')
      await each.getByRole('textbox', { name: 'First name' }).fill('Mara')
      await each.getByRole('textbox', { name: 'Last name' }).fill('Lindqvist')
      await each.getByRole('textbox', { name: 'E-mail' }).fill('mara.lindqvist@example.test')
      await each.getByRole('button', { name: new RegExp(texts.form.continue) }).click()
      await expect(each.getByRole('heading', { name: texts.review.body })).toBeVisible()
    }
    await Promise.all(
      [page, other].map((each) =>
        each
          .getByRole('button', { name: new RegExp(`^${texts.review.send}`) })
          .dblclick({ noWaitAfter: true }),
      ),
    )
    await Promise.all([page, other].map((each) => each.waitForURL(/\/payment-requests\/q_/)))
    expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname)
    await other.goto(at)
    await other.getByRole('textbox', { name: texts.fields.amount }).fill('91.19')
    await other.getByRole('textbox', { name: 'First name' }).fill('Mara')
    await other.getByRole('textbox', { name: 'Last name' }).fill('Lindqvist')
    await other.getByRole('textbox', { name: 'E-mail' }).fill('mara.lindqvist@example.test')
    await other.getByRole('button', { name: new RegExp(texts.form.continue) }).click()
    await other.waitForURL(/\/payment-requests\/q_/)
    await expect(other.getByText(texts.page.sentBefore)).toBeVisible()
    const rows = await stack.deps.store.db
      .selectFrom('payment_requests')
      .select(['status', 'transaction_id'])
      .where('amount_minor', '=', 9119)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.status).toBe('created')
  },
)

longTest(
  'fields that the server rejects are marked, and the first one has the focus',
  async ({ page, signIn }) => {
    await signIn('support', '/stage/payment-requests/new')
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await field(texts.fields.rid).fill('cust-of-nobody')
    await page.getByRole('combobox', { name: texts.fields.merchant }).selectOption('demo-merchant')
    await field(texts.fields.amount).fill('0')
    await page.getByText(new RegExp(`^${texts.form.holder}`)).click()
    await field(texts.fields.iban).fill('SE45 5000 0000 0583 9825 7467')
    await field('First name').fill('Maximiliane-Alexandrine 25')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(texts.form.nothingSent)
    await expect(field(texts.fields.amount)).toBeFocused()
    for (const name of [texts.fields.amount, texts.fields.iban, 'First name', 'Last name', 'E-mail'])
      await expect(field(name)).toHaveAttribute('aria-invalid', 'true')
    await expect(field('First name')).toHaveValue('Maximiliane-Alexandrine 25')
  },
)

test('a connection lost while sending is reported as an unknown outcome, on a page never opened before', async ({
  page,
  stack,
  signIn,
}) => {
  const rid = await grownCustomer(stack)
  await signIn('support')
  await lookUp(page, rid)
  await waitForSections(page)
  const code = page.waitForResponse(/\/request-page-.*\.js/)
  await filledIn(page, '31.40')
  await (await code).finished()
  await page.context().setOffline(true)
  await sent(page)
  await expect(page.getByText(new RegExp(texts.page.answerLost)).first()).toBeVisible()
  await expect(page.getByText('This page could not be shown')).toHaveCount(0)
  await page.context().setOffline(false)
})
