import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'
import { inReview } from '../e2e/seed-data.ts'
import { launchBrowser } from '../support/stack/browser.ts'
import { startStack } from '../support/stack/start.ts'
import { openFinancePages } from './open-finance-pages.ts'

/**
 * Measures the long tasks of a load on a phone: 412 px, an empty cache, 150 ms and 1.6 Mbit/s. Counts the processor
 * time of the page's main thread, times four for the slower processor: other work on the machine then counts less than
 * in the time that passes. `BUILDS` names folders of built pages, which are loaded in turn; `ROUNDS` is 5 unless set.
 */
const rounds = Number(process.env.ROUNDS ?? 5)
const builds = (process.env.BUILDS ?? join(import.meta.dirname, '../../web/dist'))
  .split(',')
  .map((path) => resolve(path))
const slowdown = 4
const longTaskMs = 50
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 98_304 }

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown() }).partial().optional(),
    }),
  ),
})

interface Load {
  readonly long: number
  readonly sum: number
  readonly longest: number
  readonly all: number
}

/** Adds up the tasks of the main thread that had most of them: that of the page. */
function addTasks(trace: unknown): Load {
  const { traceEvents } = traceSchema.parse(trace)
  const mains = new Map<string, number[]>()
  for (const { name, pid, tid, args } of traceEvents)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') mains.set(`${pid}/${tid}`, [])
  for (const { name, pid, tid, tdur } of traceEvents)
    if (name === 'RunTask' && tdur !== undefined) mains.get(`${pid}/${tid}`)?.push((tdur * slowdown) / 1_000)
  const total = (tasks: readonly number[]) => tasks.reduce((sum, task) => sum + task, 0)
  const [tasks = []] = [...mains.values()].sort((one, other) => total(other) - total(one))
  const long = tasks.filter((ms) => ms > longTaskMs)
  return { long: long.length, sum: total(long), longest: Math.max(0, ...long), all: total(tasks) }
}

async function load(browser: Browser, page: Page, address: string, folder: string): Promise<Load> {
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', network)
  const path = join(folder, 'trace.json')
  await browser.startTracing(page, {
    path,
    categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
  })
  await page.goto(address)
  await page.locator('#first-page').waitFor({ state: 'detached' })
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
  // Count what follows the last answer, too.
  await page.waitForTimeout(1_500)
  await browser.stopTracing()
  await session.detach()
  return addTasks(JSON.parse(readFileSync(path, 'utf8')))
}

async function open(browser: Browser, pages: string) {
  const stack = await startStack({ pages })
  await inReview(stack)
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const addresses = await openFinancePages(page, stack)
  return { pages, stack, page, addresses, loads: new Map<string, Load[]>() }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const folder = mkdtempSync(join(tmpdir(), 'paydesk-tasks-'))
const browser = await launchBrowser()
const opened = []
for (const pages of builds) opened.push(await open(browser, pages))
const wanted = (process.env.ADDRESSES ?? 'home,customer,transactions,review').split(',')
for (let round = 0; round < rounds; round += 1)
  // Begin with another build in each round.
  for (const name of wanted)
    for (const { page, addresses, loads } of round % 2 === 0 ? opened : opened.toReversed()) {
      const address = Object.entries(addresses).find(([key]) => key === name)?.[1] ?? ''
      loads.set(name, [...(loads.get(name) ?? []), await load(browser, page, address, folder)])
    }
for (const name of wanted)
  for (const { pages, loads } of opened) {
    const all = loads.get(name) ?? []
    const of = (key: keyof Load) =>
      median(all.map((one) => one[key]))
        .toFixed(0)
        .padStart(5)
    const sums = all.map(({ sum }) => sum.toFixed(0)).join(' ')
    console.log(
      `${name.padEnd(13)} ${pages}   long tasks ${of('long')}   sum ${of('sum')} ms   longest ${of('longest')} ms   all ${of('all')} ms   (${sums})`,
    )
  }
await browser.close()
for (const { stack } of opened) await stack.stop()
rmSync(folder, { recursive: true })
