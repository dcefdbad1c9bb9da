import { findCustomerLanguage } from '@paydesk/shared/core/customer-language'
import { type EnvironmentName, environmentNameSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import type {
  ReleasedCustomerTexts,
  ReleasedLanguageTexts,
} from '@paydesk/shared/messages/customer/released-customer-texts'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { createCallRateLimitHandler } from '../../platform/http/call-limit.ts'
import type { ReverseProxyWatcher } from '../../platform/http/reverse-proxy-watcher.ts'
import { toLoggedProblem } from '../../platform/http/serve.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { enqueueTransactionRead } from '../../records/read-queue.ts'
import { findPaymentByReturnToken, type ReturnPagePayment } from './find.ts'
import { buildReturnPageCsp, type ReturnPageView, renderReturnPage, renderReturnPageState } from './page.ts'
import {
  canReturnPageStatusChange,
  getReturnPageStatus,
  type ReturnPageStatus,
} from './return-page-status.ts'

/** Interval (ms) in which the page triggers at most one read of a transaction. */
const minReadIntervalMs = 10_000
/**
 * Limit of remembered requests: the oldest is forgotten first, and our
 * records still hold the time of the last read.
 */
const maxRememberedRequests = 10_000

interface ReturnReadDeps {
  readonly store: Pick<Store, 'db' | 'wake'>
  readonly log: Logger
}

/**
 * Queues a read of the transaction (interface, endpoint 2) when a customer comes back, instead of waiting for
 * its notification. Does nothing if the transaction was just read or a read is queued: that read keeps its
 * time, so that opening the page puts no load on a failing payment service. Never rejects.
 */
export function createReturnPageReadTrigger({ store, log }: ReturnReadDeps, now: () => number = Date.now) {
  const readTimes = new LRUCache<string, number>({ max: maxRememberedRequests })

  function isEarly({ id, transactionRow: known }: ReturnPagePayment, at: number): boolean {
    const last = Math.max(readTimes.get(id) ?? 0, known?.read_at ?? 0)
    // Ignore a time in the future: another clock wrote it.
    return last <= at && at - last < minReadIntervalMs
  }

  async function askFor(returned: ReturnPagePayment, at: number): Promise<void> {
    const environment = environmentNameSchema.safeParse(returned.environment).data
    const transaction = transactionIdSchema.safeParse(returned.transaction_id).data
    if (environment === undefined || transaction === undefined) return
    const waiting = await store.db
      .selectFrom('read_queue')
      .select('asked')
      .where('environment', '=', environment)
      .where('transaction_id', '=', transaction)
      .executeTakeFirst()
    if (waiting !== undefined) return
    await enqueueTransactionRead(store.db, [{ environment, transaction, why: 'differs', dueAt: at }], at)
    store.wake('reads')
  }

  return async (returned: ReturnPagePayment): Promise<void> => {
    const at = now()
    if (returned.transaction_id === null || isEarly(returned, at)) return
    readTimes.set(returned.id, at)
    try {
      await askFor(returned, at)
    } catch (thrown) {
      log.warn({ err: thrown }, 'a read could not be requested')
    }
  }
}

/** Limit of `Accept-Language`. No browser writes a longer header; the rest is ignored. */
const maxHeaderChars = 500

/** Parses `de-AT;q=0.8` to tag and weight; the weight is 1 if there is none, and 0 if it is invalid. */
function parseWeightedTag(part: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...rest] = part.split(';').map((one) => one.trim())
  const given = rest.find((one) => /^q=/i.test(one))?.slice(2)
  const weight = given === undefined ? 1 : /^[01](\.\d{0,3})?$/.test(given) ? Number(given) : 0
  return { tag, weight }
}

/**
 * Returns the texts of the language chosen by hand (`?lang=`), else of the released language that the browser
 * prefers, else of English, which is the first one and always released.
 */
function chooseText(
  released: ReleasedCustomerTexts,
  chosen: unknown,
  accepted: string | undefined,
): ReleasedLanguageTexts {
  const byHand = released.find(({ language }) => language === chosen)
  if (byHand !== undefined) return byHand
  const wanted = (accepted ?? '')
    .slice(0, maxHeaderChars)
    .split(',')
    .map(parseWeightedTag)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const wantedLanguage = findCustomerLanguage(tag)
    const text = released.find(({ language }) => language === wantedLanguage)
    if (text !== undefined) return text
  }
  return released[0]
}

/**
 * Rate limit per source address, for page and state together. A carrier
 * may have many customers behind one address.
 */
const maxCallsPerMinute = 120

export interface ReturnPageDeps extends ReturnReadDeps {
  readonly cipher: FieldCipher
  readonly customerTexts: ReleasedCustomerTexts
  /** Origins whose pages may hold the page in a frame, by environment. */
  readonly frames: ReadonlyMap<EnvironmentName, readonly string[]>
  readonly proxy: Pick<ReverseProxyWatcher, 'limitKey'>
}

