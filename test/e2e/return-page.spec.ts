import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { customerLanguages } from '@paydesk/shared/core/customer-language'
import { customerTexts } from '@paydesk/shared/messages/customer/catalogue'
import type { Page } from '@playwright/test'
import { sandboxAccounts } from '../sandbox/accounts.ts'
import {
  confirmedColumns,
  type InsertedRequest,
  insertRequestWithTransaction,
  insertReturnPageRequest,
  randomToken,
} from '../support/contract/return-page.ts'
import { notifyUrl } from '../support/stack/demo-config.ts'
import { type Stack, startStack } from '../support/stack/start.ts'
import { expect, test as withSandbox } from './fixtures.ts'

/** Serves a page of another site on this machine. */
async function elsewhere(html: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title>${html}`)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  // The shop of the product lives as long as its worker.
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { origin: `http://localhost:${port}`, stop: () => void server.close() }
}

const frame = '<iframe title="Payment" width="600" height="600"></iframe>'
/** Origin of the shop that may embed the return page. */
let shopOrigin = ''

async function startOwn(): Promise<Stack> {
  shopOrigin = (await elsewhere(frame)).origin
  return startStack({
    config: {
      PAYDESK_CUSTOMER_LANGUAGES: customerLanguages.join(','),
      PAYDESK_STAGE_RETURN_FRAMES: shopOrigin,
    },
  })
}

/** The product with every language for customers released, and one shop that may embed the return page. */
const test = withSandbox.extend({
  stack: [
    async ({ products }, give) => give(await products.own(startOwn)),
    { scope: 'test', timeout: 120_000 },
  ],
})

// One product for all flows of this file: a second worker would start one more.
test.describe.configure({ mode: 'default' })

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { failureSummary: string }[] }[] }>
      }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return violations.flatMap((one) => one.nodes.map((node) => `${one.id} ${node.failureSummary}`))
  })
}

interface Payment extends InsertedRequest {
  /** URL of the hosted payment page. */
  readonly address: string
}

/** Creates a payment at the payment service, with a return URL of Paydesk. */
async function pay(stack: Stack): Promise<Payment> {
  const token = randomToken()
  const reference = `INV-${randomToken(8)}`
  const { from, token: bearer } = sandboxAccounts.stage
  const response = await fetch(`${stack.sandbox.serviceUrl}/stage/v1/authorization/`, {
    method: 'POST',
    headers: { from, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      workflow: 'DEMO_OPEN_BANKING',
      merchant: {
        id: 'demo-merchant',
        return_url: `${stack.origin}/return/${token}?transaction_id=`,
        transaction_webhook_url: notifyUrl(stack.origin).replace('{account}', 'stage'),
      },
      transaction: { id: `ord-${token}`, amount: '12550', currency: 'EUR', reference },
      client: { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara.lindqvist@example.test' },
      account: { identifier: 'cust-returning' },
    }),
  })
  expect(response.status).toBe(201)
  const answer: unknown = await response.json()
  const { id, redirect_url } = answer as { id: string; redirect_url: string }
  // Use the host name of this machine: a request to another host fails the test.
  const address = redirect_url.replace('127.0.0.1', 'localhost')
  return { ...(await insertReturnPageRequest(stack, { reference, transaction_id: id }, token)), address }
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a customer', () => {
  const ways = [
    ['Pay', 'completed'],
    ['Decline', 'failed'],
    ['Cancel', 'cancelled'],
    ['Let it expire', 'expired'],
  ] as const
  for (const [choice, word] of ways.slice(0, isFullRun ? ways.length : 1))
    test(`chooses ${choice}, comes back, and sees the confirmed result without a reload`, async ({
      page,
      stack,
    }) => {
      const payment = await pay(stack)
      await page.goto(payment.address)
      await page.getByRole('button', { name: choice }).click()
      await page.waitForURL(`${stack.origin}${payment.path}?transaction_id=${payment.row.transaction_id}`)
      await expect(title(page)).toHaveText(customerTexts.en.returnPage[word].title, { timeout: 30_000 })
      await expect(page.getByText(payment.row.reference)).toBeVisible()
      await expect(page.getByRole('link', { name: customerTexts.en.returnPage.checkAgain })).toBeHidden()
      await expect(page).toHaveTitle(customerTexts.en.returnPage[word].title)
      const seen = await page.content()
      for (const value of ['125', '12550', 'cust-returning', 'Lindqvist', 'demo-merchant', payment.token])
        expect(seen).not.toContain(value)
    })

  test('leaves, comes back through the same payment link, and pays in the end', async ({ page, stack }) => {
    const payment = await pay(stack)
    await page.goto(payment.address)
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(title(page)).toHaveText(customerTexts.en.returnPage.checking.title)
    // Wait for the read that the customer's arrival triggered.
    await expect(page.getByText(customerTexts.en.returnPage.unfinished.text)).toBeVisible({ timeout: 30_000 })
    await page.goto(payment.address)
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(title(page)).toHaveText(customerTexts.en.returnPage.completed.title, { timeout: 30_000 })
    await page.goto(payment.address)
    await page.getByRole('link', { name: 'Go back to the merchant' }).click()
    await expect(title(page)).toHaveText(customerTexts.en.returnPage.completed.title)
  })

  test('whose payment is in review reads that the payment is being checked', async ({ page, stack }) => {
    const payment = await pay(stack)
    await page.goto(payment.address)
    await page.getByRole('button', { name: 'Ask for review' }).click()
    await page.waitForURL(`${stack.origin}${payment.path}?**`)
    await expect.poll(() => reviewOf(stack, payment), { timeout: 30_000 }).toBe(1)
    await page.reload()
    await expect(title(page)).toHaveText(customerTexts.en.returnPage.checking.title)
    await expect(page.getByText(customerTexts.en.returnPage.checking.text)).toBeVisible()
  })

  test('sees the result on the open page, announced without a reload or a loss of focus', async ({
    page,
    stack,
  }) => {
    const payment = await pay(stack)
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await page.goto(stack.origin + payment.path)
    await page.evaluate(() => Object.assign(window, { isTheSame: true }))
    const language = page.getByRole('link', { name: 'Deutsch' })
    await language.focus()
    const navigated: string[] = []
    page.on('framenavigated', (frame) => navigated.push(frame.url()))
    await fetch(payment.address, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    })
    await expect(page.getByRole('status')).toContainText(customerTexts.en.returnPage.completed.title, {
      timeout: 30_000,
    })
    await expect(page.getByRole('status')).toContainText(customerTexts.en.returnPage.completed.text)
    await expect(language).toBeFocused()
    expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
    expect(navigated).toEqual([])
    expect([...asked]).toEqual([stack.origin])
    expect(await page.context().cookies()).toEqual([])
  })
})

