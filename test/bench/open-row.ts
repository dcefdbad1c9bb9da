import { request as ask, createServer } from 'node:http'
import { join } from 'node:path'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Page } from '@playwright/test'
import { inReview } from '../e2e/seed-data.ts'
import { launchBrowser } from '../support/stack/browser.ts'
import { freePort, listensOn } from '../support/stack/ports.ts'
import { startStack } from '../support/stack/start.ts'
import { signInAsFinance } from './open-finance-pages.ts'
import { formatTimes, timesOf } from './times.ts'

/**
 * Measures the time from Enter on a row of the list to its painted explanation, while the payment service takes a second
 * for each read: for rows that had the focus before, and for the same rows without reads ahead. Needs the built pages.
 */
const rows = Number(process.env.ROWS ?? 20)
const delayMs = 1_000
const env = 'stage'

/** Passes requests on to the payment service, each after the delay. */
async function startSlowService() {
  const port = await freePort()
  const target = { origin: '' }
  const server = createServer((request, response) => {
    const pass = () => {
      const { method, headers } = request
      const passed = ask(
        new URL(request.url ?? '/', target.origin),
        { method: method ?? 'GET', headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      // The payment service may have stopped before the last read.
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    }
    setTimeout(pass, target.origin === '' ? 0 : delayMs)
  })
  await listensOn(server, port, '127.0.0.1')
  return { origin: `http://127.0.0.1:${port}`, target, stop: () => server.close() }
}

/** Opens the row that has the focus; resolves to the ms until its explanation is on screen. */
async function openRow(page: Page): Promise<number> {
  await page.evaluate(() => {
    const marks = { begun: 0, painted: 0 }
    Object.assign(globalThis, { marks })
    addEventListener('keydown', ({ timeStamp }) => (marks.begun ||= timeStamp), { capture: true, once: true })
    new MutationObserver((_, observer) => {
      // The sentence and its facts; the placeholder has neither.
      if (document.querySelector('main article p + ul') === null) return
      observer.disconnect()
      // The task after the frame follows its painting.
      requestAnimationFrame(() => setTimeout(() => (marks.painted = performance.now())))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.press('Enter')
  const marks = () => (globalThis as unknown as { marks: { begun: number; painted: number } }).marks
  await page.waitForFunction(
    () => (globalThis as unknown as { marks: { painted: number } }).marks.painted > 0,
  )
  const { begun, painted } = await page.evaluate(marks)
  return painted - begun
}

async function measure(readAhead: 'on' | 'off'): Promise<number[]> {
  const slow = await startSlowService()
  const pages = join(import.meta.dirname, '../../web/dist')
  const stack = await startStack({
    pages,
    workers: true,
    config: { PAYDESK_STAGE_BASE_URL: `${slow.origin}/stage`, PAYDESK_READ_AHEAD: readAhead },
  })
  slow.target.origin = stack.sandbox.serviceUrl
  for (let cases = 0; cases < rows; cases += 5) await inReview(stack)
  const finance = await stack.as('finance')
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const samples: number[] = []
  try {
    await signInAsFinance(page, stack)
    const { rows: listed } = await finance.get(endpoints.listTransactions, { params: { env } })
    // People read records, too: reads ahead are sent beside such reads only.
    const [first] = listed
    for (let reads = 0; reads < 5; reads += 1)
      await finance.get(endpoints.showTransaction, {
        params: { env, transaction: first?.transaction ?? '' },
        query: { fresh: '1' },
      })
    for (let nth = 0; nth < rows; nth += 1) {
      await page.goto(`${stack.origin}/${env}/transactions`)
      await page.locator('#first-page').waitFor({ state: 'detached' })
      const row = page.locator('tbody tr').nth(nth % listed.length)
      await row.focus()
      // Long enough for a read that began when the row had the focus for a moment.
      await page.waitForTimeout(delayMs + 600)
      samples.push(await openRow(page))
    }
  } finally {
    await browser.close()
    await stack.stop()
    slow.stop()
  }
  return samples
}

console.log('== Enter on a row to its painted explanation, payment service at 1,000 ms: p50 and p95 in ms ==')
for (const readAhead of ['on', 'off'] as const)
  console.log(`reads ahead ${readAhead.padEnd(3)} ${formatTimes(timesOf(await measure(readAhead)))}`)
