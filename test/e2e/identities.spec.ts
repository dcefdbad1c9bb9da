import { englishCallerVerification } from '@paydesk/shared/messages/en/caller-verification'
import { englishIdentities } from '@paydesk/shared/messages/en/identities'
import { englishIdentityChecks } from '@paydesk/shared/messages/en/identity-checks'
import { englishQuestions } from '@paydesk/shared/messages/en/questions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { Page } from '@playwright/test'
import { expect, findTrace, registerInLongForm, test, waitForSections } from './fixtures.ts'

const longTest = registerInLongForm(test)
const field = (page: Page) => page.getByRole('textbox', { name: englishCallerVerification.claim })

test.describe('caller verification', () => {
  test('takes v, the claimed value and Enter, and leaves the value nowhere', async ({
    page,
    openRecord,
    stack,
  }) => {
    const said = 'DE89 3704 0044 0532 0130 00'
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await openRecord('support', 'cust-transfer')
    await waitForSections(page)
    await page.keyboard.press('v')
    await expect(field(page)).toBeFocused()
    await page.keyboard.insertText(said)
    await page.keyboard.press('Enter')
    await expect(page.getByText(englishCallerVerification.results.match, { exact: true })).toBeVisible()
    await expect(field(page)).toHaveValue('')
    await expect(field(page)).toBeFocused()
    const left = await page.evaluate(async () => [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
      document.documentElement.outerHTML,
      String((await caches.keys()).length + (await indexedDB.databases()).length),
    ])
    const texts = [page.url(), await page.title(), ...addresses, ...left, ...stack.logged]
    expect(findTrace(texts, /3704\s?0044|DE89\s?37/)).toBeUndefined()
    // Verify a second value at once: a mismatch is reported as a mismatch.
    await page.keyboard.insertText('GB33 BUKB 2020 1555 5555 55')
    await page.keyboard.press('Enter')
    await expect(page.getByText(englishCallerVerification.results.other, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
  })

  longTest(
    'works on the transaction page and asks again for an ambiguous date',
    async ({ page, openRecord }) => {
      await openRecord('support', '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19')
      await waitForSections(page)
      await page.keyboard.press('v')
      await expect(field(page)).toBeFocused()
      await page.keyboard.insertText('04/05/1988')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/the month as a word/)).toBeVisible()
      await field(page).fill('17 April 1988')
      await page.keyboard.press('Enter')
      await expect(page.getByText(englishCallerVerification.results.match, { exact: true })).toBeVisible()
    },
  )

  longTest('stops after five wrong answers', async ({ page, openRecord }) => {
    await openRecord('support', 'cust-one')
    await waitForSections(page)
    await page.keyboard.press('v')
    for (let nth = 0; nth < 5; nth += 1) {
      await expect(field(page)).toBeFocused()
      await page.keyboard.insertText(`1${nth}.01.1901`)
      await page.keyboard.press('Enter')
      await expect(page.getByText(englishCallerVerification.results.other, { exact: true })).toBeVisible()
    }
    await page.keyboard.insertText('15.01.1901')
    await page.keyboard.press('Enter')
    await expect(page.getByText(englishCallerVerification.notCompared)).toBeVisible()
    await expect(page.getByText(englishCallerVerification.results.other, { exact: true })).toHaveCount(0)
  })
})

test('compliance opens an identity, its checks and its observations by keyboard', async ({
  page,
  openRecord,
}) => {
  await openRecord('compliance', 'cust-00417')
  await waitForSections(page)
  await expect(page.getByRole('link', { name: 'Open identity' }).first()).toBeVisible()
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/identities\/i_/)
  await waitForSections(page)
  await expect(page.getByText(/^\d\d years$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /^Postal code/ })).toContainText('equal')
  await page.keyboard.press('K')
  await expect(page.locator('#checks')).toBeFocused()
  await expect(page.getByText(englishIdentityChecks.findings.rid_matches)).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.locator('#observed')).toBeFocused()
  await expect(page.getByText(/^First seen/).first()).toBeVisible()
})

longTest(
  'finance sees an identity without hidden fields, and support is offered a question to a colleague',
  async ({ page, openRecord, beside }) => {
    await openRecord('finance', '_a41c7e2_18f2b3c4d50__3b1f')
    await waitForSections(page)
    await expect(page.getByText('1,825.50 EUR')).toBeVisible()
    await expect(page.getByText(/years$/)).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: englishIdentities.comparison })).toHaveCount(0)
    const support = await beside('support', new URL(page.url()).pathname)
    await expect(support.getByRole('heading', { level: 1 })).toHaveText(englishUi.forbiddenPage.title)
    await expect(support.getByRole('button', { name: englishQuestions.ask })).toBeVisible()
  },
)
