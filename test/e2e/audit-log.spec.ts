import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { englishAuditLog } from '@paydesk/shared/messages/en/audit-log'
import { englishAuditLogHome } from '@paydesk/shared/messages/en/audit-log-home'
import { expect, leaveSearchBox, lookUp, pressChord, test, waitForSections } from './fixtures.ts'

test('compliance sees with one key who has just opened a customer', async ({ page, openRecord, beside }) => {
  const support = await beside('support')
  await lookUp(support, 'cust-00417')
  await waitForSections(support)
  await openRecord('compliance', 'cust-00417')
  await waitForSections(page)
  await page.locator('main').focus()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: englishAuditLogHome.access.titles.customer })
  await expect(dialog.getByText('Ana Ruiz').first()).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Ana Ruiz' }).first()).toContainText(
    /\(Support\).*opened a customer/,
  )
  if (!isFullRun) return
  // Ask the reverse as the auditor: from the person to the customers.
  const auditor = await beside('auditor', '/stage/audit-log')
  await auditor.getByText(/By person/).click()
  await auditor.getByRole('link', { name: 'Ana Ruiz' }).click()
  await expect(auditor.getByRole('heading', { level: 1 })).toHaveText('Activity of Ana Ruiz')
  await expect(auditor.getByText(/customer.*••••/).first()).toBeVisible()
})

test('the auditor verifies the audit log by keyboard and opens an entry with its position', async ({
  page,
  signIn,
}) => {
  await signIn('auditor')
  await waitForSections(page)
  await leaveSearchBox(page)
  await pressChord(page, 'g', 'a')
  await page.waitForURL(/\/stage\/audit-log$/)
  await expect(page.getByRole('grid', { name: englishAuditLog.entries })).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByText(/entries verified, signed up to/).first()).toBeVisible()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('article')
  await expect(entry.getByText(/^Entry [\d,]+ of (stage|global)$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
})

test('the auditor exports the audit log as a file', async ({ page, signIn }) => {
  await signIn('auditor', '/stage/audit-log')
  await page.getByText(englishAuditLog.export.summary).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: englishAuditLog.export.start }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('paydesk-audit.jsonl')
  await expect(page.getByText(/[\d,]+ rows exported\. The export is in the audit log\./)).toBeVisible()
})
