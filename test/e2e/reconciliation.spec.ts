import { join } from 'node:path'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishDiscrepancies } from '@paydesk/shared/messages/en/discrepancies'
import { englishReconciliation } from '@paydesk/shared/messages/en/reconciliation'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import type { Page } from '@playwright/test'
import { type Stack, startStack } from '../support/stack/start.ts'
import {
  test as base,
  expect,
  leaveSearchBox,
  pressChord,
  registerInLongForm,
  waitForSections,
} from './fixtures.ts'
import { acceptTransaction } from './seed-data.ts'

async function startOwn(): Promise<Stack> {
  const stack = await startStack({ pages: join(import.meta.dirname, '../../web/dist') })
  await fetch(`${stack.sandbox.controlUrl}/_sandbox/announce`, { method: 'POST' })
  await expect.poll(() => countOf(stack), { timeout: 40_000 }).toBeGreaterThanOrEqual(5)
  return stack
}

/** Separate product that has received every transaction of the sandbox; some have discrepancies. */
const test = base.extend({
  stack: [
    async ({ products }, give) => give(await products.own(startOwn)),
    { scope: 'test', timeout: 120_000 },
  ],
})

// One product for all flows of this file: a second worker would start one more.
test.describe.configure({ mode: 'default' })
const longTest = registerInLongForm(test)

const env = 'stage'
async function listed(stack: Stack, status: 'open' | 'explained' | 'closed' = 'open') {
  const visitor = await stack.as('finance')
  return visitor.get(endpoints.listDiscrepancies, { params: { env }, query: { status } })
}

async function countOf(stack: Stack): Promise<number> {
  const { figures } = await listed(stack)
  return figures.open + figures.explained
}

/** Id of the first transaction of one customer of the sandbox. */
async function transactionOf(stack: Stack, rid: string): Promise<TransactionId> {
  const response = await fetch(`${stack.sandbox.controlUrl}/_sandbox/situations`)
  const all: { rid: string; transactions: string[] }[] = await response.json()
  return transactionIdSchema.parse(all.find((one) => one.rid === rid)?.transactions[0])
}

const texts = englishReconciliation
const grid = (page: Page) => page.getByRole('grid', { name: texts.table.label })
const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]')
const item = (page: Page) => page.getByRole('article')
/** Transaction of the open discrepancy. */
const shownId = async (page: Page) => (await item(page).getByRole('link').textContent()) ?? ''
const focusedRow = (page: Page) => page.locator('tbody tr:focus')

test('explaining a discrepancy takes six keys from home and three for the next one', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn('finance')
  await waitForSections(page)
  await leaveSearchBox(page)
  let pressed = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      pressed += 1
    }
  }
  const before = await listed(stack)
  await pressChord(page, 'g', 'x')
  pressed += 2
  await page.waitForURL(/\/stage\/reconciliation$/)
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeFocused()
  await press('Enter')
  await expect(item(page).getByRole('heading', { level: 2 })).toBeVisible()
  const first = await shownId(page)
  await expect(item(page)).toContainText(texts.panel.meaning)
  await press('e')
  await expect(page.getByRole('form', { name: texts.form.label })).toBeVisible()
  await press('1', 'Control+Enter')
  expect(pressed).toBe(6)

  await expect(page.getByText(texts.form.saved).first()).toBeVisible()
  await expect(item(page).getByRole('link')).not.toHaveText(first)
  await expect(rows(page)).toHaveCount(before.rows.length - 1)
  const second = await shownId(page)
  await expect(focusedRow(page)).toHaveAttribute('aria-selected', 'true')
  await press('e', '2', 'Control+Enter')
  expect(pressed).toBe(9)
  await expect(rows(page)).toHaveCount(before.rows.length - 2)

  const { rows: explained } = await listed(stack, 'explained')
  const said = (transaction: string) => explained.find((row) => row.transaction === transaction)?.explanation
  expect([said(first)?.by, said(second)?.by]).toEqual(Array(2).fill({ name: 'Farid Nasser', me: true }))
  expect(said(first)?.reason.code).not.toBe(said(second)?.reason.code)
  await page.getByRole('link', { name: new RegExp(`^${texts.statuses.explained}`) }).click()
  await page.getByRole('link', { name: first.slice(0, 8) }).waitFor()
  await rows(page)
    .filter({ hasText: first.slice(0, 8) })
    .click()
  await expect(page.getByRole('list', { name: texts.panel.explanations })).toContainText('You')
})

