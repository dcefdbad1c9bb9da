import type { Page } from '@playwright/test'
import { expect, lookUp, settled, test } from './fixtures.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'What the caller says' })

test.describe('a caller is verified without seeing', () => {
  test('three keys: v, what they say, Enter; nothing that was said is left anywhere', async ({
    page,
    signIn,
    stack,
  }) => {
    const said = 'DE89 3704 0044 0532 0130 00'
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await signIn('support')
    await lookUp(page, 'cust-transfer')
    await settled(page)
    await page.keyboard.press('v')
    await expect(field(page)).toBeFocused()
    await page.keyboard.insertText(said)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Yes, it matches', { exact: true })).toBeVisible()
    await expect(field(page)).toHaveValue('')
    await expect(field(page)).toBeFocused()
    const left = await page.evaluate(async () => [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
      document.documentElement.outerHTML,
      String((await caches.keys()).length + (await indexedDB.databases()).length),
    ])
    for (const text of [page.url(), await page.title(), ...addresses, ...left, ...stack.logged])
      expect(text).not.toMatch(/3704\s?0044|DE89/)
    // The next one at once: a no is said as a no.
    await page.keyboard.insertText('GB33 BUKB 2020 1555 5555 55')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No, it does not match', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field(page)).toHaveCount(0)
  })

  test('on the page of a transaction as well, and a date that could be two is asked for again', async ({
    page,
    signIn,
  }) => {
    await signIn('support')
    await lookUp(page, '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19')
    await settled(page)
    await page.keyboard.press('v')
    await expect(field(page)).toBeFocused()
    await page.keyboard.insertText('04/05/1988')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/the month as a word/)).toBeVisible()
    await field(page).fill('17 April 1988')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Yes, it matches', { exact: true })).toBeVisible()
  })

  test('five wrong answers are the last', async ({ page, signIn }) => {
    await signIn('support')
    await lookUp(page, 'cust-one')
    await settled(page)
    await page.keyboard.press('v')
    for (let nth = 0; nth < 5; nth += 1) {
      await expect(field(page)).toBeFocused()
      await page.keyboard.insertText(`1${nth}.01.1901`)
      await page.keyboard.press('Enter')
      await expect(page.getByText('No, it does not match', { exact: true })).toBeVisible()
    }
    await page.keyboard.insertText('15.01.1901')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing was compared')).toBeVisible()
    await expect(page.getByText('No, it does not match', { exact: true })).toHaveCount(0)
  })
})

test('compliance works an identity by keyboard: from the customer, its checks, what was observed', async ({
  page,
  signIn,
}) => {
  await signIn('compliance')
  await lookUp(page, 'cust-00417')
  await settled(page)
  await expect(page.getByRole('link', { name: 'Open identity' }).first()).toBeVisible()
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/i\/i_/)
  await settled(page)
  await expect(page.getByText(/^\d\d years$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /^Postal code/ })).toContainText('equal')
  await page.keyboard.press('c')
  await expect(page.locator('#checks')).toBeFocused()
  await expect(page.getByText('It is the RID of this customer.')).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.locator('#observed')).toBeFocused()
  await expect(page.getByText(/^First seen/).first()).toBeVisible()
})

test('finance sees the same page without what it is not told; support is led on by a hand-over', async ({
  page,
  signIn,
  beside,
}) => {
  await signIn('finance')
  await lookUp(page, '_a41c7e2_18f2b3c4d50__3b1f')
  await settled(page)
  await expect(page.getByText('1,825.50 EUR')).toBeVisible()
  await expect(page.getByText(/years$/)).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Compared' })).toHaveCount(0)
  const support = await beside('support', new URL(page.url()).pathname)
  await expect(support.getByRole('heading', { level: 1 })).toContainText(/not open/)
  await expect(support.getByRole('button', { name: /Hand over a question/ })).toBeVisible()
})
