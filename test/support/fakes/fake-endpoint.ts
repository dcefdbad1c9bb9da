import type { Problem } from '@paydesk/shared/core/problem'
import { problemSchema } from '@paydesk/shared/core/problem'
import type { Endpoint } from '@paydesk/shared/endpoints'
import { csrfHeader } from '@paydesk/shared/endpoints'
import { delay, HttpHandler, HttpResponse } from 'msw'
import type { z } from 'zod'
import { delayAnswer } from '../web/answer-delay.ts'
import { someReference } from './ids.ts'
import { pathPattern } from './path-pattern.ts'

type Schema = z.ZodType
type Answer<R extends Schema> = z.input<R> | Response

interface Request<P extends Schema, Q extends Schema, B extends Schema> {
  readonly params: z.output<P>
  readonly query: z.output<Q>
  readonly body: z.output<B>
}

/**
 * Matches requests by a pattern that is compiled once: msw compiles the path, and parses all cookies, for each
 * handler that it tries.
 */
class EndpointHandler extends HttpHandler {
  readonly #pattern: RegExp

  constructor({ method, path }: Endpoint, resolver: ConstructorParameters<typeof HttpHandler>[2]) {
    super(method, path, resolver)
    this.#pattern = pathPattern(path)
  }

  override async parse({ request }: { request: globalThis.Request }) {
    const found = this.#pattern.exec(new URL(request.url).pathname)
    const params = Object.entries(found?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
    return { match: { matches: found !== null, params: Object.fromEntries(params) }, cookies: {} }
  }
}

/** Answers one endpoint. Request and answer must both fit its contract. */
export function fakeEndpoint<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<P, Q, B, R>,
) {
  // Takes two calls, so that the contract's types are known before the answer is checked against them.
  return (answer: (request: Request<P, Q, B>) => Answer<R> | Promise<Answer<R>>): HttpHandler =>
    new EndpointHandler(endpoint, async ({ request, params }) => {
      if (request.headers.get(csrfHeader.name) !== csrfHeader.value) {
        throw new Error(`${endpoint.path}: called without its header`)
      }
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const body: unknown = endpoint.method === 'POST' ? await request.json() : {}
      const answered = await answer({
        params: endpoint.params.parse(params),
        query: endpoint.query.parse(query),
        body: endpoint.body.parse(body),
      })
      await delayAnswer()
      return answered instanceof Response
        ? answered
        : createJsonResponse(endpoint.response.parse(answered), 200)
    })
}

function createJsonResponse(body: unknown, status: number): Response {
  return HttpResponse.text(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

/** Never answers: the page stays pending. */
export async function answerNever(): Promise<Response> {
  await delay('infinite')
  return HttpResponse.error()
}

/** Answers as if the connection to the database was lost during commit. */
export function answerMaybeRecorded(): Response {
  return answerProblem({
    id: 'maybe_recorded',
    status: 504,
    title: 'It may have been recorded',
    detail: 'Look.',
  })
}

export function answerProblem(change: Partial<Problem> & Pick<Problem, 'id' | 'status'>): Response {
  const body = problemSchema.parse({
    type: `https://paydesk.test/problems/${change.id}`,
    title: 'The payment service does not answer',
    detail: 'It was asked and did not answer in time. Try again in a moment.',
    reference: someReference,
    ...change,
  })
  return createJsonResponse(body, body.status)
}

export const answerUpstreamTimeout = () => answerProblem({ id: 'upstream_timeout', status: 504 })
