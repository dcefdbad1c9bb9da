import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishImports } from '@paydesk/shared/messages/en/imports'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser } from '../support/stack/browser.ts'
import { type Person, people, type Stack, startStack } from '../support/stack/start.ts'

/**
 * Folder for a screenshot of every page, light and dark, wide and narrow:
 * for people to look at, not for comparison.
 */
const folder = join(import.meta.dirname, '../results/shots')

interface Shot {
  readonly name: string
  readonly person: Person | null
  readonly go: (page: Page, origin: string) => Promise<void>
}

async function lookUp(page: Page, origin: string, text: string): Promise<void> {
  await page.goto(`${origin}/stage/`)
  await page.getByRole('main').getByRole('combobox').fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => /\/(customers|transactions|identities)\//.test(url.pathname))
  await settled(page)
}

/** Waits until every section has data or an error, and no skeleton is left. */
async function settled(page: Page): Promise<void> {
  // Do not wait for an idle network: the live stream stays open.
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

const shots: readonly Shot[] = [
  { name: 'sign-in', person: null, go: async (page, origin) => void (await page.goto(`${origin}/`)) },
  {
    name: 'sign-in-failed',
    person: null,
    go: async (page, origin) =>
      void (await page.goto(`${origin}/sign-in?problem=sign_in_failed&reference=PD-7K3M9QXW2B`)),
  },
  { name: 'home', person: 'support', go: async (page, origin) => void (await page.goto(`${origin}/stage/`)) },
  {
    name: 'home-admin',
    person: 'admin',
    go: async (page, origin) => void (await page.goto(`${origin}/stage/`)),
  },
  {
    name: 'home-production',
    person: 'support',
    go: async (page, origin) => void (await page.goto(`${origin}/production/`)),
  },
  {
    name: 'lookup-miss',
    person: 'support',
    async go(page, origin) {
      await page.goto(`${origin}/stage/`)
      await page.getByRole('main').getByRole('combobox').fill('nobody-here')
      await page.keyboard.press('Enter')
      await settled(page)
    },
  },
  { name: 'customer', person: 'support', go: (page, origin) => lookUp(page, origin, 'cust-00417') },
  { name: 'customer-finance', person: 'finance', go: (page, origin) => lookUp(page, origin, 'cust-00417') },
  {
    name: 'customer-timeline',
    person: 'finance',
    async go(page, origin) {
      await lookUp(page, origin, 'cust-00417')
      await page.goto(`${page.url().split('?')[0]}?view=timeline`)
      await settled(page)
    },
  },
  {
    name: 'customer-5000',
    person: 'finance',
    go: (page, origin) => lookUp(page, origin, 'cust-five-thousand'),
  },
  {
    name: 'customer-email-rid',
    person: 'support',
    go: (page, origin) => lookUp(page, origin, 'mara.lindqvist@example.test'),
  },
  { name: 'customer-faults', person: 'support', go: (page, origin) => lookUp(page, origin, 'fault-503') },
  { name: 'customer-list-fault', person: 'support', go: (page, origin) => openFault(page, origin) },
  {
    name: 'transaction-review',
    person: 'finance',
    go: (page, origin) => lookUp(page, origin, '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19'),
  },
  {
    name: 'transaction-success',
    person: 'finance',
    go: (page, origin) => lookUp(page, origin, '5b0e9a64-2c6d-4b5a-9f5e-0a1b2c3d4e18'),
  },
  {
    name: 'transaction-pending',
    person: 'support',
    go: (page, origin) => lookUp(page, origin, '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'),
  },
  {
    name: 'customer-unknown',
    person: 'support',
    go: (page, origin) => lookUp(page, origin, 'cust-unknown-values'),
  },
  {
    name: 'transaction-compliance',
    person: 'compliance',
    go: (page, origin) => lookUp(page, origin, '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19'),
  },
  {
    name: 'identity-compliance',
    person: 'compliance',
    go: (page, origin) => lookUp(page, origin, '_a41c7e2_18f2b3c4d50__3b1f'),
  },
  {
    name: 'identity-auditor',
    person: 'auditor',
    go: (page, origin) => lookUp(page, origin, '_a41c7e2_18f2b3c4d50__3b1f'),
  },
  { name: 'overview', person: 'finance', go: (page, origin) => visit(page, `${origin}/stage/transactions`) },
  {
    name: 'overview-filtered',
    person: 'finance',
    async go(page, origin) {
      await visit(page, `${origin}/stage/transactions?state=PENDING,MANUAL_REVIEW&newerThan=7d&sort=changed`)
      await page
        .getByRole('button', { name: /^State/ })
        .click({ timeout: 2_000 })
        .catch(() => undefined)
    },
  },
  {
    name: 'overview-none',
    person: 'finance',
    go: (page, origin) => visit(page, `${origin}/stage/transactions?state=CARD_EXPIRED`),
  },
  {
    name: 'overview-auditor',
    person: 'auditor',
    go: (page, origin) => visit(page, `${origin}/stage/transactions`),
  },
  {
    name: 'overview-production',
    person: 'finance',
    go: (page, origin) => visit(page, `${origin}/production/transactions`),
  },
  {
    name: 'notifications',
    person: 'finance',
    go: (page, origin) => visit(page, `${origin}/stage/notifications`),
  },
  {
    name: 'notification-opened',
    person: 'finance',
    async go(page, origin) {
      await visit(page, `${origin}/stage/notifications`)
      await page
        .getByRole('gridcell')
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined)
      await page
        .getByLabel('Reason')
        .fill('The read came too late, see the log of 14:02')
        .catch(() => undefined)
    },
  },
  { name: 'review', person: 'finance', go: (page, origin) => visit(page, `${origin}/stage/review`) },
  { name: 'review-auditor', person: 'auditor', go: (page, origin) => visit(page, `${origin}/stage/review`) },
  {
    name: 'review-item',
    person: 'finance',
    async go(page, origin) {
      await visit(page, `${origin}/stage/review/6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19`)
      await page.keyboard.press('c')
      await page.getByText(/^Claimed by you/).waitFor({ timeout: 4_000 })
      await page.keyboard.press('1')
    },
  },
  { name: 'decisions', person: 'compliance', go: (page, origin) => visit(page, `${origin}/stage/decisions`) },
  {
    name: 'decision',
    person: 'compliance',
    async go(page, origin) {
      await visit(page, `${origin}/stage/decisions`)
      await page.locator('main a[href*="/decisions/d_"], main [role="row"][tabindex="0"]').first().click()
      await page.waitForURL(/decisions\/d_/, { timeout: 4_000 })
      await settled(page)
    },
  },
  { name: 'imports', person: 'admin', go: (page, origin) => visit(page, `${origin}/stage/imports`) },
  { name: 'systems', person: 'admin', go: (page, origin) => visit(page, `${origin}/stage/api-keys`) },
  {
    name: 'import-report',
    person: 'admin',
    async go(page, origin) {
      await visit(page, `${origin}/stage/imports`)
      await page.getByLabel('List').fill('rid\ncust-00417\nnot a rid\ncust-00417\nnobody-here\n')
      await page.getByLabel('Merchant').fill('demo-merchant')
      await page.getByRole('button', { name: englishImports.form.start }).click()
      await page
        .getByRole('status')
        .getByText(englishImports.statuses.done, { exact: true })
        .waitFor({ timeout: 10_000 })
      await settled(page)
    },
  },
  {
    name: 'unknown-values',
    person: 'compliance',
    go: (page, origin) => visit(page, `${origin}/stage/undocumented-values`),
  },
  { name: 'health', person: 'admin', go: (page, origin) => visit(page, `${origin}/health`) },
  { name: 'health-support', person: 'support', go: (page, origin) => visit(page, `${origin}/health`) },
  {
    name: 'suggestions',
    person: 'finance',
    async go(page, origin) {
      await visit(page, `${origin}/stage/`)
      await page.getByRole('main').getByRole('combobox').pressSequentially('ord', { delay: 40 })
      await page.getByRole('option').first().waitFor({ timeout: 4_000 })
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'no-access',
    person: 'admin',
    go: async (page, origin) =>
      void (await page.goto(`${origin}/stage/transactions/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10`)),
  },
  {
    name: 'not-found',
    person: 'support',
    go: async (page, origin) => void (await page.goto(`${origin}/stage/nowhere`)),
  },
]

/** Fills an empty product by notifications and an import, so that lists have something to show. */
async function becomeKnown(stack: Stack): Promise<void> {
  await fetch(`${stack.sandbox.controlUrl}/_sandbox/announce`, { method: 'POST' })
  await fetch(`${stack.origin}/notify/stage/v1/notification`, { method: 'POST', body: '{"forged":true}' })
  const [admin, finance] = [await stack.as('admin'), await stack.as('finance')]
  const text = 'rid\ncust-forty\ncust-00417\ncust-unknown-values\n'
  const body = { kind: 'rid', merchant: 'demo-merchant', text }
  await admin.call(endpoints.startImport, { params: { env: 'stage' }, body })
  for (let tries = 0; tries < 40; tries++) {
    const { json } = await finance.call(endpoints.showRecordsCoverage, { params: { env: 'stage' } })
    const zodSafeParseResult = endpoints.showRecordsCoverage.response.safeParse(json)
    if (
      zodSafeParseResult.success &&
      zodSafeParseResult.data.transactions > 60 &&
      zodSafeParseResult.data.waitingNotifications === 0
    )
      return decideOne(stack)
    await new Promise((later) => setTimeout(later, 500))
  }
  console.log('Not everything is known yet.')
}

/** Creates a decision that waits for an approval. */
async function decideOne(stack: Stack): Promise<void> {
  const finance = await stack.as('finance')
  const { rows } = await finance.get(endpoints.listCases, {
    params: { env: 'stage' },
    query: { kind: 'manual', concern: 'kyc' },
  })
  const params = { env: 'stage', transaction: rows[0]?.transaction ?? '' }
  await finance.call(endpoints.claimCase, { params, body: {} })
  const { recordHash, reasons } = await finance.get(endpoints.showCase, { params })
  const reason = reasons.find(({ verdict }) => verdict === 'accept')?.code
  const text = 'The bank confirmed the instrument on the phone'
  await finance.call(endpoints.decideCase, {
    params,
    body: { verdict: 'accept', reason, text, ticket: 'T-5512', recordHash },
  })
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settled(page)
}

async function openFault(page: Page, origin: string): Promise<void> {
  // Expect no answer: the search itself fails, so that the search box says what could not be asked.
  await page.goto(`${origin}/stage/`)
  await page.getByRole('main').getByRole('combobox').fill('fault-list-503')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(1_500)
  await settled(page)
}

async function signIn(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(`${origin}/auth/sign-in`)
  await page.locator(`button[value="${people[person]}"]`).click()
  await page.waitForURL(`${origin}/**`)
}

async function shoot(browser: Browser, stack: Stack, scheme: 'light' | 'dark', width: number): Promise<void> {
  const wanted = process.argv[2]
  for (const { name, person, go } of shots.filter(
    (shot) => wanted === undefined || wanted.split(',').some((name) => shot.name.startsWith(name)),
  )) {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width, height: width > 600 ? 900 : 844 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    if (person !== null) await signIn(page, stack.origin, person)
    await go(page, stack.origin).catch((error: unknown) =>
      console.log(`${name} ${scheme} ${width}: ${String(error).split('\n')[0]}`),
    )
    await settled(page).catch(() => console.log(`${name}: not settled`))
    await page.screenshot({
      path: join(folder, `${name}-${scheme}-${width}.png`),
      fullPage: process.env.FULL === '1',
    })
    await context.close()
  }
}

/** Screenshots that the README shows. */
const best = [
  'customer-light-1440',
  'review-item-light-1440',
  'overview-light-1440',
  'transaction-review-dark-1440',
  'identity-compliance-light-1440',
]

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
mkdirSync(join(import.meta.dirname, '../../docs/shots'), { recursive: true })
const stack = await startStack({ pages: join(import.meta.dirname, '../../web/dist') })
await becomeKnown(stack)
const browser = await launchBrowser()
for (const scheme of ['light', 'dark'] as const)
  for (const width of [1440, 390]) await shoot(browser, stack, scheme, width)
await browser.close()
await stack.stop()
for (const name of best) {
  const file = join(folder, `${name}.png`)
  if (existsSync(file)) copyFileSync(file, join(import.meta.dirname, '../../docs/shots', `${name}.png`))
}
console.log(`Screenshots are in test/results/shots. Look at them.`)
