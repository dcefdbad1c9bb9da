import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { customerTexts } from '@paydesk/shared/messages/customer/catalogue'
import { germanSettings } from '@paydesk/shared/messages/de/settings'
import { germanShell } from '@paydesk/shared/messages/de/shell'
import { germanSignIn } from '@paydesk/shared/messages/de/sign-in'
import { germanSignInPage } from '@paydesk/shared/messages/de/sign-in-page'
import { englishSettings } from '@paydesk/shared/messages/en/settings'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishSignIn } from '@paydesk/shared/messages/en/sign-in'
import { englishSignInPage } from '@paydesk/shared/messages/en/sign-in-page'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { textsNotLoadedNotices } from '@paydesk/shared/messages/texts-not-loaded'
import type { Page } from '@playwright/test'
import { people } from '../support/stack/start.ts'
import { expect, registerInLongForm, signInAndOpen, test, waitForSections } from './fixtures.ts'

const longTest = registerInLongForm(test)

// Other tests of the same worker sign in as the same people and expect the browser's language.
test.afterEach(async ({ stack }) => {
  await stack.deps.store.db.deleteFrom('staff_settings').execute()
})

/** Names of the text files that the page requested. */
function watchTexts(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/(en|de|pseudo)[\w-]*\.js/.exec(new URL(request.url()).pathname) ?? []
    if (name !== undefined) requested.push(name)
  })
  return requested
}

for (const [locale, language, signIn, signInPage, shell] of [
  ['en-US', 'en', englishSignIn, englishSignInPage, englishShell],
  ['de-AT', 'de', germanSignIn, germanSignInPage, germanShell],
] as const)
  test(`signing in and out with a browser in ${locale}`, async ({ browser, stack }) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    const texts = watchTexts(page)
    await page.goto(`${stack.origin}/stage/`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInPage.reasons.not_signed_in.title)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await page.getByRole('link', { name: signInPage.signIn }).click()
    await page.locator(`button[value="${people.support}"]`).click()
    await expect(page.getByRole('navigation', { name: shell.pages })).toBeVisible()
    await waitForSections(page)
    await page.getByRole('button', { name: new RegExp(signIn.roles.support.label) }).click()
    await page.getByRole('button', { name: signIn.person.signOut, exact: true }).click()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    expect(new Set(texts)).toEqual(new Set([language]))
    await context.close()
  })

longTest(
  'a chosen language keeps page and typed text, and follows the person to another browser',
  async ({ page, signIn, beside }) => {
    await signIn('auditor', '/stage/transactions?sort=changed')
    await waitForSections(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('typed before')
    await page.keyboard.press('Escape')
    const address = page.url()
    await page.getByRole('button', { name: new RegExp(englishSignIn.roles.auditor.label) }).click()
    await page.getByRole('button', { name: englishShell.settings, exact: true }).click()
    await page.getByLabel(englishSettings.language).selectOption('de')
    await expect(page.getByRole('dialog', { name: germanSettings.title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: germanShell.pages })).toBeVisible()
    expect(page.url()).toBe(address)
    await expect(page.locator('html')).toHaveAttribute('translate', 'no')
    const other = await beside('auditor')
    await expect(other.getByRole('navigation', { name: germanShell.pages })).toBeVisible()
    await expect(other.locator('html')).toHaveAttribute('lang', 'de')
  },
)

longTest(
  'in the pseudo-locale every text of shell and settings is in brackets, also from right to left',
  async ({ browser, stack }) => {
    for (const [locale, direction] of [
      ['en-XA', 'ltr'],
      ['ar-XB', 'rtl'],
    ] as const) {
      const context = await browser.newContext({ locale })
      const page = await context.newPage()
      await signInAndOpen(page, stack.origin, 'finance')
      await waitForSections(page)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      const labels = await page.locator('header nav a > span:nth-child(2)').allTextContents()
      expect(labels.length).toBeGreaterThan(3)
      for (const label of labels) expect(label).toMatch(/^\[.*\]$/)
      // No label of the rail is cut off or runs over its key.
      const clipped = await page
        .locator('header nav a, header nav a > span')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
      expect(clipped).toBe(0)
      await context.close()
    }
  },
)

/** Waits for the customer to prove their identity, so it asks to finish the open step. */
const waiting = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'

test('the language of the customer is chosen beside the sentence and kept in the address', async ({
  page,
  signIn,
}) => {
  await signIn('support', `/stage/transactions/${waiting}`)
  await waitForSections(page)
  const { finishOnPage } = customerTexts.en.say
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: englishTransactions.safeText.title }),
  })
  const choose = (name: string) => section.getByRole('button', { name: new RegExp(name) }).click()
  await expect(section.getByRole('blockquote')).toContainText(finishOnPage)
  await choose('Deutsch')
  await expect(section.getByRole('blockquote')).toContainText(customerTexts.de.say.finishOnPage)
  expect(new URL(page.url()).search).toBe('?say=de')
  // French is written, but not released: English is shown, and staff are told so.
  await choose('Français')
  const note = section.getByText('French is not released yet; English is shown.')
  await expect(note).toBeVisible()
  await expect(section.getByRole('blockquote')).toHaveAttribute('lang', 'en')
  await expect(section.getByRole('blockquote')).toContainText(finishOnPage)
  await page.reload()
  await expect(note).toBeVisible()
})

