import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import type { Page } from '@playwright/test'
import { expect, lookUp, pressChord, registerInLongForm, test, waitForSections } from './fixtures.ts'
import { withDocuments } from './sample-documents.ts'
import { inReview } from './seed-data.ts'

const longTest = registerInLongForm(test)

const roles = ['support', 'compliance', 'auditor', 'admin'] as const

/**
 * Size (KB, compressed) of the scripts and styles that a page requests, from the browser's own count. Does not wait for
 * files of which the name is `skipped`.
 */
async function weighed(page: Page, go: () => Promise<void>, skipped?: RegExp): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const types = new Map<string, string>()
  let bytes = 0
  const under = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    // Skip the script of a worker: only the worker is told of the end of that request.
    const isOurs =
      (type === 'Stylesheet' || (type === 'Script' && !request.url.includes('worker'))) &&
      skipped?.test(request.url) !== true
    if (isOurs) under.add(requestId)
  })
  session.on('Network.loadingFailed', ({ requestId }) => under.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    under.delete(requestId)
    if (['Script', 'Stylesheet'].includes(types.get(requestId) ?? '')) bytes += encodedDataLength
  })
  await go()
  await page.locator('h1').first().waitFor()
  await waitForSections(page)
  // Wait for a stable byte count: the network is never idle, because the live stream stays open.
  let before = -1
  await expect
    .poll(
      () => {
        const same = bytes === before && under.size === 0
        before = bytes
        return same
      },
      { intervals: [250] },
    )
    .toBe(true)
  await session.detach()
  return bytes / 1_024
}

/** Files of the charts of home, which load once everything else is there. */
const chartFiles =
  /\/(?:charts|home-trends|home-charts|transaction-trend|(?:health-)?last-day)[\w-]*\.(?:js|css)$/

/**
 * Size of the home page (KB on the wire) in a browser with an empty cache, and of the charts that come after its first
 * data. Needs a page in a context of its own: scripts that another flow had in memory would weigh nothing.
 */
async function homeWeighed(
  page: Page,
  origin: string,
  { hasCharts }: { readonly hasCharts: boolean },
): Promise<{ home: number; charts: number }> {
  // Leave the signed-in page, so that its pending requests are not counted with the next page.
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  // Hold the charts back until home is weighed.
  const held: (() => void)[] = []
  let isHolding = true
  await page.route(chartFiles, async (route) => {
    if (isHolding) await new Promise<void>((release) => held.push(release))
    await route.continue()
  })
  const openHome = async () => {
    await page.goto(`${origin}/stage/`)
    // Parts of home whose code loads late have no place before: the charts are asked for after them.
    if (hasCharts) await expect.poll(() => held.length).toBeGreaterThan(0)
  }
  const home = await weighed(page, openHome, chartFiles)
  const charts = await weighed(page, async () => {
    isHolding = false
    for (const release of held) release()
    await expect(page.locator('main [data-later]')).toHaveCount(0)
  })
  await page.unroute(chartFiles)
  return { home, charts }
}

test('home needs at most 180 KB of scripts and styles, its charts 16, each further page 40 KB more', async ({
  beside,
  stack,
}) => {
  await inReview(stack)
  const page = await beside('finance')
  const { home, charts } = await homeWeighed(page, stack.origin, { hasCharts: true })
  // Leave out the font of IDs, which comes on demand: another flow may have left an ID to show on home.
  const fonts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2') && !name.includes('code-pro'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize / 1_024, 0),
  )
  const customer = await weighed(page, () => lookUp(page, 'cust-00417'))
  const transaction = await weighed(page, () =>
    page.getByRole('heading', { level: 2 }).getByRole('link').first().click(),
  )
  const identity = await weighed(page, () =>
    page
      .getByRole('link', { name: /open identity/i })
      .first()
      .click(),
  )
  const lists = ['Transactions', englishShell.navigation.undocumentedValues, 'Notifications', 'Health']
  const office: number[] = []
  for (const label of lists.slice(0, isFullRun ? lists.length : 1))
    office.push(await weighed(page, () => page.getByRole('link', { name: label }).first().click()))
  const review: number[] = []
  const reconciliation: number[] = []
  if (isFullRun) {
    review.push(
      await weighed(page, () => page.getByRole('link', { name: 'Review' }).first().click()),
      await weighed(page, async () => {
        await page.locator('tbody tr[aria-rowindex]').first().press('Enter')
        await page.waitForURL(/\/review\/./)
      }),
      await weighed(page, async () => {
        await pressChord(page, 'g', 'd')
        await page.waitForURL(/\/decisions$/)
      }),
    )
    reconciliation.push(
      await weighed(page, () =>
        page.getByRole('link', { name: englishShell.navigation.reconciliation }).first().click(),
      ),
      await weighed(page, () =>
        page.getByRole('link', { name: englishShell.navigation.dailyReport }).first().click(),
      ),
    )
  }
  console.log(
    `KB on the wire: home ${home.toFixed(0)}, charts +${charts.toFixed(0)}, and fonts ${fonts.toFixed(0)}, customer +${customer.toFixed(0)}, transaction +${transaction.toFixed(0)}, identity +${identity.toFixed(0)}, lists and health +${office.map((more) => more.toFixed(0)).join(' +')}, queue, item and decisions +${review.map((more) => more.toFixed(0)).join(' +')}, discrepancies and daily report +${reconciliation.map((more) => more.toFixed(0)).join(' +')}`,
  )
  expect(fonts).toBeGreaterThan(10)
  expect(fonts).toBeLessThanOrEqual(45)
  expect(home).toBeGreaterThan(50)
  expect(home).toBeLessThanOrEqual(180)
  expect(charts).toBeGreaterThan(3)
  expect(charts).toBeLessThanOrEqual(16)
  for (const more of [customer, transaction, identity, ...office, ...review, ...reconciliation])
    expect(more).toBeLessThanOrEqual(40)
})

