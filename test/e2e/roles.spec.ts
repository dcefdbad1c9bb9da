import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import {
  expect,
  lookUp,
  pasteIntoSearch,
  registerInLongForm,
  takeRole,
  test,
  waitForSections,
} from './fixtures.ts'

const longTest = registerInLongForm(test)
const identity = '_a41c7e2_18f2b3c4d50__3b1f'

test('finance sees amounts and references, and names as initials', async ({ page, openRecord }) => {
  await openRecord('finance', '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19')
  await waitForSections(page)
  await expect(page.getByText('349351000000000417').first()).toBeVisible()
  await expect(page.getByText(/1,825\.50/).first()).toBeVisible()
  await page
    .getByRole('link', { name: /open identity/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/identities\/i_/)
  await expect(page.getByText('M. L.').first()).toBeVisible()
  await expect(page.getByText('Lindqvist')).toHaveCount(0)
})

test('support sees neither lifetime amounts nor full references', async ({ page, openRecord }) => {
  await openRecord('support', '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19')
  await waitForSections(page)
  await expect(page.getByText('349351000000000417')).toHaveCount(0)
  await expect(page.getByText(/1,825\.50/)).toHaveCount(0)
  await expect(page.getByText('••••', { exact: false }).first()).toBeVisible()
})

longTest('support has no access to the page of an identity', async ({ page, openRecord, browser, stack }) => {
  await openRecord('compliance', identity)
  await waitForSections(page)
  const address = page.url()
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${stack.origin}/auth/sign-in?return=/stage/`)
  await other.locator('button[value="ana.ruiz"]').click()
  await other.waitForURL(`${stack.origin}/stage/`)
  await other.goto(address)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(englishUi.forbiddenPage.title)
  await expect(other.getByText(/Support/).first()).toBeVisible()
  await context.close()
})

test('compliance sees the identity record, masked field by field', async ({ page, openRecord }) => {
  await openRecord('compliance', identity)
  await waitForSections(page)
  await expect(page.getByText(identity).first()).toBeVisible()
  await expect(page.getByText('m•••••@•••••.test').first()).toBeVisible()
  await expect(page.getByText(/^1988/).first()).toBeVisible()
  await expect(page.getByText('1988-04-17')).toHaveCount(0)
})

test('the auditor sees only the end of ids', async ({ page, openRecord }) => {
  await openRecord('auditor', 'cust-00417')
  await waitForSections(page)
  await expect(page.getByText('••••0417').first()).toBeVisible()
  await expect(page.getByText('cust-00417')).toHaveCount(0)
})

test('the administrator sees no customers, and the page says why', async ({ page, signIn, stack }) => {
  await signIn('admin')
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
  await page.goto(`${stack.origin}/stage/transactions/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10`)
  await expect(page.getByText(/Administrator/).first()).toBeVisible()
  await expect(page.getByText(englishTransactions.explanation.sentences.step_sca)).toHaveCount(0)
})

test('a person with two roles works in one role at a time', async ({ page, signIn }) => {
  await signIn('twoRoles')
  await lookUp(page, identity)
  await expect(page).toHaveURL(/\/customers\/c_/)
  await takeRole(page, 'Compliance')
  await page.keyboard.press('Control+k')
  await pasteIntoSearch(page, identity)
  await expect(page).toHaveURL(/\/identities\/i_/)
})

test('a person without a role reads why sign-in failed', async ({ page, stack }) => {
  await page.goto(`${stack.origin}/auth/sign-in`)
  await page.locator('button[value="no.role"]').click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText(/no Paydesk role|no role/i).first()).toBeVisible()
  await expect(page.getByText(/PD-[0-9A-Z]{10}/).first()).toBeVisible()
})

test('sign-out ends the session at Paydesk and at the identity provider', async ({ page, signIn, stack }) => {
  await signIn('support')
  await page.getByRole('button', { name: /Ana Ruiz/ }).click()
  await page.getByText('Sign out', { exact: true }).first().click()
  await expect(page).toHaveURL(/\/signed-out/)
  await page.goto(`${stack.origin}/stage/`)
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
})
