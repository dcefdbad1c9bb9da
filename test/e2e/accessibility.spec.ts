import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCallerVerification } from '@paydesk/shared/messages/en/caller-verification'
import { englishPaymentRequests as texts } from '@paydesk/shared/messages/en/payment-requests'
import { englishReconciliation } from '@paydesk/shared/messages/en/reconciliation'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import type { Page } from '@playwright/test'
import type { Person, Stack } from '../support/stack/start.ts'
import { expect, lookUp, openByDeepLink, pasteIntoSearch, test, waitForSections } from './fixtures.ts'
import { decideCase, inReview, paymentAddress } from './seed-data.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<string[]> {
  // Inject axe through the debugger: the content security policy of the pages forbids strings as code.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
      }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return violations.flatMap((one) =>
      one.nodes.map((node) => `${one.id} ${node.target.join(' ')} ${node.failureSummary}`),
    )
  })
}

const pages: readonly {
  name: string
  person: Person | null
  go: (page: Page, origin: string) => Promise<void>
}[] = [
  { name: 'sign-in', person: null, go: async (page, origin) => void (await page.goto(origin)) },
  {
    name: 'failed sign-in',
    person: null,
    go: async (page, origin) =>
      void (await page.goto(`${origin}/sign-in?problem=no_role&reference=PD-7K3M9QXW2B`)),
  },
  {
    name: 'signed out',
    person: null,
    go: async (page, origin) => void (await page.goto(`${origin}/signed-out`)),
  },
  { name: 'home', person: 'support', go: async () => undefined },
  { name: 'home of the administrator', person: 'admin', go: async () => undefined },
  {
    name: 'command palette',
    person: 'support',
    go: async (page) => {
      await expect(page.getByRole('main').getByRole('combobox')).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    },
  },
  {
    name: 'help',
    person: 'support',
    go: async (page) => {
      await expect(page.getByRole('main').getByRole('combobox')).toBeFocused()
      await page.getByRole('combobox').first().blur()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'search without a result',
    person: 'support',
    go: async (page) => {
      await pasteIntoSearch(page, 'nobody-here')
      await page.getByText('No customer with this ID at demo-merchant').waitFor()
    },
  },
  {
    name: 'inbox',
    person: 'finance',
    go: async (page, origin) => void (await page.goto(`${origin}/stage/inbox`)),
  },
  { name: 'customer', person: 'support', go: (page) => lookUp(page, 'cust-00417') },
  {
    name: 'customer with 5,000 transactions',
    person: 'finance',
    go: (page) => lookUp(page, 'cust-five-thousand'),
  },
  { name: 'customer with failed sections', person: 'support', go: (page) => lookUp(page, 'fault-500') },
  {
    name: 'transaction',
    person: 'finance',
    go: (page) => lookUp(page, '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19'),
  },
  {
    name: 'customer with undocumented values',
    person: 'compliance',
    go: (page) => lookUp(page, 'cust-unknown-values'),
  },
  { name: 'identity', person: 'compliance', go: (page) => lookUp(page, '_a41c7e2_18f2b3c4d50__3b1f') },
  {
    name: 'identity as finance sees it',
    person: 'finance',
    go: (page) => lookUp(page, '_a41c7e2_18f2b3c4d50__3b1f'),
  },
  {
    name: 'caller verification with a match',
    person: 'support',
    async go(page) {
      await lookUp(page, 'cust-00417')
      await page.getByRole('button', { name: englishCallerVerification.verify }).click()
      await page.getByRole('textbox', { name: englishCallerVerification.claim }).fill('17.04.1988')
      await page.keyboard.press('Enter')
      await page.getByText(englishCallerVerification.results.match, { exact: true }).waitFor()
    },
  },
  {
    name: 'caller verification with an ambiguous date',
    person: 'support',
    async go(page) {
      await lookUp(page, 'cust-00417')
      await page.getByRole('button', { name: englishCallerVerification.verify }).click()
      await page.getByRole('textbox', { name: englishCallerVerification.claim }).fill('04/05/1988')
      await page.keyboard.press('Enter')
      await page.getByText(/the month as a word/).waitFor()
    },
  },
  {
    name: 'no access',
    person: 'admin',
    go: async (page, origin) =>
      void (await page.goto(`${origin}/stage/transactions/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10`)),
  },
  {
    name: 'no such page',
    person: 'support',
    go: async (page, origin) => void (await page.goto(`${origin}/stage/nowhere`)),
  },
]

/** Path of the discrepancy list, once a discrepancy exists: the sandbox's transactions are read first. */
async function differences(stack: Stack): Promise<string> {
  const finance = await stack.as('finance')
  const open = async () => {
    const { figures } = await finance.get(endpoints.listDiscrepancies, {
      params: { env: 'stage' },
      query: {},
    })
    return figures.open
  }
  await expect.poll(open, { timeout: 20_000 }).toBeGreaterThan(0)
  return '/stage/reconciliation'
}

const itemAddress = async (stack: Stack) => `/stage/review/${await inReview(stack)}`
const caseAddress = async (stack: Stack) =>
  `/stage/decisions/${await decideCase(stack, await inReview(stack))}`

/** Opens every section of the form. */
async function unfolded(page: Page): Promise<void> {
  await page.getByText(new RegExp(`^${texts.form.moreDetails}`)).click()
  await page.getByText(new RegExp(`^${texts.form.holder}`)).click()
  await page.getByRole('textbox', { name: texts.fields.amount }).fill('125.5')
}

/** Fills in the form and continues to the review of the request. */
async function reviewed(page: Page): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field(texts.fields.rid).fill('cust-00417')
  await page.getByRole('combobox', { name: texts.fields.merchant }).selectOption('demo-merchant')
  await field(texts.fields.amount).fill('125.50')
  await field('First name').fill('Mara')
  await field('Last name').fill('Lindqvist')
  await field('E-mail').fill('mara.lindqvist@example.test')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: texts.review.body }).waitFor()
}

