import { join } from 'node:path'
import { type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import { englishReviewDecisions } from '@paydesk/shared/messages/en/review-decisions'
import { englishReviewHome } from '@paydesk/shared/messages/en/review-home'
import type { Page } from '@playwright/test'
import { startStack } from '../support/stack/start.ts'
import {
  test as base,
  expect,
  findTrace,
  pressChord,
  registerInLongForm,
  waitForSections,
} from './fixtures.ts'
import { acceptTransaction, decideCase, inReview, isInQueue, moveTransactionState } from './seed-data.ts'

interface Queue {
  /** Adds a case to the queue. Cases left in the queue are accepted after the test. */
  readonly put: (row?: string) => Promise<TransactionId>
}

const startOwn = () => startStack({ pages: join(import.meta.dirname, '../../web/dist') })

/** Separate product whose queue contains only the cases that the test added. */
const test = base.extend<{ queue: Queue }>({
  stack: [
    async ({ products }, give) => give(await products.own(startOwn)),
    { scope: 'test', timeout: 120_000 },
  ],
  queue: async ({ stack }, give) => {
    const all: TransactionId[] = []
    await give({
      async put(row) {
        const transaction = await inReview(stack, row)
        all.push(transaction)
        return transaction
      },
    })
    const visitor = await stack.as('finance')
    for (const transaction of all) {
      if (!(await isInQueue(visitor, transaction))) continue
      await acceptTransaction(stack, transaction)
      await expect.poll(() => isInQueue(visitor, transaction), { timeout: 20_000 }).toBe(false)
    }
  },
})

// One product for all flows of this file: a second worker would start one more.
test.describe.configure({ mode: 'default' })
const longTest = registerInLongForm(test)

const words = 'The bank confirmed zebra-4711 as holder of the account'

const { claim, decide, queue: queueTexts } = englishReviewCase
const { approval, compare, filters } = englishReviewDecisions

/** Presses and counts keys. Typed text does not count. */
function keyboard(page: Page) {
  let pressed = 0
  return {
    async press(...keys: string[]) {
      for (const key of keys) {
        await page.keyboard.press(key)
        pressed += 1
      }
    },
    async chord(first: string, second: string) {
      await pressChord(page, first, second)
      pressed += 2
    },
    type: (text: string) => page.keyboard.insertText(text),
    /** Number of keys since the last call. */
    count() {
      const since = pressed
      pressed = 0
      return since
    },
  }
}
type Keyboard = ReturnType<typeof keyboard>

const itemOf = (page: Page) => transactionIdSchema.parse(new URL(page.url()).pathname.split('/')[3])
const rowsOf = (page: Page) => page.locator('tbody tr[aria-rowindex]')
const rowOf = (page: Page, transaction: TransactionId) =>
  rowsOf(page).filter({ has: page.locator(`a[href*="${transaction}"]`) })
const holder = (page: Page) => page.getByRole('region', { name: claim.label, exact: true })
const form = (page: Page) => page.getByRole('form', { name: englishReview.verdictChoice.legend })
const why = (page: Page) => form(page).getByLabel(englishReview.comment.label)

/** Waits until the case is on screen and claimed by this user, ready to be decided. */
async function yours(page: Page): Promise<void> {
  await waitForSections(page)
  await expect(holder(page)).toContainText('Claimed by you')
  await expect(form(page)).toBeVisible()
}

/** Fills in a decision on a case claimed by this user, up to sending. */
async function write(page: Page, keys: Keyboard): Promise<void> {
  await yours(page)
  await keys.press('1', '1')
  await expect(why(page)).toBeFocused()
  await keys.type(words)
}

async function goToQueue(page: Page, keys: Keyboard): Promise<void> {
  await keys.chord('g', 'r')
  await page.waitForURL(/\/stage\/review$/)
  await waitForSections(page)
  await expect(rowsOf(page).first()).toBeVisible()
}

test('two people decide by keyboard only, and both pages say that the payment service followed', async ({
  page,
  signIn,
  beside,
  queue,
  stack,
}) => {
  const both = [await queue.put(), await queue.put()]
  await signIn('finance', '/stage/transactions')
  await waitForSections(page)
  const keys = keyboard(page)
  await goToQueue(page, keys)
  await keys.press('c')
  await page.waitForURL(/\/stage\/review\/./)
  const first = itemOf(page)
  await write(page, keys)
  await keys.press('Control+Enter')
  expect(keys.count(), 'keys for the first one').toBe(6)

  await page.waitForURL((url) => !url.pathname.endsWith(first))
  const second = itemOf(page)
  expect([first, second].toSorted()).toEqual(both.toSorted())
  await expect(page.getByText(/^Accept recorded for /)).toBeVisible()
  await expect(holder(page)).toContainText(claim.unassigned)
  await keys.press('c')
  await write(page, keys)
  await keys.press('Control+Enter')
  await expect(page.getByText(queueTexts.noneUndecided).first()).toBeVisible()
  expect(keys.count(), 'keys for each further one').toBe(4)
  const link = page
    .getByRole('region', { name: 'Decision' })
    .getByRole('link', { name: englishReview.verdicts.accept })
    .first()
  await link.focus()
  await keys.press('Enter')
  await page.waitForURL(/\/stage\/decisions\/./)
  await waitForSections(page)
  await expect(page.getByText(englishReview.decisionStatuses.waiting).first()).toBeVisible()

  const other = await beside('finance2', '/stage/transactions')
  await waitForSections(other)
  const theirs = keyboard(other)
  await theirs.chord('g', 'd')
  await expect(other.getByRole('button', { name: filters.shows.to_approve })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(rowsOf(other)).toHaveCount(2)
  const row = rowsOf(other).filter({ has: other.locator(`a[href*="${new URL(page.url()).pathname}"]`) })
  // Subtract the header, which is row 1: one key reaches row 2.
  const down = Number(await row.getAttribute('aria-rowindex')) - 1
  await theirs.press(...Array.from({ length: down }, () => 'j'))
  await expect(row).toBeFocused()
  await theirs.press('Enter')
  await other.waitForURL((url) => url.pathname === new URL(page.url()).pathname)
  await waitForSections(other)
  await expect(other.getByRole('region', { name: compare.past, exact: true })).toContainText(
    'Seen by Farid Nasser',
  )
  await expect(other.getByRole('region', { name: compare.now, exact: true })).toContainText(compare.current)
  await expect(other.getByText(compare.unchanged)).toBeVisible()
  await theirs.press('1', 'Control+Enter')
  await expect(other.getByText(approval.recorded)).toBeVisible()
  await expect(other.getByText(englishReview.requestStatuses.nothing.label).first()).toBeVisible()
  await expect(page.getByText(englishReview.requestStatuses.nothing.label).first()).toBeVisible()

  await acceptTransaction(stack, second)
  for (const one of [page, other]) {
    await expect(one.getByText(/^matched (within|after) /).first()).toBeVisible()
    await expect(one.getByText(/The transaction ended as decided\./).first()).toBeVisible()
  }
})

longTest(
  'a change at the payment service stops the decision and keeps the text',
  async ({ page, signIn, queue, stack }) => {
    const transaction = await queue.put()
    await signIn('finance', `/stage/review/${transaction}`)
    await waitForSections(page)
    const keys = keyboard(page)
    await keys.press('c')
    await write(page, keys)
    // Send no notification: the read before a decision must detect the changed record.
    await moveTransactionState(stack, transaction, { state: 'PENDING', compound_state: 'PENDING.PIV_REVIEW' })
    await keys.press('Control+Enter')
    const stopped = form(page).getByRole('alert')
    await expect(stopped).toContainText(decide.conflict.stopped)
    await expect(stopped).toContainText('instrument review')
    await expect(why(page)).toHaveValue(words)
    await expect(stopped).toContainText(decide.conflict.sendAgain)
    await expect(page).toHaveURL(new RegExp(`/stage/review/${transaction}`))
    await page.goto(`${stack.origin}/stage/decisions?show=all`)
    await waitForSections(page)
    await expect(rowOf(page, transaction)).toHaveCount(0)

    await page.goBack()
    await waitForSections(page)
    await expect(why(page)).toHaveValue(words)
    await yours(page)
    await why(page).focus()
    await keys.press('Control+Enter')
    await expect(page.getByText(new RegExp(decide.next.approval)).first()).toBeVisible()
  },
)

test('a notified change appears in the form by itself and must be seen before sending', async ({
  page,
  signIn,
  queue,
  stack,
}) => {
  const transaction = await queue.put()
  await signIn('finance', `/stage/review/${transaction}`)
  await waitForSections(page)
  const keys = keyboard(page)
  await keys.press('c')
  await write(page, keys)
  await moveTransactionState(stack, transaction, {
    state: 'PENDING',
    compound_state: 'PENDING.PIV_REVIEW',
    event: 'kyc_manual_review',
  })
  const note = form(page).getByRole('alert')
  await expect(note).toContainText(decide.conflict.changed)
  await expect(why(page)).toHaveValue(words)
  await expect(why(page)).toBeFocused()
  await keys.press('Control+Enter')
  await expect(note).toContainText(decide.conflict.stopped)
  await expect(note).toContainText('instrument review')
  await expect(why(page)).toHaveValue(words)
  await keys.press('Control+Enter')
  await expect(page.getByText(new RegExp(decide.next.approval)).first()).toBeVisible()
})

test('a session that ends during a decision keeps the draft, the filter and the place', async ({
  page,
  signIn,
  queue,
  stack,
}) => {
  const transaction = await queue.put()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await signIn('finance', '/stage/review?needsApproval=1')
  await waitForSections(page)
  await expect(rowOf(page, transaction)).toBeVisible()
  const keys = keyboard(page)
  await keys.press('c')
  await page.waitForURL(/\/stage\/review\/./)
  await write(page, keys)
  await expect(page.getByText(decide.draft.kept)).toBeVisible()
  const place = page.url()
  expect(place).toContain('needsApproval=1')
  await stack.deps.sessions.obeyLogout({
    issuer: stack.sandbox.idpUrl,
    subject: 'farid.nasser',
    providerSession: null,
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You were signed out')
  await expect(page.getByText('zebra-4711')).toHaveCount(0)
  const kept = await page.evaluate(async () => ({
    local: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    cookie: document.cookie,
    state: JSON.stringify(history.state),
  }))
  expect(kept).toMatchObject({ databases: 0, caches: 0 })
  const texts = [...Object.values(kept), page.url(), await page.title(), ...addresses, ...stack.logged]
  expect(findTrace(texts.map(String), /zebra-4711/)).toBeUndefined()

  await page.getByRole('link', { name: /sign in/i }).focus()
  await keys.press('Enter')
  const person = page.locator('button[value="farid.nasser"]')
  await expect(person.or(form(page)).first()).toBeVisible()
  if (await person.isVisible()) await person.press('Enter')
  await expect(page).toHaveURL(place)
  await waitForSections(page)
  await expect(why(page)).toHaveValue(words)
  await expect(form(page).getByRole('radio', { name: /Accept/ })).toBeChecked()
  await page.keyboard.press('c')
  await yours(page)
  await why(page).focus()
  await keys.press('Control+Enter')
  await expect(page.getByText(new RegExp(decide.next.approval)).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: queueTexts.label }).focus()
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/stage\/review\?needsApproval=1&at=/)
})

test('a claim is visible to colleagues, and the previous claimant reads the reason of a takeover', async ({
  page,
  signIn,
  beside,
  queue,
}) => {
  const transaction = await queue.put()
  await signIn('finance', '/stage/review')
  await waitForSections(page)
  const fiona = await beside('finance2', '/stage/review')
  await waitForSections(fiona)
  await expect(rowOf(fiona, transaction).getByRole('button', { name: /^Claim / })).toBeVisible()
  await keyboard(page).press('c')
  await yours(page)
  await expect(rowOf(fiona, transaction)).toContainText('Farid Nasser')

  const hers = keyboard(fiona)
  await hers.press('j')
  await expect(rowOf(fiona, transaction)).toBeFocused()
  await hers.press('Enter')
  await fiona.waitForURL(/\/stage\/review\/./)
  await waitForSections(fiona)
  await expect(holder(fiona)).toContainText('Farid Nasser')
  await expect(fiona.getByText('Farid Nasser has claimed the case. Take it over to decide.')).toBeVisible()
  await hers.press('c')
  await expect(holder(fiona).getByRole('textbox')).toBeFocused()
  await hers.type('You are at lunch, the customer calls')
  await hers.press('Control+Enter')
  await yours(fiona)

  await expect(holder(page)).toContainText('Fiona Brandt has taken over the case')
  const timeline = page.getByRole('list', { name: englishReviewCase.timeline.title })
  await expect(timeline).toContainText('Fiona Brandt took over')
  await expect(timeline).toContainText('You are at lunch, the customer calls')
})

test.describe('each role sees its part', () => {
  longTest(
    'support sees position and age on the transaction, and no queue',
    async ({ page, signIn, queue, stack }) => {
      const transaction = await queue.put()
      await signIn('support', `/stage/transactions/${transaction}`)
      await waitForSections(page)
      await expect(page.getByText(/In the review queue · 1 of 1 by age · first seen/)).toBeVisible()
      await expect(page.getByRole('link', { name: englishReviewHome.position.openCase })).toHaveCount(0)
      await expect(page.getByRole('navigation', { name: 'Pages' }).getByText('Review')).toHaveCount(0)
      for (const address of ['review', `review/${transaction}`, 'decisions']) {
        await page.goto(`${stack.origin}/stage/${address}`)
        await expect(page.getByText(/Your role Support has no access to/)).toBeVisible()
      }
    },
  )

  longTest(
    'compliance sees only cases that concern identity and documents',
    async ({ page, signIn, queue, stack }) => {
      const concerned = await queue.put()
      const other = await queue.put('risk-review')
      await signIn('compliance', '/stage/review')
      await waitForSections(page)
      await expect(rowOf(page, concerned)).toBeVisible()
      await expect(rowOf(page, other)).toHaveCount(0)
      await page.goto(`${stack.origin}/stage/review/${other}`)
      await expect(page.getByText(englishReviewCase.failed)).toBeVisible()
      await expect(holder(page)).toHaveCount(0)
      await page.goto(`${stack.origin}/stage/review/${concerned}`)
      await waitForSections(page)
      await expect(page.getByRole('button', { name: /^Claim/ })).toBeVisible()
    },
  )

  longTest('the auditor reads every case and has no actions', async ({ page, signIn, queue, stack }) => {
    const all = [await queue.put(), await queue.put('risk-review')]
    await signIn('auditor', '/stage/review')
    await waitForSections(page)
    for (const one of all) await expect(rowOf(page, one)).toBeVisible()
    await page.keyboard.press('c')
    await page.goto(`${stack.origin}/stage/review/${all[0]}`)
    await waitForSections(page)
    await expect(page.getByText(decide.readOnly)).toBeVisible()
    await expect(holder(page)).toContainText(claim.unassigned)
    await expect(holder(page).getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(form(page)).toHaveCount(0)
    await page.goto(`${stack.origin}/stage/decisions/${await decideCase(stack, await queue.put())}`)
    await waitForSections(page)
    await expect(page.getByRole('region', { name: compare.past, exact: true })).toBeVisible()
    await expect(page.getByRole('form')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Approve|Reject|Return|Withdraw/ })).toHaveCount(0)
  })

  longTest('the administrator has no access', async ({ page, signIn, queue, stack }) => {
    const transaction = await queue.put()
    await signIn('admin')
    await expect(page.getByRole('navigation', { name: 'Pages' }).getByText('Review')).toHaveCount(0)
    for (const address of ['review', `review/${transaction}`, 'decisions', `transactions/${transaction}`]) {
      await page.goto(`${stack.origin}/stage/${address}`)
      await expect(page.getByText(/Your role Administrator has no access to/)).toBeVisible()
    }
  })
})