async function reviewOf(stack: Stack, { row }: InsertedRequest): Promise<number | undefined> {
  const known = await stack.deps.store.db
    .selectFrom('transactions')
    .select('review')
    .where('id', '=', row.transaction_id ?? '')
    .executeTakeFirst()
  return known?.review
}

/** Creates one payment for each message of the page. Returns the paths by message. */
async function everyWord(stack: Stack): Promise<Record<string, string>> {
  const end = async (state: string, more: object = {}) =>
    (await insertRequestWithTransaction(stack, { state, ...confirmedColumns, ...more })).path
  return {
    checking: (await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })).path,
    unfinished: (
      await insertRequestWithTransaction(stack, { state: 'PENDING' }, { reference: randomToken(100) })
    ).path,
    completed: await end('SUCCESS'),
    test: await end('SUCCESS', { test: 1 }),
    failed: await end('DECLINED'),
    expired: await end('EXPIRED'),
    cancelled: await end('CANCELLED'),
    gone: `/return/${randomToken()}`,
  }
}

const looks = [
  ['light', 'en', 'ltr'],
  ['light', 'ar', 'rtl'],
  ['dark', 'en', 'ltr'],
] as const

for (const [colorScheme, language, direction] of looks.slice(0, isFullRun ? looks.length : 1))
  test(`every message is accessible in ${colorScheme} mode in ${language}`, async ({ page, stack }) => {
    await page.emulateMedia({ colorScheme })
    for (const [word, path] of Object.entries(await everyWord(stack))) {
      await page.goto(`${stack.origin}${path}?lang=${language}`)
      await expect(page.getByRole('heading')).toHaveCount(1)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      expect(await violations(page), word).toEqual([])
    }
  })

/** Languages with the longest words and from right to left: the short form measures no others. */
const longestLanguages = ['de', 'ar'] as const

const viewports = [
  ['320 pixels', { width: 320, height: 568 }],
  ['a small window at 200 %', { width: 640, height: 400 }],
] as const

for (const [name, viewport] of viewports.slice(0, isFullRun ? viewports.length : 1))
  test(`the page does not scroll sideways at ${name}, in any language`, async ({ page, stack }) => {
    await page.setViewportSize(viewport)
    for (const [word, path] of Object.entries(await everyWord(stack)))
      for (const language of isFullRun ? customerLanguages : longestLanguages) {
        await page.goto(`${stack.origin}${path}?lang=${language}`)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(wide, `${word} ${language}`).toBeLessThanOrEqual(0)
        const small = await page
          .getByRole('navigation')
          .getByRole('link')
          .evaluateAll((links) =>
            links.filter((link) => link.getBoundingClientRect().height < 44).map((link) => link.textContent),
          )
        expect(small, 'too small for a finger').toEqual([])
      }
  })

