import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchBrowser } from '../support/stack/browser.ts'
import { startStack } from '../support/stack/start.ts'
import { signInAsFinance } from './open-finance-pages.ts'

/**
 * Measures the history of 5,000 transactions in a real browser: the time
 * to the first rows, and the longest frames.
 */
const stack = await startStack({ pages: join(import.meta.dirname, '../../web/dist') })
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })

/** Measures the longest time between two frames during an action, in milliseconds. */
async function longestFrame(during: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { last: performance.now(), longest: 0, on: true }
    Object.assign(globalThis, { seen })
    const frame = (now: number) => {
      seen.longest = Math.max(seen.longest, now - seen.last)
      seen.last = now
      if (seen.on) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  await during(page)
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { longest: number; on: boolean } }
    seen.on = false
    return seen.longest
  })
}

await signInAsFinance(page, stack)
await page.getByRole('main').getByRole('combobox').fill('cust-five-thousand')
await page.evaluate(() => {
  const marks = { answer: 0, rows: 0 }
  Object.assign(globalThis, { marks })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType('resource')) {
      if (entry.name.endsWith('/transactions')) marks.answer = entry.startTime + entry.duration
    }
  }).observe({ type: 'resource' })
  new MutationObserver(() => {
    if (marks.rows === 0 && document.querySelectorAll('[role=row]').length > 5)
      requestAnimationFrame(() => setTimeout(() => (marks.rows ||= performance.now())))
  }).observe(document.body, { childList: true, subtree: true })
})
await page.keyboard.press('Enter')
await page.waitForFunction(
  () => (globalThis as unknown as { marks: { rows: number; answer: number } }).marks.rows > 0,
)
await page.locator('h1').first().waitFor()
await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
const marks = await page.evaluate(
  () => (globalThis as unknown as { marks: { answer: number; rows: number } }).marks,
)
const table = page.getByRole('grid')
const scrolled = await longestFrame(async () => {
  await table.hover()
  for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 900)
})
const sorted = await longestFrame(async () => {
  await table.getByRole('button', { name: /State/ }).first().click()
  await page.waitForURL(/sort=/)
})
const filtered = await longestFrame(async () => {
  await page.getByRole('button', { name: /^Success/ }).click()
  await page.waitForURL(/state=/)
})
console.log(
  `5,000 transactions: first rows ${(marks.rows - marks.answer).toFixed(0)} ms after the data; longest frame scrolling ${scrolled.toFixed(0)} ms, sorting ${sorted.toFixed(0)} ms, filtering ${filtered.toFixed(0)} ms`,
)
await browser.close()
await stack.stop()
