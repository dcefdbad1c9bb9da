import type { Endpoint } from '@paydesk/shared/endpoints'
import type { IRouter, Request, Response } from 'express'
import { isStoreFailure } from '../database/database.ts'
import { ProblemError, problemBody, toProblemError } from '../problem/problem.ts'
import type { Log } from '../runtime/log.ts'
import { enter, type Guards, record, stillHolds } from './guards.ts'
import { type AnyRoute, type AnyStream, isStream, type Ran } from './route.ts'
import { sendJson } from './send-json.ts'
import { keepWritten, writtenOf } from './serialized-response-cache.ts'

/** The answer by the contract, or what went wrong, with what is to be recorded of either. */
function outcomeOf(endpoint: Endpoint, ran: Ran): { body: Buffer } | { thrown: unknown } {
  if (!ran.ok) return { thrown: ran.thrown }
  const written = writtenOf(ran.answer)
  if (written !== null) return { body: written }
  const parsed = endpoint.response.safeParse(ran.answer)
  if (!parsed.success) return { thrown: parsed.error }
  const body = Buffer.from(JSON.stringify(parsed.data))
  keepWritten(ran.answer, body)
  return { body }
}

async function answer<Needs>(
  route: AnyRoute<Needs>,
  request: Request,
  response: Response,
  guards: Guards,
  deps: Needs,
): Promise<void> {
  const { call, ...who } = await enter(route, request, response, guards)
  const { session, reference } = who.actor
  if (route.intent) await record(route.intent(call), { ...who, problem: null }, guards)
  const ran = await route.run(call, deps, guards.answerMs)
  const gone = route.permission === 'signed_in' ? null : await stillHolds(session, guards, route)
  const outcome = gone === null ? outcomeOf(route.endpoint, ran) : { thrown: gone }
  const problem = 'body' in outcome ? null : problemOf(outcome.thrown, reference, guards.log)
  if (problem?.id === 'not_found') guards.misses.take(session.subject)
  await record(ran.deed, { ...who, problem }, guards)
  if (!('body' in outcome)) throw problem ?? new ProblemError('internal')
  await sendJson(request, response, outcome.body)
}

/** Turns whatever was thrown into a problem; what nobody expected is logged by name and place. */
export function problemOf(thrown: unknown, reference: string, log: Log): ProblemError {
  if (isStoreFailure(thrown)) {
    log.error({ err: thrown, reference }, 'database failure')
    return new ProblemError('unavailable', { retryAfter: 5 })
  }
  const problem = toProblemError(thrown)
  if (problem.id === 'internal') log.error({ err: thrown, reference }, 'unexpected failure')
  return problem
}

export function sendProblem(response: Response, error: ProblemError): void {
  const body = problemBody(error, response.locals.reference)
  response.status(body.status)
  if (body.retryAfter !== undefined) response.setHeader('retry-after', body.retryAfter)
  response.setHeader('content-type', 'application/problem+json; charset=utf-8')
  response.end(JSON.stringify(body))
}

/** Puts the routes of a list that answer at once on a router: session, own page, permission, parse, handle, record, present, strict parse. */
export function serveRoutes<Needs>(
  router: IRouter,
  routes: readonly (AnyRoute<Needs> | AnyStream<Needs>)[],
  guards: Guards,
  deps: Needs,
): void {
  for (const route of routes) {
    if (isStream(route)) continue
    const path = route.endpoint.path
    const handler = async (request: Request, response: Response) => {
      response.locals.pattern = path
      try {
        await answer(route, request, response, guards, deps)
      } catch (thrown) {
        sendProblem(response, problemOf(thrown, response.locals.reference, guards.log))
      }
    }
    if (route.endpoint.method === 'GET') router.get(path, handler)
    else router.post(path, handler)
  }
}