type Places = readonly (readonly [name: string, start: number])[]

/** Places of the parts of a page, measured from the side on which a line begins. */
function placesOfParts(page: Page): Promise<Places> {
  return page.evaluate(() => {
    const isMirrored = document.documentElement.dir === 'rtl'
    const parts = [
      ...document.querySelectorAll('header nav a, h1, h2, main section, main table, main th, main fieldset'),
    ]
    return parts
      .map((part) => [part, part.getBoundingClientRect()] as const)
      .filter(([, { width, height }]) => width > 1 && height > 1)
      .map(([part, { left, right }]) => {
        const start = isMirrored ? document.documentElement.clientWidth - right : left
        return [`${part.tagName} ${part.textContent?.slice(0, 40)}`, Math.round(start)] as const
      })
  })
}

async function placesOfBoth([one, other]: readonly Page[]): Promise<[Places, Places]> {
  if (one === undefined || other === undefined) throw new Error('two pages are compared')
  return [await placesOfParts(one), await placesOfParts(other)]
}

/** Lists the parts that one of two pages has elsewhere than the other, or a difference in their number. */
function listMoved(ltr: Places, rtl: Places): readonly unknown[] {
  if (ltr.length !== rtl.length || ltr.length <= 3) return [`${ltr.length} and ${rtl.length} parts`]
  return ltr.filter(([, start], index) => Math.abs(start - (rtl[index]?.[1] ?? -999)) > 3)
}

/** Elements whose text does not fit, except those that shorten it with an ellipsis or scroll on purpose. */
function clippedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header *, main *')]
      .filter((one) => {
        const { overflowX, textOverflow } = getComputedStyle(one)
        const hides = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis'
        return hides && !one.matches('.unseen, .unseen *') && one.scrollWidth > one.clientWidth + 1
      })
      .map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`),
  )
}

/** Times whose parts stand in another order than they are written: `Nov 2026, 14:08 28`. */
function reorderedTimes(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main time')]
      .map((time) => time.firstChild)
      .filter((text) => text instanceof Text)
      .filter((text) => {
        const startOf = (at: number) => {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          return range.getBoundingClientRect().left
        }
        return startOf(0) > startOf(text.length - 1)
      })
      .map((text) => text.data),
  )
}

test('from right to left the pages of support are the mirror image, and nothing is clipped', async ({
  browser,
  stack,
}) => {
  const addresses = pickByRunLength(
    [`/stage/transactions/${waiting}`, '/stage/payment-requests/new'],
    [
      '/stage/',
      `/stage/transactions/${waiting}`,
      '/stage/payment-requests',
      '/stage/payment-requests/new',
      '/stage/transactions',
    ],
  )
  const contexts = await Promise.all(['en-XA', 'ar-XB'].map((locale) => browser.newContext({ locale })))
  const pages = await Promise.all(contexts.map((context) => context.newPage()))
  for (const page of pages) await signInAndOpen(page, stack.origin, 'support', null)
  for (const address of addresses) {
    for (const page of pages) {
      await page.goto(stack.origin + address)
      await waitForSections(page)
    }
    // Compare until both have all their parts: some load late.
    await expect.poll(async () => listMoved(...(await placesOfBoth(pages))), address).toEqual([])
    for (const page of pages) {
      expect(await clippedTexts(page), address).toEqual([])
      expect(await reorderedTimes(page), address).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, address).toBeLessThanOrEqual(0)
    }
  }
  for (const context of contexts) await context.close()
})

test('a page whose texts do not arrive says so', async ({ browser, stack }) => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.route(/\/assets\/en-[\w-]*\.js/, (route) => route.abort())
  await page.goto(`${stack.origin}/stage/`)
  await expect(page.getByText(textsNotLoadedNotices.en)).toBeVisible()
  await context.close()
})
