import type { Page } from '@playwright/test'
import { people, type Stack } from '../support/stack/start.ts'

/** Signs in a person of finance, who then sees home. */
export async function signInAsFinance(page: Page, { origin }: Stack): Promise<void> {
  await page.goto(`${origin}/auth/sign-in?return=/stage/`)
  await page.locator(`button[value="${people.finance}"]`).click()
  await page.waitForURL(`${origin}/stage/`)
}

/** Signs in a person of finance and opens a customer. Returns the addresses of the four pages that are measured. */
export async function openFinancePages(page: Page, stack: Stack) {
  const { origin } = stack
  await signInAsFinance(page, stack)
  await page.getByRole('main').getByRole('combobox').fill('cust-00417')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/customers\//)
  return {
    home: `${origin}/stage/`,
    customer: page.url(),
    transactions: `${origin}/stage/transactions`,
    review: `${origin}/stage/review`,
  } as const
}