test('a discrepancy closes by itself and leaves the list once the facts agree', async ({
  page,
  signIn,
  stack,
}) => {
  const transaction = await transactionOf(stack, 'cust-lapsed')
  const isExplained = (await listed(stack, 'explained')).rows.some((row) => row.transaction === transaction)
  await signIn('finance', `/stage/reconciliation${isExplained ? '?status=explained' : ''}`)
  await waitForSections(page)
  await expect(page.getByText('Live updates', { exact: true })).toBeVisible()
  const row = rows(page).filter({ hasText: 'cust-lapsed' }).filter({ hasText: texts.kinds.expired_but_open })
  await row.click()
  await expect(item(page)).toContainText(englishDiscrepancies.kinds.expired_but_open.closes)
  await row.focus()
  const count = await rows(page).count()
  await acceptTransaction(stack, transaction)
  await expect(row).toHaveCount(0)
  await expect(item(page)).toContainText(texts.panel.left)
  if (count > 1) await expect(focusedRow(page)).toHaveCount(1)
  await page.getByRole('link', { name: texts.statuses.closed, exact: true }).click()
  await row.click()
  await expect(item(page)).toContainText('Records match: closed')
  await expect(item(page).getByRole('button', { name: /explain|explanation/i })).toHaveCount(0)
})

longTest(
  'the daily report adds up, and its CSV has a line for each discrepancy, masked like the list',
  async ({ page, signIn, beside }) => {
    await signIn('finance', '/stage/reconciliation')
    await waitForSections(page)
    await page.keyboard.press('s')
    await page.waitForURL(/\/stage\/reconciliation-report$/)
    await waitForSections(page)
    /** Number of discrepancies of the day. Asserts that the sums of the report agree. */
    const itemsOf = async (of: Page) => {
      const line = of
        .getByRole('region', { name: texts.report.byKind.title })
        .getByRole('row', { name: /^\d+ types/ })
      const [atStart = 0, opened = 0, , closed = 0, atEnd = 0] = (
        await line.getByRole('cell').allTextContents()
      ).map(Number)
      expect(atStart + opened - closed).toBe(atEnd)
      return atStart + opened
    }
    const items = await itemsOf(page)
    expect(items).toBeGreaterThanOrEqual(5)
    await expect(page.getByText(/\(Europe\/Berlin\), today so far/)).toBeVisible()
    await expect(page.getByRole('region', { name: texts.report.amounts.title })).toContainText('EUR')

    const saved = async (of: Page) => {
      const download = of.waitForEvent('download')
      await of.getByRole('button', { name: 'Export CSV' }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^daily-report-stage-\d{4}-\d\d-\d\d\.csv$/)
      const chunks: Buffer[] = []
      for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString('utf8')
    }
    const csv = await saved(page)
    expect(csv.trim().split('\n')).toHaveLength(2 + items)
    expect(csv).toContain('cust-contradiction')
    await expect(page.getByText(/\d+ rows? exported, masked for your role/)).toBeVisible()

    const auditor = await beside('auditor', '/stage/reconciliation-report')
    await waitForSections(auditor)
    await expect(auditor.getByText(texts.rangesNotSummed)).toBeVisible()
    const masked = await saved(auditor)
    expect(masked.trim().split('\n')).toHaveLength(2 + (await itemsOf(auditor)))
    expect(masked).not.toMatch(/cust-[a-z]/)
  },
)

test.describe('each role sees its part', () => {
  longTest(
    'compliance sees and explains discrepancies that concern identity and documents',
    async ({ page, signIn }) => {
      await signIn('compliance', '/stage/reconciliation')
      await waitForSections(page)
      await expect(page.getByText(new RegExp(texts.identityOnly))).toBeVisible()
      await expect(page.getByRole('region', { name: texts.figures.title })).not.toContainText(
        texts.kinds.expired_but_open,
      )
      await expect(page.getByRole('region', { name: texts.figures.title })).not.toContainText(
        texts.kinds.manual_reconciliation,
      )
      await expect(page.getByRole('region', { name: texts.figures.title })).toContainText(
        texts.kinds.review_without_step,
      )
      // Open the list behind the figure, which contains the discrepancy explained or not.
      await page.getByRole('link', { name: new RegExp(texts.kinds.review_without_step) }).click()
      await expect(page).toHaveURL(/kind=review_without_step/)
      await rows(page).first().click()
      await expect(item(page).getByRole('button', { name: /explain|explanation/i })).toBeVisible()
    },
  )

  longTest('the auditor reads every discrepancy masked and has no actions', async ({ page, signIn }) => {
    await signIn('auditor', '/stage/reconciliation')
    await waitForSections(page)
    await expect(grid(page)).toBeVisible()
    await expect(page.getByText(/cust-(contradiction|lapsed|no-)/)).toHaveCount(0)
    await expect(
      page.getByRole('columnheader', { name: texts.table.amount }).getByRole('button'),
    ).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(item(page)).toContainText(texts.panel.todo)
    await page.keyboard.press('e')
    await expect(page.getByRole('button', { name: /explain|explanation/i })).toHaveCount(0)
    await expect(page.getByRole('form')).toHaveCount(0)
  })

  for (const person of ['support', 'admin'] as const)
    longTest(`${person} has no access`, async ({ page, signIn, stack }) => {
      await signIn(person)
      await expect(
        page
          .getByRole('navigation', { name: englishShell.pages })
          .getByText(englishShell.navigation.reconciliation),
      ).toHaveCount(0)
      for (const address of ['reconciliation', 'reconciliation-report']) {
        await page.goto(`${stack.origin}/stage/${address}`)
        await expect(page.getByText(/Your role .* has no access to/)).toBeVisible()
      }
    })
})
