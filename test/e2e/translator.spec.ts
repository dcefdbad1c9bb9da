import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { englishSearchMisses } from '@paydesk/shared/messages/en/search-misses'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { Page } from '@playwright/test'
import { expect, lookUp, test, waitForSections } from './fixtures.ts'
import { moveTransaction, transactionOf } from './sandbox-transactions.ts'

/**
 * Puts elements in place of each text node of the page and returns how many there were. `copy`: nested elements
 * with a copy, as translators do. `move`: the text node itself in nested elements. `mark`: an element around a
 * part of the text, as for a word that was found.
 */
async function rewriteTexts(page: Page, way: 'copy' | 'move' | 'mark'): Promise<number> {
  return page.evaluate((how) => {
    const rewrite = (text: Text) => {
      const [outer, inner, mark] = ['font', 'font', 'mark'].map((name) => document.createElement(name))
      if (outer === undefined || inner === undefined || mark === undefined) return
      outer.append(inner)
      mark.textContent = text.data.slice(0, 3)
      if (how === 'mark') text.replaceWith(mark, text.data.slice(3))
      else if (how === 'move') text.before(outer)
      else text.replaceWith(outer)
      inner.append(how === 'move' ? text : text.data)
    }
    const walker = document.createTreeWalker(
      document.getElementById('root') ?? document,
      NodeFilter.SHOW_TEXT,
    )
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    const visible = texts.filter(({ data }) => data.trim() !== '')
    for (const text of visible) rewrite(text)
    return visible.length
  }, way)
}

const ways = [
  ['copy', 'cust-await-secret'],
  ['move', 'cust-await-pin'],
  ['mark', 'cust-generate-otp'],
] as const

for (const [way, rid] of ways.slice(0, isFullRun ? ways.length : 1))
  test(`a transaction page whose texts were rewritten (${way}) shows a new state everywhere`, async ({
    page,
    signIn,
    stack,
  }) => {
    const id = await transactionOf(stack, rid)
    await signIn('finance', `/stage/transactions/${id}`)
    await waitForSections(page)
    await expect(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect(page.getByText(englishTransactions.finality.notFinal)).toBeVisible()
    expect(await rewriteTexts(page, way)).toBeGreaterThan(50)
    await moveTransaction(stack, id, {
      state: 'SUCCESS',
      compound_state: 'OK',
      event: 'transaction_accepted',
    })
    await expect(page.getByText(new RegExp(`^${englishTransactions.finality.confirmed}`))).toBeVisible()
    await expect(page.getByText(englishTransactions.finality.notFinal)).toHaveCount(0)
    await expect(
      page.getByRole('main').getByText(englishUi.states.SUCCESS, { exact: true }).first(),
    ).toBeVisible()
    await expect(page.locator('font, mark')).toHaveCount(0)
  })

test('other pages whose texts were rewritten go on: customer, search, review queue and case', async ({
  page,
  signIn,
}) => {
  await signIn('finance')
  await waitForSections(page)
  await rewriteTexts(page, 'copy')
  await lookUp(page, 'cust-00417')
  await waitForSections(page)
  await rewriteTexts(page, 'move')
  const rows = page.getByRole('grid').getByRole('row')
  await rows.nth(2).click()
  await waitForSections(page)
  await rewriteTexts(page, 'copy')
  await rows.nth(1).click()
  await waitForSections(page)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog').getByRole('combobox')
  await box.fill('no such id here')
  await rewriteTexts(page, 'move')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: englishSearchMisses.misses.unreadable }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Review' }).first().click()
  await waitForSections(page)
  await rewriteTexts(page, 'copy')
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('font')).toHaveCount(0)
})
