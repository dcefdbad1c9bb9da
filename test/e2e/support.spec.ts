import { customerTexts } from '@paydesk/shared/messages/customer/catalogue'
import { englishCallerVerification } from '@paydesk/shared/messages/en/caller-verification'
import { englishQuestions } from '@paydesk/shared/messages/en/questions'
import { englishSearchMisses } from '@paydesk/shared/messages/en/search-misses'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import {
  expect,
  findTrace,
  lookUp,
  pasteIntoSearch,
  registerInLongForm,
  test,
  waitForSections,
} from './fixtures.ts'

const longTest = registerInLongForm(test)

test.describe('support, with the customer on the phone', () => {
  test('pasting a RID and Enter explain the newest open transaction, after Ctrl+K from any page', async ({
    page,
    signIn,
  }) => {
    await signIn('support')
    await expect(page.getByRole('main').getByRole('combobox')).toBeFocused()
    await pasteIntoSearch(page, 'cust-00417')
    await expect(page).toHaveURL(/\/stage\/customers\/c_[0-9a-z]{20}/)
    await expect(page.getByText(englishTransactions.explanation.sentences.step_sca).first()).toBeVisible()
    await expect(
      page.getByText(englishTransactions.explanation.actors.customer, { exact: true }).first(),
    ).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(5)
    const first = page.url()
    const palette = page.getByRole('dialog')
    await page.keyboard.press('Control+k')
    await pasteIntoSearch(page, 'cust-manual-review')
    await page.waitForURL((url) => url.href !== first && /\/customers\/c_/.test(url.pathname))
    const before = page.url()
    // The address changes a moment before the palette closes.
    await expect(palette).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await pasteIntoSearch(page, 'cust-00417')
    await page.waitForURL((url) => url.href !== before && /\/customers\/c_/.test(url.pathname))
    await expect(page.getByText(englishTransactions.explanation.sentences.step_sca).first()).toBeVisible()
  })

  test('the RID is in no URL, no title, no browser storage and no log', async ({ page, signIn, stack }) => {
    const rid = 'mara.lindqvist@example.test'
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(`${request.method()} ${request.url()}`))
    await signIn('support')
    await lookUp(page, rid)
    await waitForSections(page)
    const stored = await page.evaluate(async () => ({
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      cookie: document.cookie,
      state: JSON.stringify(history.state),
    }))
    expect(stored).toMatchObject({
      local: '{}',
      session: '{}',
      databases: 0,
      caches: 0,
      workers: 0,
      cookie: '',
    })
    const texts = [page.url(), await page.title(), stored.state, ...addresses, ...stack.logged]
    expect(findTrace(texts, /lindqvist|example\.test/i)).toBeUndefined()
    await expect(page.getByText('m•••••@•••••.test').first()).toBeVisible()
    await expect(page.getByText(rid)).toHaveCount(0)
  })

  test('keys typed right after v and h reach their fields, also the first time', async ({
    page,
    openRecord,
  }) => {
    await openRecord('support', 'cust-00417')
    await waitForSections(page)
    await page.keyboard.press('v')
    await page.keyboard.type('1988-04-17')
    await expect(page.getByRole('textbox', { name: englishCallerVerification.claim })).toHaveValue(
      '1988-04-17',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: englishCallerVerification.claim })).toHaveCount(0)
    // Delay the code of the dialog, which is not loaded yet.
    await page.route(/ask-dialog.*\.js$/, async (route) => {
      await new Promise((later) => setTimeout(later, 400))
      await route.continue()
    })
    await page.keyboard.press('h')
    await page.keyboard.press('1')
    await page.keyboard.type('Please look at order 2', { delay: 40 })
    const dialog = page.getByRole('dialog', { name: englishQuestions.ask })
    await expect(dialog.getByRole('textbox').first()).toHaveValue('Please look at order 2')
    await expect(dialog.getByRole('radio', { name: /Finance/ })).toBeChecked()
  })

  longTest('a search without a result keeps the text and says what was tried', async ({ page, signIn }) => {
    await signIn('support')
    await pasteIntoSearch(page, 'nobody-here')
    await expect(page.getByText('No customer with this ID at demo-merchant')).toBeVisible()
    await expect(page.getByText(englishSearchMisses.findings.transaction_unknown)).toBeVisible()
    await expect(page.getByRole('main').getByRole('combobox')).toHaveValue('nobody-here')
    expect(new URL(page.url()).pathname).toBe('/stage/')
  })

  longTest('a card number is rejected before anything is sent', async ({ page, signIn }) => {
    await signIn('support')
    let sent = 0
    page.on('request', (request) => {
      if (/\/api\/.*search/.test(request.url())) sent += 1
    })
    await pasteIntoSearch(page, '4111 1111 1111 1111')
    await expect(page.getByText(/card number/i).first()).toBeVisible()
    expect(sent).toBe(0)
  })

  longTest('an unreachable payment service is distinguished from "not found"', async ({ page, signIn }) => {
    await signIn('support')
    await pasteIntoSearch(page, 'fault-list-500')
    await expect(page.getByText(/Not searched/).first()).toBeVisible()
    await expect(page.getByText(/PD-[0-9A-Z]{10}/).first()).toBeVisible()
  })

  longTest('a RID at two merchants asks for the merchant', async ({ page, signIn }) => {
    await signIn('support')
    await pasteIntoSearch(page, 'cust-shared')
    await expect(page.getByText('demo-outlet').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/stage\/customers\/c_/)
  })

  test('a deep link carries the search text behind # and leaves no trace of it', async ({
    page,
    signIn,
    stack,
  }) => {
    await signIn('support')
    await page.goto(`${stack.origin}/stage/open#cust-00417`)
    await expect(page).toHaveURL(/\/stage\/customers\/c_/)
    await page.goBack()
    expect(page.url()).not.toContain('cust-00417')
  })

  test('the safe sentence is copied with one key', async ({ page, openRecord }) => {
    await openRecord('support', 'cust-await-otp')
    await waitForSections(page)
    await expect(page.getByText(englishTransactions.safeText.title)).toBeVisible()
    await page.keyboard.press('y')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(customerTexts.en.say.enterCode)
  })
})
