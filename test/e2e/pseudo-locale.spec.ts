import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { englishCallerVerification } from '@paydesk/shared/messages/en/caller-verification'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishSignIn } from '@paydesk/shared/messages/en/sign-in'
import { pseudoLocalizeText } from '@paydesk/shared/messages/pseudo-locale'
import type { Browser, Page } from '@playwright/test'
import type { Person, Stack } from '../support/stack/start.ts'
import { expect, signInAndOpen, test, waitForSections } from './fixtures.ts'
import { decideCase, inReview } from './seed-data.ts'
import { findClippedTexts, findLiteralTexts, watchServerTexts } from './shown-texts.ts'

const transaction = 'transactions/6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19'
/** Page that a link of `transaction` opens: its address holds a random handle. */
const customer = 'its customer'

/** Pages of each role below `/stage/`; the first of three roles, which differ, also in the short run. */
const walks: Readonly<Partial<Record<Person, readonly string[]>>> = {
  finance: [
    transaction,
    customer,
    '',
    'transactions',
    'payment-requests',
    'payment-requests/new',
    'review',
    'decisions',
    'reconciliation',
    'reconciliation-report',
    'review-figures',
    'notifications',
    'questions',
    'inbox',
    'open',
    'nowhere',
  ],
  compliance: [
    customer,
    'inbox',
    'questions',
    '',
    'review',
    'document-downloads',
    'subject-access',
    'export-requests',
    'audit-log',
    'field-permissions',
    '/break-glass',
  ],
  support: [customer, 'inbox', '', 'field-permissions', '/health'],
  auditor: ['transactions', '', 'audit-log', 'reconciliation', '/sessions'],
  admin: [
    'api-keys',
    '',
    'imports',
    'undocumented-values',
    '/health',
    '/sessions',
    'transactions/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10',
  ],
}

async function openAs(browser: Browser, stack: Stack, person: Person, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale })
  const page = await context.newPage()
  await signInAndOpen(page, stack.origin, person, null)
  return page
}

async function openPage(page: Page, stack: Stack, path: string): Promise<void> {
  const address = path === customer ? transaction : path
  await page.goto(`${stack.origin}${address.startsWith('/') ? '' : '/stage/'}${address}`)
  await waitForSections(page)
  if (path !== customer) return
  await page.locator('main a[href*="/customers/"]').first().click()
  await page.waitForURL(/\/customers\//)
  await waitForSections(page)
}

const shortWalks: readonly Person[] = ['finance', 'compliance', 'auditor']

for (const [person, paths] of Object.entries(walks) as [Person, readonly string[]][]) {
  if (!isFullRun && !shortWalks.includes(person)) continue
  test(`no page of ${person} shows a literal text in the pseudo-locale`, async ({ browser, stack }) => {
    await decideCase(stack, await inReview(stack))
    const page = await openAs(browser, stack, person, 'en-XA')
    const serverTexts = watchServerTexts(page)
    const faults: string[] = []
    for (const path of isFullRun ? paths : paths.slice(0, 1)) {
      await openPage(page, stack, path)
      const found = await findLiteralTexts(page, serverTexts)
      faults.push(...found.map((text) => `${path}: ${text}`))
    }
    expect(faults).toEqual([])
    await page.context().close()
  })
}

test('no dialog shows a literal text in the pseudo-locale', async ({ browser, stack }) => {
  const page = await openAs(browser, stack, 'support', 'en-XA')
  const serverTexts = watchServerTexts(page)
  const button = (label: string) => page.getByRole('button', { name: pseudoLocalizeText(label) }).first()
  const openPanel = () => button(englishSignIn.roles.support.label).click()
  const dialogs: readonly (readonly [path: string, open: () => Promise<void>])[] = [
    ['', () => page.keyboard.press('Control+k')],
    ['transactions', () => page.keyboard.press('?')],
    [customer, () => button(englishCallerVerification.verify).click()],
    ['', () => openPanel().then(() => button(englishShell.settings).click())],
    ['', () => openPanel().then(() => button(englishShell.startBreakGlass).click())],
  ]
  const faults: string[] = []
  for (const [path, open] of isFullRun ? dialogs : dialogs.slice(0, 1)) {
    await openPage(page, stack, path)
    await open()
    await expect(page.getByRole('dialog').first()).toBeVisible()
    await expect(page.locator('dialog [aria-busy="true"]')).toHaveCount(0)
    faults.push(...(await findLiteralTexts(page, serverTexts)))
  }
  expect(faults).toEqual([])
  await page.context().close()
})

for (const locale of isFullRun ? ['de-DE', 'en-XA'] : ['de-DE'])
  test(`nothing is clipped in ${locale} at 1440, 1280 and 390 px`, async ({ browser, stack }) => {
    await inReview(stack)
    for (const [person, paths] of Object.entries(walks) as [Person, readonly string[]][]) {
      if (!isFullRun && person !== 'finance') continue
      const page = await openAs(browser, stack, person, locale)
      for (const path of isFullRun ? paths : paths.slice(0, 2)) {
        await openPage(page, stack, path)
        for (const width of [1440, 1280, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await waitForSections(page)
          // Parts that measure themselves follow the new width in the next frame.
          await expect.poll(() => findClippedTexts(page), `${person} ${path} at ${width}`).toEqual([])
        }
      }
      await page.context().close()
    }
  })