test('a translation by the browser stays while nothing changes, and the result replaces it', async ({
  page,
  stack,
}) => {
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  await page.goto(stack.origin + asked.path)
  await expect(page.locator('html')).not.toHaveAttribute('translate')
  const translated = 'Sprawdzamy płatność'
  await page.evaluate((text) => {
    document.documentElement.lang = 'pl'
    const font = document.createElement('font')
    font.append(text)
    document.querySelector('h1')?.replaceChildren(font)
  }, translated)
  const looked = page.waitForResponse((answer) => answer.url().includes('/state?'))
  await page.getByRole('link', { name: customerTexts.en.returnPage.checkAgain }).click()
  expect(new URL((await looked).url()).searchParams.get('lang')).toBe('en')
  await expect(page.getByText(/^Last checked at \d/)).toBeVisible()
  await expect(title(page)).toHaveText(translated)
  await stack.deps.store.db
    .updateTable('transactions')
    .set({ state: 'SUCCESS', ...confirmedColumns })
    .where('id', '=', asked.row.transaction_id ?? '')
    .execute()
  await expect(title(page)).toHaveText(customerTexts.en.returnPage.completed.title, { timeout: 30_000 })
})

test('the page says the same without JavaScript and refreshes by its link', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-CH' })
  const page = await context.newPage()
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  await page.goto(`${stack.origin}${asked.path}?transaction_id=${asked.row.transaction_id}`)
  await expect(title(page)).toHaveText(customerTexts.de.returnPage.checking.title)
  await expect(page.getByRole('button')).toHaveCount(0)
  await stack.deps.store.db
    .updateTable('transactions')
    .set({ state: 'SUCCESS', ...confirmedColumns })
    .where('id', '=', asked.row.transaction_id ?? '')
    .execute()
  await page.getByRole('link', { name: customerTexts.de.returnPage.checkAgain }).click()
  await expect(title(page)).toHaveText(customerTexts.de.returnPage.completed.title)
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(title(page)).toHaveText(customerTexts.fr.returnPage.completed.title)
  await context.close()
})

test('by keyboard, Check again stays on the page and another language keeps the payment', async ({
  page,
  stack,
}) => {
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  await page.goto(stack.origin + asked.path)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: customerTexts.en.returnPage.checkAgain })).toBeFocused()
  const looked = page.waitForResponse((answer) => answer.url().includes('/state?'))
  await page.keyboard.press('Enter')
  expect((await looked).status()).toBe(200)
  await expect(page.getByText(/^Last checked at \d/)).toBeVisible()
  await expect(page.getByRole('link', { name: customerTexts.en.returnPage.checkAgain })).toBeFocused()
  expect(page.url()).toBe(stack.origin + asked.path)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Deutsch' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(customerTexts.de.returnPage.checking.title)
  await expect(page.getByText(asked.row.reference)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

/** Stops the clock of a page that is not open yet: time passes by `runFor` alone, however slow the machine is. */
async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1_000)
}

/**
 * Counts the polls in a page that is not open yet: as they are sent, and once the page has read the answer, where the
 * delay of the next poll begins. Events of the browser about them come late on a busy machine.
 */
async function countPolls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const polls = { sent: 0, answered: 0 }
    Object.assign(globalThis, { polls })
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (...args) {
      polls.sent += 1
      // After the listener of the page, which was added before.
      this.addEventListener('loadend', () => {
        polls.answered += 1
      })
      send.apply(this, args)
    }
  })
}

function readPolls(page: Page): Promise<{ sent: number; answered: number }> {
  return page.evaluate(() => (globalThis as unknown as { polls: { sent: number; answered: number } }).polls)
}

async function waitForAnswers(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { sent, answered } = await readPolls(page)
      return sent - answered
    })
    .toBe(0)
}

test('the page polls less and less often and stops after a quarter of an hour', async ({ page, stack }) => {
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  await stopClock(page)
  await countPolls(page)
  await page.goto(stack.origin + asked.path)
  const after = async (seconds: number, step = 1) => {
    for (let passed = 0; passed < seconds; passed += step) {
      await page.clock.runFor(step * 1_000)
      await waitForAnswers(page)
    }
    return (await readPolls(page)).sent
  }
  expect(await after(2)).toBe(0)
  expect(await after(2)).toBe(1)
  const inAMinute = await after(56)
  expect(inAMinute).toBeGreaterThanOrEqual(4)
  expect(inAMinute).toBeLessThanOrEqual(9)
  const inAQuarter = await after(14 * 60, 5)
  expect(inAQuarter - inAMinute).toBeGreaterThanOrEqual(24)
  expect(inAQuarter - inAMinute).toBeLessThanOrEqual(32)
  await after(40, 5)
  const { sent: stopped } = await readPolls(page)
  await expect(page.getByRole('status')).toContainText(customerTexts.en.returnPage.stopped)
  expect(await after(120, 5)).toBe(stopped)
  await page.getByRole('link', { name: customerTexts.en.returnPage.checkAgain }).click()
  await expect.poll(async () => (await readPolls(page)).sent).toBe(stopped + 1)
  await expect(page.getByText(customerTexts.en.returnPage.stopped)).toBeHidden()
})

