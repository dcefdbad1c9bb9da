import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Request, RequestHandler, Response } from 'express'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { limitCalls } from '../../platform/http/call-limit.ts'
import { toLoggedProblem } from '../../platform/http/serve.ts'
import { findPaymentByToken, type ReturnPagePayment } from './find.ts'
import { chooseLanguage } from './language.ts'
import { buildReturnPageCsp, type ReturnPageView, renderReturnPage, renderReturnState } from './page.ts'
import { canReturnStatusChange, getReturnStatus } from './return-status.ts'
import type { ReturnStatus } from './texts.ts'
import { createReturnReadTrigger, type ReturnReadDeps } from './trigger-read.ts'

/**
 * Rate limit per source address, for page and state together. A carrier
 * may have many customers behind one address.
 */
const maxCallsPerMinute = 120

export interface ReturnPageDeps extends ReturnReadDeps {
  readonly seal: FieldCipher
  /** Origins whose pages may hold the page in a frame, by environment. */
  readonly frames: ReadonlyMap<EnvironmentName, readonly string[]>
}

interface Answer {
  readonly status: 200 | 404 | 429 | 503
  readonly word: ReturnStatus
  readonly reference: string | null
  readonly frames: readonly string[]
}

type AnswerFormat = (shown: ReturnPageView) => { readonly type: string; readonly body: string }

const asPage: AnswerFormat = (shown) => ({ type: 'text/html; charset=utf-8', body: renderReturnPage(shown) })
const asState: AnswerFormat = (shown) => ({
  type: 'application/json; charset=utf-8',
  body: renderReturnState(shown),
})

/**
 * Sends the answer without cookies. The answer is stored nowhere, and
 * the next page does not learn its address.
 */
function send(request: Request, response: Response, form: AnswerFormat, answer: Answer): void {
  const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
  const { type, body } = form({ ...answer, language })
  const bytes = Buffer.from(body)
  if (answer.frames.length > 0) response.locals.isFramed = true
  if (answer.status >= 429) response.setHeader('retry-after', 60)
  response.status(answer.status)
  response.setHeader('content-type', type)
  response.setHeader('content-language', language)
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
function buildRefusal({ frames }: ReturnPageDeps, status: 404 | 429 | 503): Answer {
  const word = status === 404 ? 'gone' : 'busy'
  return { status, word, reference: null, frames: [...new Set([...frames.values()].flat())] }
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

function serve(needs: ReturnPageDeps, form: AnswerFormat): RequestHandler {
  const arrive = createReturnReadTrigger(needs)

  async function answerOf(request: Request): Promise<Answer> {
    const { token } = request.params
    const returned = await findPaymentByToken(needs, typeof token === 'string' ? token : '')
    if (returned === null || isOtherTransaction(returned, request.query.transaction_id))
      return buildRefusal(needs, 404)
    const word = getReturnStatus(returned, Date.now())
    if (word === 'gone') return buildRefusal(needs, 404)
    if (canReturnStatusChange(word)) await arrive(returned)
    const { reference, environment } = returned
    return { status: 200, word, reference, frames: getFrameOrigins(needs, environment) }
  }

  return async (request, response) => {
    try {
      send(request, response, form, await answerOf(request))
    } catch (thrown) {
      toLoggedProblem(thrown, response.locals.reference, needs.log)
      send(request, response, form, buildRefusal(needs, 503))
    }
  }
}

/**
 * Creates the handlers of the page that customers return to after the hosted flow, and of the state that its
 * script requests (interface, What the service does, 3).
 */
export function createReturnPageHandlers(
  needs: ReturnPageDeps,
): Readonly<Record<'page' | 'state', RequestHandler>> {
  return { page: serve(needs, asPage), state: serve(needs, asState) }
}

const returnPathPattern = /^\/[^/%]+(\/state)?$/

/**
 * Guards everything under the path: log lines name no token, calls per minute are limited, and a path that no
 * route takes gets the page of an unknown token, at the same cost.
 */
export function createReturnPageGuards(needs: ReturnPageDeps): RequestHandler[] {
  const page = serve(needs, asPage)
  const isState = (request: Request) => request.path.endsWith('/state')
  const named: RequestHandler = (_request, response, next) => {
    response.locals.pattern = '/return/:token'
    next()
  }
  const limit = limitCalls(maxCallsPerMinute, (request, response) =>
    send(request, response, isState(request) ? asState : asPage, buildRefusal(needs, 429)),
  )
  const malformed: RequestHandler = (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || returnPathPattern.test(request.path)) next()
    else return page(request, response, next)
  }
  return [named, limit, malformed]
}
