import { englishSearch } from '@paydesk/shared/messages/en/search'
import { people } from '../support/stack/start.ts'
import { expect, lookUp, takeRole, test, waitForSections } from './fixtures.ts'

const identity = '_a41c7e2_18f2b3c4d50__3b1f'

test('sign-out in one window clears the others', async ({ page, context, openRecord, stack }) => {
  await openRecord('compliance', identity)
  await waitForSections(page)
  await expect(page.getByText(identity).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${stack.origin}/stage/`)
  await other.getByRole('button', { name: /Clara Weiss/ }).click()
  await other.getByText('Sign out', { exact: true }).first().click()
  await expect(page.getByText(identity)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You were signed out')
})

test('a session of another person in the same browser clears the first window at its next call', async ({
  page,
  context,
  openRecord,
  stack,
}) => {
  await openRecord('compliance', identity)
  await waitForSections(page)
  const other = await context.newPage()
  await other.goto(`${stack.origin}/auth/sign-in?return=/stage/&as=other`)
  await other.locator(`button[value="${people.support}"]`).click()
  await other.waitForURL((url) => url.origin === stack.origin)
  // Search as the next call, unless the page has read something by itself before, or was told that its session
  // has ended.
  const signedOut = page.getByRole('heading', { level: 1, name: 'You were signed out' })
  await expect(async () => {
    if (await signedOut.isVisible()) return
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: englishSearch.boxLabel }).last()).toBeFocused({
      timeout: 5_000,
    })
    await page.keyboard.insertText('cust-00417')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Ana Ruiz/ })).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 90_000 })
  await expect(page.getByText('Clara Weiss')).toHaveCount(0)
  await expect(page.getByText(identity)).toHaveCount(0)
})

test('a role chosen in one window changes what the others show', async ({ page, context, signIn, stack }) => {
  await signIn('twoRoles')
  await takeRole(page, 'Compliance')
  await page.goto(`${stack.origin}/stage/`)
  await lookUp(page, identity)
  await waitForSections(page)
  await expect(page.getByText(identity).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${stack.origin}/stage/`)
  await takeRole(other, 'Support')
  await expect(page.getByText(identity)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Toni Reyes Support/ })).toBeVisible()
})
