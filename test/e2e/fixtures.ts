import { join } from 'node:path'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishSearch } from '@paydesk/shared/messages/en/search'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { isProxyName, startStackBehind } from '../support/stack/proxies.ts'
import { type Person, people, type Stack, startStack } from '../support/stack/start.ts'

export { expect }

/** Proxy in front of the product, for the test that runs some flows behind one. */
const { PAYDESK_E2E_PROXY: proxy } = process.env

interface Fixtures {
  /** Signs this person in and opens a page, home by default. With null no page is opened: the test opens its own. */
  readonly signIn: (person: Person, back?: string | null) => Promise<void>
  /** Signs in and opens the page of the record that this text finds, by its deep link, so without home. */
  readonly openRecord: (person: Person, text: string) => Promise<void>
  /** Signs in by a session of the provider that is an hour old, so that a re-authentication is needed. */
  readonly signInByOldSession: (person: Person, back?: string) => Promise<void>
  /**
   * Opens the page of another person in a separate browser context, with the same checks as the first page.
   */
  readonly beside: (person: Person, back?: string) => Promise<Page>
  /** Product of the test: the one that most files share, unless a file starts its own by `products`. */
  readonly stack: Stack
  /** Product that has received the sandbox's transactions, so that its lists hold stable data. */
  readonly known: Stack
}

interface WorkerFixtures {
  readonly products: Products
}

const pages = join(import.meta.dirname, '../../web/dist')

/**
 * Products of one worker, each started on its first use. A worker fixture for each would give every file a worker of its
 * own, with a browser and all modules of the product once more.
 */
class Products {
  #shared: Stack | undefined
  #isAnnounced = false
  #own: { readonly start: () => Promise<Stack>; readonly stack: Stack } | undefined

  async share(): Promise<Stack> {
    this.#shared ??= isProxyName(proxy)
      ? await startStackBehind(proxy, { pages })
      : await startStack({ pages })
    return this.#shared
  }

  async shareAnnounced(): Promise<Stack> {
    const stack = await this.share()
    if (!this.#isAnnounced) await receiveAnnounced(stack)
    this.#isAnnounced = true
    return stack
  }

  /** Returns the product of one file, which ends when another file asks for its own. */
  async own(start: () => Promise<Stack>): Promise<Stack> {
    if (this.#own?.start === start) return this.#own.stack
    await this.#own?.stack.stop()
    this.#own = undefined
    const stack = await start()
    this.#own = { start, stack }
    return stack
  }

  async stop(): Promise<void> {
    await this.#own?.stack.stop()
    await this.#shared?.stop()
  }
}

/** Lets the sandbox announce its transactions, and waits until the product has read them. */
async function receiveAnnounced(stack: Stack): Promise<void> {
  await fetch(`${stack.sandbox.controlUrl}/_sandbox/announce`, { method: 'POST' })
  const visitor = await stack.as('finance')
  await expect
    .poll(
      async () => {
        const { json } = await visitor.call(endpoints.showRecordsCoverage, { params: { env: 'stage' } })
        const { transactions, waitingNotifications } = endpoints.showRecordsCoverage.response.parse(json)
        return transactions > 20 && waitingNotifications === 0
      },
      { timeout: 240_000 },
    )
    .toBe(true)
}

/** Console messages about error responses or a lost connection that a test causes on purpose. */
const expectedNoise =
  /Failed to load resource: (?:the server responded with a status of (?:4\d\d|5\d\d)|net::ERR_INTERNET_DISCONNECTED)/

/** Error of Playwright's own script of a clock that an earlier test installed in the page that both use. */
const clockNoise = "Cannot read properties of undefined (reading 'controller')"

/** Lets `goto` and `reload` end when the application has taken over from the page that the server rendered. */
function awaitTakeover(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const open: (...args: never[]) => ReturnType<Page['reload']> = page[name].bind(page)
    Reflect.set(page, name, async (...args: never[]) => {
      const response = await open(...args)
      await page.locator('#first-page').waitFor({ state: 'detached' })
      return response
    })
  }
}

function watch(page: Page, origin: string): string[] {
  awaitTakeover(page)
  const wrong: string[] = []
  page.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type()) && !expectedNoise.test(message.text()))
      wrong.push(message.text())
  })
  page.on('pageerror', (error) => {
    if (error.message !== clockNoise) wrong.push(error.message)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    const own = hostname === new URL(origin).hostname || protocol === 'data:' || protocol === 'blob:'
    if (!own) wrong.push(`a request to another host: ${hostname}`)
  })
  return wrong
}

