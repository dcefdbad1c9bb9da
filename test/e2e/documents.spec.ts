import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { withDocuments } from './sample-documents.ts'

const { viewer } = englishDocuments

/** Opens the n-th document of the customer on the page with a reason, by keyboard. */
async function open(page: Page, n: number): Promise<void> {
  await page
    .getByRole('link', { name: /open identity/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Passport' }).waitFor()
  await page.keyboard.press(String(n))
  await page.getByRole('form', { name: viewer.reason }).waitFor()
  await page.keyboard.press('2')
  await expect(page.getByRole('textbox', { name: 'Ticket or case' })).toBeFocused()
  await page.keyboard.type('CASE-5512')
  await page.keyboard.press('Enter')
}

test('compliance views two documents side by side, by keyboard only', async ({ page, openRecord }) => {
  await withDocuments(page)
  await openRecord('compliance', 'cust-00417')
  await open(page, 1)
  await expect(page.getByRole('img', { name: /^Passport, \d+ %$/ })).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('img', { name: /^Identity card, \d+ %$/ })).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('r')
  await expect(page.getByRole('img', { name: 'Passport, 100 %, turned 90° to the right' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Identity card, 100 %' })).toBeVisible()
  await expect(page).toHaveURL(/\?with=doc_\d+$/)
})

test('a PDF with a script is drawn under the real content security policy and reaches nothing', async ({
  page,
  openRecord,
}) => {
  await withDocuments(page)
  const worker = page.waitForResponse(/pdf\.worker/)
  await openRecord('compliance', 'cust-00417')
  await open(page, 3)
  await expect(page.getByRole('img', { name: /^Proof of address, page 1 of 2/ })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('img', { name: /^Proof of address, page 2 of 2/ })).toBeVisible()
  await page.getByRole('img', { name: /^Proof of address/ }).click()
  expect((await worker).headers()['content-security-policy']).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'",
  )
  expect(page.workers()).toHaveLength(1)
  expect(page.context().pages()).toHaveLength(1)
  await page.getByRole('link', { name: viewer.back }).click()
  await expect.poll(() => page.workers().length).toBe(0)
})