interface Answer {
  readonly status: 200 | 404 | 429 | 503
  readonly pageStatus: ReturnPageStatus
  readonly reference: string | null
  readonly frames: readonly string[]
  readonly released: ReleasedCustomerTexts
}

type AnswerFormat = (returnPageView: ReturnPageView) => { readonly type: string; readonly body: string }

const asPage: AnswerFormat = (returnPageView) => ({
  type: 'text/html; charset=utf-8',
  body: renderReturnPage(returnPageView),
})
const asState: AnswerFormat = (returnPageView) => ({
  type: 'application/json; charset=utf-8',
  body: renderReturnPageState(returnPageView),
})

/**
 * Sends the answer without cookies. The answer is stored nowhere, and
 * the next page does not learn its address.
 */
function send(request: Request, response: Response, form: AnswerFormat, answer: Answer): void {
  const text = chooseText(answer.released, request.query.lang, request.headers['accept-language'])
  const { type, body } = form({ ...answer, text })
  const bytes = Buffer.from(body)
  if (answer.frames.length > 0) response.locals.isFramed = true
  if (answer.status >= 429) response.setHeader('retry-after', 60)
  response.status(answer.status)
  response.setHeader('content-type', type)
  response.setHeader('content-language', text.language)
  response.setHeader('vary', 'accept-language')
  response.setHeader('content-security-policy', buildReturnPageCsp(answer.frames))
  // Keep the opener's hold on this window: otherwise the page's button could not close the window.
  response.setHeader('cross-origin-opener-policy', 'unsafe-none')
  response.setHeader('x-robots-tag', 'noindex, nofollow')
  response.setHeader('content-length', bytes.length)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/**
 * Builds the one answer for every rejected address. The environment is
 * unknown, so all frame origins are allowed.
 */
function buildRefusal({ frames, customerTexts: released }: ReturnPageDeps, status: 404 | 429 | 503): Answer {
  const word = status === 404 ? 'gone' : 'busy'
  return {
    status,
    pageStatus: word,
    reference: null,
    frames: [...new Set([...frames.values()].flat())],
    released,
  }
}

/**
 * Returns true if the address names another transaction: the payment service appends its id to the address.
 */
function isOtherTransaction({ transaction_id }: ReturnPagePayment, given: unknown): boolean {
  if (given === undefined || given === '' || transaction_id === null) return false
  return given !== transaction_id
}

function getFrameOrigins({ frames }: ReturnPageDeps, environment: string): readonly string[] {
  return [...frames].find(([name]) => name === environment)?.[1] ?? []
}

function serve(deps: ReturnPageDeps, form: AnswerFormat): RequestHandler {
  const arrive = createReturnPageReadTrigger(deps)

  async function answerOf(request: Request): Promise<Answer> {
    const { token } = request.params
    const returned = await findPaymentByReturnToken(deps, typeof token === 'string' ? token : '')
    if (returned === null || isOtherTransaction(returned, request.query.transaction_id))
      return buildRefusal(deps, 404)
    const pageStatus = getReturnPageStatus(returned, Date.now())
    if (pageStatus === 'gone') return buildRefusal(deps, 404)
    if (canReturnPageStatusChange(pageStatus)) await arrive(returned)
    const { reference, environment } = returned
    const frames = getFrameOrigins(deps, environment)
    return { status: 200, pageStatus, reference, frames, released: deps.customerTexts }
  }

  return async (request, response) => {
    try {
      send(request, response, form, await answerOf(request))
    } catch (thrown) {
      toLoggedProblem(thrown, response.locals.reference, deps.log)
      send(request, response, form, buildRefusal(deps, 503))
    }
  }
}

/**
 * Creates the handlers of the page that customers return to after the hosted flow, and of the state that its
 * script requests (interface, What the service does, 3).
 */
export function createReturnPageHandlers(
  deps: ReturnPageDeps,
): Readonly<Record<'page' | 'state', RequestHandler>> {
  return { page: serve(deps, asPage), state: serve(deps, asState) }
}

const returnPathPattern = /^\/[^/%]+(\/state)?$/

/**
 * Guards everything under the path: log lines name no token, calls per minute are limited, and a path that no
 * route takes gets the page of an unknown token, at the same cost.
 */
export function createReturnPageGuards(deps: ReturnPageDeps): RequestHandler[] {
  const page = serve(deps, asPage)
  const isState = (request: Request) => request.path.endsWith('/state')
  const requestHandler: RequestHandler = (_request, response, next) => {
    response.locals.pattern = '/return/:token'
    next()
  }
  const limit = createCallRateLimitHandler(maxCallsPerMinute, deps.proxy, (request, response) =>
    send(request, response, isState(request) ? asState : asPage, buildRefusal(deps, 429)),
  )
  const malformed: RequestHandler = (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || returnPathPattern.test(request.path)) next()
    else return page(request, response, next)
  }
  return [requestHandler, limit, malformed]
}
