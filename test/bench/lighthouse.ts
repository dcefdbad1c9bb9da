import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse'
import { inReview } from '../e2e/seed-data.ts'
import { chromiumFlags, chromiumProgram } from '../support/stack/browser.ts'
import { freePort } from '../support/stack/ports.ts'
import { startStack } from '../support/stack/start.ts'
import { serveFloor } from './floor.ts'
import { openFinancePages } from './open-finance-pages.ts'

/**
 * Measures with Lighthouse what a person of finance waits for on four pages, in turn with the floor page: each round
 * visits every page once, so that a busy moment of the machine meets all of them. Needs the built pages. `FORM=mobile`
 * or `FORM=desktop` measures one of the two.
 */
const rounds = Number(process.env.ROUNDS ?? 5)
const configs = { mobile: defaultConfig, desktop: desktopConfig } as const

const stack = await startStack({ pages: join(import.meta.dirname, '../../web/dist') })
await inReview(stack)
const floor = await serveFloor()
const profile = mkdtempSync(join(tmpdir(), 'paydesk-lighthouse-'))
const port = await freePort()
// Sign in in the browser's own context: Lighthouse opens its tabs there.
const context = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumProgram(),
  args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  headless: true,
})
const page = await context.newPage()
const addresses = { floor: floor.address, ...(await openFinancePages(page, stack)) } as const
await page.goto('about:blank')
const browser = await context.newCDPSession(page)

interface Figures {
  readonly score: number
  readonly fcp: number
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
  readonly bytes: number
}

async function visit(address: string, config: (typeof configs)[keyof typeof configs]): Promise<Figures> {
  // Keep the cookies, so that the person stays signed in, and empty the cache.
  await browser.send('Network.clearBrowserCache')
  const flags = {
    port,
    disableStorageReset: true,
    onlyCategories: ['performance'],
    logLevel: 'error' as const,
  }
  const run = await lighthouse(address, flags, config)
  if (run === undefined) throw new Error(`no result for ${address}`)
  const { audits, categories, finalDisplayedUrl } = run.lhr
  if (finalDisplayedUrl !== address) throw new Error(`${address} led to ${finalDisplayedUrl}`)
  const readFigure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    score: (categories.performance?.score ?? 0) * 100,
    fcp: readFigure('first-contentful-paint'),
    lcp: readFigure('largest-contentful-paint'),
    tbt: readFigure('total-blocking-time'),
    cls: readFigure('cumulative-layout-shift'),
    bytes: readFigure('total-byte-weight'),
  }
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Median of each figure over the rounds. */
function summarize(visits: readonly Figures[]): Figures {
  const median = (name: keyof Figures) => medianOf(visits.map((visit) => visit[name]))
  const [score, fcp, lcp] = [median('score'), median('fcp'), median('lcp')]
  return { score, fcp, lcp, tbt: median('tbt'), cls: median('cls'), bytes: median('bytes') }
}

try {
  console.log(`Lighthouse, medians of ${rounds} rounds; LCP beside that of the floor page`)
  for (const [form, config] of Object.entries(configs)) {
    if (form !== (process.env.FORM ?? form)) continue
    const visits = new Map<string, Figures[]>()
    for (let round = 0; round < rounds; round += 1)
      for (const [name, address] of Object.entries(addresses))
        visits.set(name, [...(visits.get(name) ?? []), await visit(address, config)])
    const base = summarize(visits.get('floor') ?? [])
    for (const [name, all] of visits) {
      const { score, fcp, lcp, tbt, cls, bytes } = summarize(all)
      console.log(
        `${form.padEnd(8)} ${name.padEnd(13)} score ${score.toFixed(0).padStart(3)}   FCP ${fcp.toFixed(0).padStart(5)} ms   ` +
          `LCP ${lcp.toFixed(0).padStart(5)} ms (x ${(lcp / base.lcp).toFixed(2)})   TBT ${tbt.toFixed(0).padStart(5)} ms   ` +
          `CLS ${cls.toFixed(3)}   ${(bytes / 1_024).toFixed(0).padStart(4)} KB`,
      )
    }
  }
} finally {
  await context.close()
  floor.stop()
  await stack.stop()
  rmSync(profile, { recursive: true, force: true })
}