test('the page does not poll while hidden and polls at once when visible again', async ({ page, stack }) => {
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  await stopClock(page)
  await countPolls(page)
  const countSent = async () => (await readPolls(page)).sent
  // Open the page in the background.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
  })
  await page.goto(stack.origin + asked.path)
  await page.clock.runFor(20 * 60_000)
  expect(await countSent()).toBe(0)
  const see = (isSeen: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, !isSeen)
  for (const times of [1, 3]) {
    await see(true)
    expect(await countSent()).toBe(times)
    await waitForAnswers(page)
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000)
        return countSent()
      })
      .toBe(times + 1)
    await waitForAnswers(page)
    await see(false)
    await page.clock.runFor(20 * 60_000)
    expect(await countSent()).toBe(times + 1)
  }
})

test('the page says when it cannot poll and continues by itself', async ({ page, stack }) => {
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  await page.route('**/state?*', (route) => route.fulfill({ status: 503 }))
  await page.goto(stack.origin + asked.path)
  await expect(page.getByText(customerTexts.en.returnPage.noConnection)).toBeVisible()
  await expect(title(page)).toHaveText(customerTexts.en.returnPage.checking.title)
  await page.unroute('**/state?*')
  await expect(page.getByText(customerTexts.en.returnPage.noConnection)).toBeHidden({ timeout: 30_000 })
})

test('the page offers to close only a window that a shop opened', async ({ page, stack }) => {
  const asked = await insertRequestWithTransaction(stack, { state: 'SUCCESS', ...confirmedColumns })
  const address = stack.origin + asked.path
  await page.goto(address)
  await expect(page.getByRole('button')).toHaveCount(0)
  const shop = await elsewhere(
    `<button onclick="open('${address}', 'pay', 'width=480,height=640')">Pay</button>`,
  )
  await page.goto(shop.origin)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button').click()
  const popup = await opening
  await expect(title(popup)).toHaveText(customerTexts.en.returnPage.completed.title)
  const closing = popup.waitForEvent('close')
  // Ignore a failed click: the window may be gone before the click returns, and only the close counts.
  const clicked = popup.getByRole('button', { name: customerTexts.en.returnPage.close }).click()
  await Promise.all([closing, clicked.catch(() => closing)])
  shop.stop()
})

test('only a configured shop can embed the page in a frame', async ({ page, stack }) => {
  const other = await elsewhere(frame)
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  const frameAt = async (origin: string) => {
    await page.goto(origin)
    await page
      .locator('iframe')
      .evaluate((element, to) => element.setAttribute('src', to), stack.origin + asked.path)
    return page.frameLocator('iframe')
  }
  const embedded = await frameAt(shopOrigin)
  await expect(embedded.getByRole('heading')).toHaveText(customerTexts.en.returnPage.checking.title)
  // Expect the script to run in the frame as well.
  await expect(embedded.getByText(/^Last checked at \d/)).toBeVisible()
  await stack.deps.store.db
    .updateTable('transactions')
    .set({ state: 'SUCCESS', ...confirmedColumns })
    .where('id', '=', asked.row.transaction_id ?? '')
    .execute()
  await expect(embedded.getByRole('heading')).toHaveText(customerTexts.en.returnPage.completed.title)
  const errors: string[] = []
  page.removeAllListeners('console')
  page.on('console', (message) => errors.push(message.text()))
  const refused = await frameAt(other.origin)
  await expect.poll(() => errors.join('\n')).toContain('frame-ancestors')
  await expect(
    refused.getByRole('heading', { name: customerTexts.en.returnPage.completed.title }),
  ).toHaveCount(0)
  other.stop()
})

test('nothing moves with reduced motion, and nothing is lost in forced colours or on paper', async ({
  page,
  stack,
}) => {
  const asked = await insertRequestWithTransaction(stack, { state: 'MANUAL_REVIEW', review: 1 })
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await page.goto(stack.origin + asked.path)
  const moving = await page.evaluate(() => document.getAnimations().length)
  expect(moving).toBe(0)
  await expect(page.locator('.of-wait')).toBeVisible()
  await page.emulateMedia({ media: 'print', forcedColors: 'none' })
  await expect(page.getByText(asked.row.reference)).toBeVisible()
  await expect(page.getByText(customerTexts.en.returnPage.checkAgain)).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
})