/** Pages over our records: they need a stack that has received some transactions. */
const officePages: readonly {
  name: string
  person: Person
  /** Path of the page, or a function that first creates the data for the page. */
  address: string | ((stack: Stack) => Promise<string>)
  open?: (page: Page) => Promise<void>
}[] = [
  { name: 'transactions', person: 'finance', address: '/stage/transactions' },
  { name: 'transactions with amounts as ranges', person: 'auditor', address: '/stage/transactions' },
  {
    name: 'no matching transaction',
    person: 'finance',
    address: '/stage/transactions?state=CARD_EXPIRED',
  },
  {
    name: 'open filter',
    person: 'finance',
    address: '/stage/transactions',
    async open(page) {
      await page.getByRole('button', { name: 'State', exact: true }).click()
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  { name: 'notifications', person: 'finance', address: '/stage/notifications' },
  {
    name: 'notification to be reprocessed',
    person: 'finance',
    address: '/stage/notifications',
    async open(page) {
      await page.locator('tbody tr[aria-rowindex]').first().click()
      await page.getByLabel('Reason').fill('mara@example.test wrote')
    },
  },
  { name: 'review queue', person: 'finance', address: '/stage/review' },
  { name: 'review queue with amounts as ranges', person: 'auditor', address: '/stage/review' },
  { name: 'read-only case', person: 'auditor', address: itemAddress },
  {
    name: 'case with a decision in progress',
    person: 'finance',
    address: itemAddress,
    async open(page) {
      await page.keyboard.press('c')
      await page.getByRole('form', { name: 'Decision' }).waitFor()
      await page.keyboard.press('d')
      await page.keyboard.press('1')
      await page.getByLabel(englishReview.comment.label).fill('mara@example.test wrote that it is hers')
      await page.getByText(englishReviewCase.decide.draft.kept).waitFor()
    },
  },
  {
    name: 'decisions',
    person: 'compliance',
    address: async (stack) => (await caseAddress(stack)) && '/stage/decisions',
  },
  {
    name: 'decision that waits for approval',
    person: 'compliance',
    address: caseAddress,
    async open(page) {
      await page.keyboard.press('2')
      await expect(page.getByRole('textbox', { name: englishReview.comment.label })).toBeFocused()
    },
  },
  { name: 'read-only decision', person: 'auditor', address: caseAddress },
  {
    name: 'discrepancies',
    person: 'finance',
    address: differences,
  },
  {
    name: 'discrepancy with an explanation in progress',
    person: 'finance',
    address: differences,
    async open(page) {
      await page.keyboard.press('Enter')
      await page.getByRole('article').waitFor()
      await page.keyboard.press('e')
      await page
        .getByLabel(englishReconciliation.form.comment)
        .fill('mara@example.test wrote that it is hers')
    },
  },
  {
    name: 'read-only discrepancy',
    person: 'auditor',
    address: differences,
    async open(page) {
      await page.keyboard.press('Enter')
      await page.getByRole('article').waitFor()
    },
  },
  { name: 'daily report', person: 'finance', address: '/stage/reconciliation-report' },
  { name: 'own audit log', person: 'support', address: '/stage/audit-log' },
  {
    name: 'verified audit log with an open entry',
    person: 'auditor',
    address: '/stage/audit-log',
    async open(page) {
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText(/Verified .* in/).waitFor()
      await page.getByText('Chains and heads').click()
      await page.getByText(/By person/).click()
      await page.getByRole('grid', { name: 'Entries' }).locator('tbody tr').first().click()
      await page.getByRole('article').waitFor()
    },
  },
  {
    name: 'records that a person saw',
    person: 'auditor',
    address: '/stage/audit-log',
    async open(page) {
      await page.getByText(/By person/).click()
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('heading', { name: /^Activity of / }).waitFor()
    },
  },
  { name: 'imports', person: 'admin', address: '/stage/imports' },
  { name: 'API keys', person: 'admin', address: '/stage/api-keys' },
  { name: 'undocumented values', person: 'compliance', address: '/stage/undocumented-values' },
  { name: 'field permissions', person: 'auditor', address: '/stage/field-permissions' },
  {
    name: 'cell of the field permissions',
    person: 'auditor',
    address: '/stage/field-permissions?role=support',
    async open(page) {
      await page
        .getByRole('button', { name: /IBAN, cut/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'new payment', person: 'support', address: '/stage/payment-requests/new', open: unfolded },
  {
    name: 'new payment with rejected fields',
    person: 'support',
    address: '/stage/payment-requests/new',
    async open(page) {
      await page.getByRole('combobox', { name: texts.fields.merchant }).selectOption('demo-merchant')
      await page.keyboard.press('Control+Enter')
      await page.getByText(texts.form.nothingSent).waitFor()
    },
  },
  { name: 'review of a payment', person: 'support', address: '/stage/payment-requests/new', open: reviewed },
  { name: 'payment request', person: 'support', address: paymentAddress },
  { name: 'payment request with its amount as a range', person: 'auditor', address: paymentAddress },
  {
    name: 'reason for showing a payment link',
    person: 'support',
    address: paymentAddress,
    async open(page) {
      await page.keyboard.press('a')
      await page.getByRole('dialog', { name: texts.link.title }).waitFor()
      await page.keyboard.press('1')
    },
  },
  {
    name: 'payment requests',
    person: 'support',
    address: async (stack) => (await paymentAddress(stack)) && '/stage/payment-requests',
  },
  { name: 'health', person: 'admin', address: '/health' },
  { name: 'sessions of one person', person: 'support', address: '/sessions' },
  { name: 'sessions of all users', person: 'admin', address: '/sessions' },
  { name: 'emergency access', person: 'compliance', address: '/break-glass' },
  { name: 'health in one line', person: 'support', address: '/health' },
  {
    name: 'suggestions',
    person: 'finance',
    address: '/stage/',
    async open(page) {
      await page.getByRole('main').getByRole('combobox').fill('ord-')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
]

/** Pages of the short form, in dark mode only: component tests check each page with axe in light mode. */
const darkPages: readonly string[] = ['read-only case', 'cell of the field permissions']

/** Chooses the pages for one color scheme: all pages in the long form. */
function inScheme<T extends { readonly name: string }>(
  all: readonly T[],
  colorScheme: 'light' | 'dark',
): readonly T[] {
  return isFullRun ? all : all.filter(({ name }) => colorScheme === 'dark' && darkPages.includes(name))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds no violations in ${colorScheme} mode`, () => {
    test.use({ colorScheme })
    for (const { name, person, go } of inScheme(pages, colorScheme)) {
      test(name, async ({ page, signIn, stack }) => {
        if (person !== null) await signIn(person)
        await go(page, stack.origin)
        await page.locator('h1').first().waitFor()
        await waitForSections(page)
        expect(await violations(page)).toEqual([])
      })
    }
    for (const { name, person, address, open } of inScheme(officePages, colorScheme)) {
      test(name, async ({ page, signIn, known }) => {
        const at = typeof address === 'string' ? address : await address(known)
        await signIn(person, null)
        await page.goto(`${known.origin}${at}`)
        await page.locator('h1').first().waitFor()
        await waitForSections(page)
        await open?.(page)
        expect(await violations(page)).toEqual([])
      })
    }
  })
}

/** Width (pixels) by which the page scrolls sideways. */
const beyondTheEdge = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('pages do not scroll sideways at 400 % zoom (320 pixels)', async ({ page, signIn, stack }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn('finance', null)
  for (const text of ['cust-00417', '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19', '_a41c7e2_18f2b3c4d50__3b1f']) {
    await openByDeepLink(page, stack.origin, text)
    await waitForSections(page)
    await expect.poll(() => beyondTheEdge(page)).toBeLessThanOrEqual(0)
  }
})

const narrowPages = [
  ['finance', '/stage/transactions'],
  ['finance', '/stage/notifications'],
  ['finance', '/stage/undocumented-values'],
  ['finance', '/stage/review'],
  ['finance', 'discrepancies', differences],
  ['finance', '/stage/reconciliation-report'],
  ['finance', 'case', itemAddress],
  ['compliance', 'decision', caseAddress],
  ['compliance', '/stage/decisions'],
  ['support', '/stage/payment-requests/new'],
  ['support', 'payment request', paymentAddress],
  ['support', '/stage/payment-requests'],
  ['admin', '/stage/imports'],
  ['admin', '/stage/api-keys'],
  ['admin', '/health'],
  ['admin', '/sessions'],
] as const

for (const [person, name, address = () => name] of narrowPages.filter(
  (_, nth) => isFullRun || nth % 8 === 2,
)) {
  test(`does not scroll sideways at 400 % zoom: ${name}`, async ({ page, signIn, known }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(person, null)
    await page.goto(`${known.origin}${await address(known)}`)
    await page.locator('h1').first().waitFor()
    await waitForSections(page)
    await expect.poll(() => beyondTheEdge(page)).toBeLessThanOrEqual(0)
  })
}

test('focus is visible and moves to the heading of a new page', async ({ page, signIn }) => {
  await signIn('support')
  await lookUp(page, 'cust-00417')
  await waitForSections(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineWidth,
  )
  expect(Number.parseFloat(outline)).toBeGreaterThanOrEqual(2)
})
