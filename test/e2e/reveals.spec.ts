import { englishLists } from '@paydesk/shared/messages/en/lists'
import { people } from '../support/stack/start.ts'
import { expect, lookUp, registerInLongForm, test, waitForSections } from './fixtures.ts'

const longTest = registerInLongForm(test)
const identity = '_a41c7e2_18f2b3c4d50__3b1f'
const birth = '1988-04-17'

test('compliance reveals a date of birth by keyboard with reason, ticket and re-authentication, and hides it again', async ({
  page,
  signInByOldSession,
  stack,
}) => {
  await signInByOldSession('compliance')
  await lookUp(page, identity)
  await waitForSections(page)
  const address = page.url()
  const dialog = page.getByRole('dialog', { name: 'Reveal date of birth' })
  const ticket = page.getByRole('textbox', { name: /Ticket/ })

  await page.getByRole('button', { name: 'Reveal date of birth' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  // Re-authenticate first: nothing is typed yet.
  await expect(page.getByRole('link', { name: englishLists.signInAgain })).toBeFocused()
  await page.keyboard.press('Enter')

  const person = page.locator(`button[value="${people.compliance}"]`)
  await person.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Reveal date of birth' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('2')
  await expect(ticket).toBeFocused()
  await page.keyboard.type('CASE-5512')
  await page.keyboard.press('Enter')
  await expect(page.getByText(birth)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^\d\d s$/)

  // Expect the value neither in the browser's storage nor on paper.
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.title]),
  )
  expect(kept).not.toContain(birth)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(birth)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await expect(page.getByText(birth)).toHaveCount(0)

  const rows = await stack.deps.store.db
    .selectFrom('audit')
    .select(['result', 'reason', 'field', 'purpose_code', 'case_ref'])
    .where('action', '=', 'field.revealed')
    .where('case_ref', '=', 'CASE-5512')
    .orderBy('seq')
    .execute()
  const asked = { field: 'profile.dob', purpose_code: 'identity_check', case_ref: 'CASE-5512' }
  expect(rows).toEqual([{ ...asked, result: 'allowed', reason: null }])
  await page.goBack()
  await page.goForward()
  await expect(page.getByText(birth)).toHaveCount(0)
})

longTest('finance is offered no reveal on the page of an identity', async ({ beside }) => {
  const page = await beside('finance')
  await lookUp(page, identity)
  await waitForSections(page)
  await expect(page.getByText('M. L.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reveal / })).toHaveCount(0)
})
