import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Request, RequestHandler, Response } from 'express'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { limitCalls } from '../../platform/http/call-limit.ts'
import { problemOf } from '../../platform/http/serve.ts'
import { type ArrivalNeeds, makeArrivals } from './arrival.ts'
import { findReturned, type Returned } from './find.ts'
import { chooseLanguage } from './language.ts'
import { pageHtml, pagePolicy, type Shown, stateJson } from './page.ts'
import { canChange, wordOf } from './view.ts'
import type { Word } from './words.ts'

/** Of each source address, page and state together. Many customers can stand behind one address of a carrier. */
const perMinute = 120

export interface ReturnNeeds extends ArrivalNeeds {
  readonly seal: Seal
  /** Of each environment the origins whose pages may hold the page in a frame. */
  readonly frames: ReadonlyMap<EnvironmentName, readonly string[]>
}

interface Answer {
  readonly status: 200 | 404 | 429 | 503
  readonly word: Word
  readonly reference: string | null
  readonly frames: readonly string[]
}

type Form = (shown: Shown) => { readonly type: string; readonly body: string }

const asPage: Form = (shown) => ({ type: 'text/html; charset=utf-8', body: pageHtml(shown) })
const asState: Form = (shown) => ({ type: 'application/json; charset=utf-8', body: stateJson(shown) })

/** No cookie is set or read, nothing is kept by anybody, and the next page does not learn this one's address. */
function send(request: Request, response: Response, form: Form, answer: Answer): void {
  const language = chooseLanguage(request.query.lang, request.headers['accept-language'])
  const { type, body } = form({ ...answer, language })
  const bytes = Buffer.from(body)
  if (answer.frames.length > 0) response.locals.isFramed = true
  if (answer.status >= 429) response.setHeader('retry-after', 60)
  response.status(answer.status)
  response.setHeader('content-type', type)
  response.setHeader('content-language', language)
  response.setHeader('vary', 'accept-language')
  response.setHeader('content-security-policy', pagePolicy(answer.frames))
  // A page that opened this one in a window keeps its hold on it: otherwise it could not be closed by its button.
  response.setHeader('cross-origin-opener-policy', 'unsafe-none')
  response.setHeader('x-robots-tag', 'noindex, nofollow')
  response.setHeader('content-length', bytes.length)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** One for every address under which nothing is told: the environment is not known, so all may hold it. */
function refusal({ frames }: ReturnNeeds, status: 404 | 429 | 503): Answer {
  const word = status === 404 ? 'gone' : 'busy'
  return { status, word, reference: null, frames: [...new Set([...frames.values()].flat())] }
}

/** The service appends its id to the address: another one than this payment's means another payment. */
function isOther({ transaction_id }: Returned, given: unknown): boolean {
  if (given === undefined || given === '' || transaction_id === null) return false
  return given !== transaction_id
}

function framesOf({ frames }: ReturnNeeds, environment: string): readonly string[] {
  return [...frames].find(([name]) => name === environment)?.[1] ?? []
}

function serve(needs: ReturnNeeds, form: Form): RequestHandler {
  const arrive = makeArrivals(needs)

  async function answerOf(request: Request): Promise<Answer> {
    const { token } = request.params
    const returned = await findReturned(needs, typeof token === 'string' ? token : '')
    if (returned === null || isOther(returned, request.query.transaction_id)) return refusal(needs, 404)
    const word = wordOf(returned, Date.now())
    if (word === 'gone') return refusal(needs, 404)
    if (canChange(word)) await arrive(returned)
    const { reference, environment } = returned
    return { status: 200, word, reference, frames: framesOf(needs, environment) }
  }

  return async (request, response) => {
    try {
      send(request, response, form, await answerOf(request))
    } catch (thrown) {
      problemOf(thrown, response.locals.reference, needs.log)
      send(request, response, form, refusal(needs, 503))
    }
  }
}

/** Where a customer comes back to after the hosted flow, and what its script asks for (interface, What the service does, 3). */
export function makeReturns(needs: ReturnNeeds): Readonly<Record<'page' | 'state', RequestHandler>> {
  return { page: serve(needs, asPage), state: serve(needs, asState) }
}

const wellFormed = /^\/[^/%]+(\/state)?$/

/**
 * Stands before everything under the path: its lines in the log name no token, so many calls a minute are answered, and what
 * no route would take gets the page of an unknown token, at the price of one.
 */
export function returnDoor(needs: ReturnNeeds): RequestHandler[] {
  const page = serve(needs, asPage)
  const isState = (request: Request) => request.path.endsWith('/state')
  const named: RequestHandler = (_request, response, next) => {
    response.locals.pattern = '/return/:token'
    next()
  }
  const limit = limitCalls(perMinute, (request, response) =>
    send(request, response, isState(request) ? asState : asPage, refusal(needs, 429)),
  )
  const malformed: RequestHandler = (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || wellFormed.test(request.path)) next()
    else return page(request, response, next)
  }
  return [named, limit, malformed]
}
