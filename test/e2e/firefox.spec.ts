import { englishAuditLog } from '@paydesk/shared/messages/en/audit-log'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { launch, type Page } from 'puppeteer-core'
import { type Person, people } from '../support/stack/start.ts'
import { test as base, expect } from './fixtures.ts'
import { countDecisions, inReview } from './seed-data.ts'

interface Fixtures {
  /** Signs a person in by hand in a new Firefox and opens a page. A console error of ours fails the test. */
  readonly openIn: (person: Person, path: string) => Promise<Page>
}

/** Drives Debian's Firefox by WebDriver BiDi, because Playwright knows only a build of its own. */
const test = base.extend<Fixtures>({
  openIn: async ({ stack }, give) => {
    const browser = await launch({
      browser: 'firefox',
      executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
      headless: true,
      defaultViewport: { width: 1440, height: 900 },
    })
    const wrong: string[] = []
    await give(async (person, path) => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await page.goto(`${stack.origin}/auth/sign-in?return=${encodeURIComponent(path)}`)
      await page.locator(`button[value="${people[person]}"]`).click()
      await page.waitForFunction((at) => location.pathname + location.search === at, {}, path)
      // The pages of the provider before are not ours.
      page.on('console', (message) => {
        if (message.type() === 'error') wrong.push(message.text())
      })
      page.on('pageerror', (error) => wrong.push(String(error)))
      await settle(page)
      return page
    })
    await browser.close()
    expect(wrong, 'console errors').toEqual([])
  },
})

/** Waits until the application has taken over and each section has its data. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('#first-page') === null &&
      document.querySelector('main h1') !== null &&
      document.querySelector('main [aria-busy="true"], main [data-old]') === null,
  )
}

/** Waits until the page shows this text. */
async function see(page: Page, text: string): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: only text that is shown counts
  await page.waitForFunction((text) => document.body.innerText.includes(text), {}, text)
}

/** Types a text into the search box of home and waits for the page of the result. */
async function search(page: Page, text: string): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => /\/(customers|identities)\//.test(location.pathname))
  await settle(page)
}

/** Returns the names of the boxes that scroll sideways. */
const findSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main *')]
      .filter(
        (box) => box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX),
      )
      .map((box) => `${box.tagName} ${box.className}`),
  )

test('support finds a customer, and the history does not scroll sideways at 1440 px', async ({ openIn }) => {
  const page = await openIn('support', '/stage/')
  await search(page, 'cust-00417')
  await see(page, englishTransactions.explanation.sentences.step_sca)
  // A scroll bar that comes while the page loads takes its width from the table for a moment.
  await expect.poll(() => findSideways(page)).toEqual([])
})

test('finance claims a case and sends a decision by keyboard', async ({ openIn, stack }) => {
  const transaction = await inReview(stack)
  const page = await openIn('finance', `/stage/review/${transaction}`)
  await page.keyboard.press('c')
  await see(page, 'Claimed by you')
  await page.waitForSelector('main form')
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.type('The bank confirmed the holder')
  await page.keyboard.down('Control')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  // Other flows leave cases in this queue: the page stays here or goes on to one of them.
  await expect.poll(() => countDecisions(stack, transaction)).toBe(1)
  await page.goto(`${stack.origin}/stage/review/${transaction}`)
  await settle(page)
  await see(page, `${englishReview.verdicts.accept}: ${englishReview.decisionStatuses.waiting}`)
})

test('compliance opens an identity record, masked field by field', async ({ openIn }) => {
  const page = await openIn('compliance', '/stage/')
  await search(page, '_a41c7e2_18f2b3c4d50__3b1f')
  await see(page, 'm•••••@•••••.test')
  expect(await page.content()).not.toContain('1988-04-17')
})

test('the auditor reads who opened a customer', async ({ openIn }) => {
  const page = await openIn('auditor', '/stage/audit-log')
  await see(page, englishAuditLog.title)
  // A scroll bar that comes while the page loads takes its width from the table for a moment.
  await expect.poll(() => findSideways(page)).toEqual([])
})

test('the administrator reads the health page and sees no search box', async ({ openIn }) => {
  const page = await openIn('admin', '/stage/')
  expect(await page.$('main [role="combobox"]')).toBeNull()
  await page.goto(new URL('/health', page.url()).href)
  await settle(page)
})
