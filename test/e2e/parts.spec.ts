import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { englishProblems } from '@paydesk/shared/messages/en/problems'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { Stack } from '../support/stack/start.ts'
import { expect, lookUp, registerInLongForm, test, waitForSections } from './fixtures.ts'

const longTest = registerInLongForm(test)

/** Id of the newest open transaction of cust-00417. */
const newest = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'

async function fault(stack: Stack, rule: Record<string, unknown>): Promise<void> {
  await fetch(`${stack.sandbox.serviceUrl}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ account: 'stage', ...rule }),
  })
}

const faults = ['500', 'reset', 'truncated', 'malformed', 'html', 'wrong-id', '401', '503-empty']

for (const name of pickByRunLength(['500'], faults)) {
  test(`fault ${name}: a failed section shows a reference and a retry, the rest stays usable`, async ({
    page,
    openRecord,
  }) => {
    await openRecord('finance', `fault-${name}`)
    await waitForSections(page)
    await expect(page.getByText(/PD-[0-9A-Z]{10}/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /try again/i }).first()).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(4)
    // Expect a healthy state of the second transaction: only its notifications fail.
    await page.getByRole('row').nth(2).click()
    await expect(page.getByRole('heading', { name: englishTransactions.providers.title })).toBeVisible()
    await expect(page.getByText(/Not signed in/i)).toHaveCount(0)
  })
}

test('Try again loads a failed section', async ({ page, signIn, stack }) => {
  await signIn('support')
  // Set the fault without a limit of requests, so that background reads do not use it up.
  await fault(stack, { operation: 'state', id: newest, fault: '500' })
  await lookUp(page, 'cust-00417')
  await expect(page.getByText(englishTransactions.notLoaded)).toBeVisible()
  await fetch(`${stack.sandbox.serviceUrl}/_sandbox/faults`, { method: 'DELETE' })
  await page
    .getByRole('button', { name: /try again/i })
    .first()
    .click()
  await expect(page.getByText(englishTransactions.explanation.sentences.step_sca).first()).toBeVisible()
})

longTest(
  'a failed refresh keeps the content on screen and shows a reference',
  async ({ page, openRecord, stack }) => {
    await openRecord('support', 'cust-00417')
    await waitForSections(page)
    await fault(stack, { operation: 'state', id: newest, fault: '500' })
    await page.keyboard.press('r')
    await expect(page.getByText(/PD-[0-9A-Z]{10}/).first()).toBeVisible()
    await expect(page.getByText(englishTransactions.explanation.sentences.step_sca).first()).toBeVisible()
    await fetch(`${stack.sandbox.serviceUrl}/_sandbox/faults`, { method: 'DELETE' })
  },
)

longTest(
  'a record of another customer is not shown on this customer’s page',
  async ({ page, openRecord }) => {
    await openRecord('compliance', 'cust-mixed-rid')
    await waitForSections(page)
    await expect(page.getByText(englishProblems.upstream_mismatch.title).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: englishTransactions.notifications.title })).toHaveCount(0)
  },
)

longTest('undocumented values are marked as not documented', async ({ page, openRecord }) => {
  await openRecord('support', 'cust-unknown-values')
  await waitForSections(page)
  await expect(page.getByText(englishUi.undocumented).first()).toBeVisible()
})

longTest('5,000 transactions render few rows and are sorted at once', async ({ page, openRecord }) => {
  await openRecord('finance', 'cust-five-thousand')
  await waitForSections(page)
  await expect(page.getByText(/5,?000 transactions/).first()).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(80)
  const ids = () => page.getByRole('row').allTextContents()
  const before = await ids()
  await page
    .getByRole('button', { name: /^State/ })
    .or(page.getByRole('columnheader', { name: /^State/ }).getByRole('button'))
    .first()
    .click()
  await expect(page).toHaveURL(/sort=/)
  await expect.poll(ids).not.toEqual(before)
})

test('with reduced motion, hidden content appears at once and not piece by piece', async ({
  page,
  openRecord,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openRecord('support', 'cust-00417')
  await waitForSections(page)
  const late = await page.evaluate(() => {
    const all = [...document.querySelectorAll('main *')]
    const hidden = () => all.filter((one) => getComputedStyle(one).visibility === 'hidden').length
    const before = hidden()
    document.body.style.visibility = 'hidden'
    const during = hidden()
    document.body.style.visibility = ''
    return { during: during - before, after: hidden() - before }
  })
  expect(late.during).toBeGreaterThan(100)
  expect(late.after).toBe(0)
})