/**
 * Real product with the sandbox, one per worker. A console error or a request to another host fails the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  products: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, give) => {
      const products = new Products()
      await give(products)
      await products.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // The first test of a worker starts the product: a limit of its own, so that the test keeps its time.
  stack: [
    async ({ products }, give) => {
      const stack = await products.share()
      stack.sandbox.identities.signInAgeMs = 0
      await give(stack)
    },
    { timeout: 120_000 },
  ],
  known: [
    async ({ products, stack }, give) => {
      await products.shareAnnounced()
      await give(stack)
    },
    { timeout: 300_000 },
  ],
  page: async ({ page, stack }, give) => {
    // Drafts outlive the page of the test that typed them: each test begins without any.
    await stack.deps.store.db.deleteFrom('staff_drafts').execute()
    const wrong = watch(page, stack.origin)
    // The context is used again: what listens to it goes with the test.
    page.context().on('page', awaitTakeover)
    await give(page)
    page.context().off('page', awaitTakeover)
    expect(wrong, 'console errors and foreign requests').toEqual([])
  },
  signIn: async ({ page, stack }, give) => {
    await give((person, back) => signInAndOpen(page, stack.origin, person, back))
  },
  openRecord: async ({ page, stack }, give) => {
    await give(async (person, text) => {
      await signInAndOpen(page, stack.origin, person, null)
      await openByDeepLink(page, stack.origin, text)
    })
  },
  signInByOldSession: async ({ page, stack }, give) => {
    const { identities } = stack.sandbox
    await give(async (person, back) => {
      identities.signInAgeMs = 3_600_000
      await signInAndOpen(page, stack.origin, person, back)
      identities.signInAgeMs = 0
    })
  },
  beside: async ({ browser, stack }, give) => {
    const contexts: BrowserContext[] = []
    const wrong: string[][] = []
    await give(async (person, back) => {
      const context = await browser.newContext()
      contexts.push(context)
      const page = await context.newPage()
      context.on('page', awaitTakeover)
      wrong.push(watch(page, stack.origin))
      await signInAndOpen(page, stack.origin, person, back)
      return page
    })
    for (const context of contexts) await context.close()
    expect(wrong.flat(), 'console errors and foreign requests').toEqual([])
  },
})

/**
 * Returns a function that registers flows for `pnpm test:full` only: further ways through pages of which `pnpm test`
 * walks one, or promises that contract and component tests hold as well.
 */
export function registerInLongForm<T extends (...args: never[]) => unknown>(register: T): T {
  return isFullRun ? register : ((() => undefined) as unknown as T)
}

/** First text that matches a pattern, for the message of a failed test; undefined if none does. */
export function findTrace(texts: Iterable<string>, pattern: RegExp): string | undefined {
  for (const text of texts) if (pattern.test(text)) return text
  return undefined
}

/**
 * Signs in without a browser, which a test of the sign-in itself does not, and opens the page where it ends, unless
 * `back` is null.
 */
export async function signInAndOpen(
  page: Page,
  origin: string,
  person: Person,
  back: string | null = '/stage/',
): Promise<void> {
  // A busy machine sends on a kept connection just when the server closes it: that request is sent again.
  const maxRetries = 3
  const cards = await page.request.get(
    `${origin}/auth/sign-in?return=${encodeURIComponent(back ?? '/stage/')}`,
    { maxRetries },
  )
  const end = await page.request.post(cards.url(), { form: { person: people[person] }, maxRetries })
  if (back === null) return
  await page.goto(end.url())
  await page.locator('#first-page').waitFor({ state: 'detached' })
}

/** Pastes a text into the focused search box: on the home page at once, elsewhere after Ctrl+K. */
export async function pasteIntoSearch(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('combobox', { name: englishSearch.boxLabel }).last()).toBeFocused()
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

const isRecordPage = (url: URL) => /\/(customers|transactions|identities)\//.test(url.pathname)

/** Searches on the home page and waits for the page of the result. */
export async function lookUp(page: Page, text: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox').fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL(isRecordPage)
}

/** Opens the page of the record that a text finds, by the link of another system: costs one page less than a search. */
export async function openByDeepLink(page: Page, origin: string, text: string): Promise<void> {
  await page.goto(`${origin}/stage/open#${encodeURIComponent(text)}`)
  await page.waitForURL(isRecordPage)
}

/**
 * Chooses a role as the person who holds two roles. Waits until the role is in force, because the choice
 * itself shows at once.
 */
export async function takeRole(page: Page, label: 'Compliance' | 'Support'): Promise<void> {
  await page.getByRole('button', { name: /Toni Reyes/ }).click()
  await page.getByRole('radio', { name: label }).click()
  await expect(page.getByRole('button', { name: new RegExp(`Toni Reyes\\s*${label}`) })).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Presses the two keys of a chord without a wait, because they must not come too far apart. */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
}

/**
 * Waits until the application shows the page and each section has its data or its error, without rows of an earlier
 * request.
 */
export async function waitForSections(page: Page): Promise<void> {
  const unfinished = page.locator('#first-page, main [aria-busy="true"], main [data-old]')
  await expect(page.locator('main h1').first()).toBeVisible()
  // Scripts and several answers, one after the other: longer than the wait for one event.
  await expect(unfinished).toHaveCount(0, { timeout: 60_000 })
}

/** Leaves the search box, where home puts the focus once it is shown and letters are text. */
export async function leaveSearchBox(page: Page): Promise<void> {
  const box = page.getByRole('main').getByRole('combobox', { name: englishSearch.boxLabel })
  await expect(box).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(box).not.toBeFocused()
}