test('a row in focus brings the code of its page, and no data', async ({ beside, stack }) => {
  await inReview(stack)
  const page = await beside('finance')
  await page.goto(`${stack.origin}/stage/review`)
  const row = page.locator('tbody tr[aria-rowindex]').first()
  await row.waitFor()
  await waitForSections(page)
  const reads: string[] = []
  page.on('request', (request) => {
    if (/\/(?:cases|review)\/./.test(new URL(request.url()).pathname)) reads.push(request.url())
  })
  // Wait for the first file: the page asks for it after the focus has moved.
  const ahead = await weighed(page, async () => {
    const begun = page.waitForRequest(/\/assets\/.*\.js$/)
    await row.focus()
    await begun
  })
  expect(reads.filter((url) => url.includes('/api/'))).toEqual([])
  const opened = await weighed(page, async () => {
    await row.press('Enter')
    await page.waitForURL(/\/review\/./)
  })
  expect(reads.filter((url) => url.includes('/api/'))).not.toEqual([])
  console.log(`KB on the wire: case ahead +${ahead.toFixed(0)}, opened +${opened.toFixed(0)}`)
  expect(ahead).toBeGreaterThan(10)
  expect(opened).toBeLessThanOrEqual(5)
})

for (const role of isFullRun ? roles : [])
  test(`${role} needs at most 180 KB of scripts and styles for home`, async ({ beside, stack }) => {
    const page = await beside(role)
    const { home, charts } = await homeWeighed(page, stack.origin, { hasCharts: role !== 'support' })
    console.log(`KB on the wire for ${role}: home ${home.toFixed(1)}, charts +${charts.toFixed(1)}`)
    expect(home).toBeGreaterThan(50)
    expect(home).toBeLessThanOrEqual(180)
    expect(charts).toBeLessThanOrEqual(16)
    if (role !== 'compliance') return
    expect(await weighed(page, () => lookUp(page, 'cust-00417'))).toBeLessThanOrEqual(40)
  })

longTest(
  'the document viewer needs at most 40 KB more, and the PDF code loads only with a PDF',
  async ({ beside, stack }) => {
    const page = await beside('compliance')
    await withDocuments(page)
    await page.goto(`${stack.origin}/stage/`)
    const home = await weighed(page, () => lookUp(page, 'cust-00417'))
    const identity = await weighed(page, () =>
      page
        .getByRole('link', { name: /open identity/i })
        .first()
        .click(),
    )
    const viewer = await weighed(page, async () => {
      await page.getByRole('link', { name: 'Open of Passport' }).click()
      await page.getByRole('form', { name: englishDocuments.viewer.reason }).waitFor()
      await page.keyboard.press('2')
      await expect(page.getByRole('textbox', { name: 'Ticket or case' })).toBeFocused()
      await page.keyboard.type('CASE-5512')
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: /^Passport/ }).waitFor()
    })
    const worker = page.waitForResponse(/pdf\.worker/)
    const pdf = await weighed(page, async () => {
      await page.keyboard.press('[')
      await page.getByRole('img', { name: /^Proof of address, page 1 of 2/ }).waitFor()
    })
    const workerBytes = Number((await worker).headers()['content-length'])
    const downloads = await weighed(page, () =>
      page.getByRole('link', { name: englishDocuments.request.view }).click(),
    )
    console.log(
      `KB on the wire: customer +${home.toFixed(0)}, identity with documents +${identity.toFixed(0)}, viewer +${viewer.toFixed(0)}, what draws a PDF +${pdf.toFixed(0)} and its worker +${(workerBytes / 1_024).toFixed(0)} with the first PDF, downloads +${downloads.toFixed(0)}`,
    )
    for (const more of [identity, viewer, downloads]) expect(more).toBeLessThanOrEqual(40)
    expect(pdf).toBeGreaterThan(50)
  },
)

interface Moved {
  readonly node?: Node | null
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}

for (const width of isFullRun ? [412, 1_280] : [])
  test(`the layout does not shift while sections load, ${width} px wide`, async ({ page, signIn, stack }) => {
    await inReview(stack)
    await page.setViewportSize({ width, height: 823 })
    await page.addInitScript(() => {
      const shifts: { value: number; of: string }[] = []
      Object.assign(globalThis, { shifts })
      const named = ({ node, previousRect, currentRect }: Moved) =>
        `${node?.nodeName} ${node?.textContent?.slice(0, 30)} from ${previousRect.y} to ${currentRect.y}`
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
            value: number
            hadRecentInput: boolean
            sources: Moved[]
          }
          if (!hadRecentInput) shifts.push({ value, of: sources.map(named).join('; ') })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await signIn('finance')
    for (const place of [
      '',
      'transactions',
      'review',
      'cust-00417',
      '6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19',
    ]) {
      const isRecord = place.includes('-')
      await page.goto(`${stack.origin}/stage/${isRecord ? '' : place}`)
      if (isRecord) await lookUp(page, place)
      await page.reload()
      await page.locator('h1').first().waitFor()
      await waitForSections(page)
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: { value: number; of: string }[] }).shifts,
      )
      const total = shifts.reduce((sum, { value }) => sum + value, 0)
      expect(total, `${place || 'home'}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.01)
    }
  })
