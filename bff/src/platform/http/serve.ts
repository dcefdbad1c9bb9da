import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Endpoint } from '@paydesk/shared/endpoints'
import type { IRouter, Request, Response } from 'express'
import { isDatabaseFailure } from '../database/database.ts'
import { ProblemError, presentProblem, toProblemError } from '../problem/problem.ts'
import type { Logger } from '../runtime/log.ts'
import { authorizeRequest, type RouteGuardDeps, recheckSession, writeAudit } from './guards.ts'
import { type AnyRoute, type AnyStreamRoute, isStreamRoute, type RouteResult } from './route.ts'
import { getSerializedResponse, storeSerializedResponse } from './serialized-response-cache.ts'

const gzipAsync = promisify(gzip)

/**
 * Size in bytes below which compression costs more than it saves; above, a history of thousands shrinks to a
 * tenth.
 */
const minGzipBytes = 32_768

/** Sends an answer, compressed if it is large and the browser accepts that; 204 if it is empty. */
async function sendJson(request: Request, response: Response, body: Buffer): Promise<void> {
  if (body.length === 0) {
    response.writeHead(204).end()
    return
  }
  const head = ['content-type', 'application/json; charset=utf-8', 'vary', 'accept-encoding']
  const packs = body.length > minGzipBytes && request.acceptsEncodings('gzip') === 'gzip'
  if (!packs) {
    response.writeHead(200, [...head, 'content-length', String(body.length)]).end(body)
    return
  }
  const packed = await gzipAsync(body, { level: constants.Z_BEST_SPEED })
  response
    .writeHead(200, [...head, 'content-encoding', 'gzip', 'content-length', String(packed.length)])
    .end(packed)
}

/** Serialises the answer by the contract of the endpoint, or returns the error. */
function serializeResult(endpoint: Endpoint, ran: RouteResult): { body: Buffer } | { thrown: unknown } {
  if (!ran.ok) return { thrown: ran.thrown }
  const written = getSerializedResponse(ran.answer)
  if (written !== null) return { body: written }
  const parsed = endpoint.response.safeParse(ran.answer)
  if (!parsed.success) return { thrown: parsed.error }
  const body = Buffer.from(parsed.data === null ? '' : JSON.stringify(parsed.data))
  storeSerializedResponse(ran.answer, body)
  return { body }
}

async function answerRequest<Needs>(
  route: AnyRoute<Needs>,
  request: Request,
  response: Response,
  guards: RouteGuardDeps,
  deps: Needs,
): Promise<void> {
  const { call, ...who } = await authorizeRequest(route, request, response, guards)
  const { session, reference } = who.actor
  if (route.intent) await writeAudit(route.intent(call), { ...who, problem: null }, guards)
  const ran = await route.execute(call, deps, guards.answerTimeoutMs)
  const gone = route.permission === 'signed_in' ? null : await recheckSession(session, guards, route)
  const outcome = gone === null ? serializeResult(route.endpoint, ran) : { thrown: gone }
  const problem = 'body' in outcome ? null : toLoggedProblem(outcome.thrown, reference, guards.log)
  if (problem?.id === 'not_found') guards.notFoundLimiter.take(session.subject)
  await writeAudit(ran.auditEvent, { ...who, problem }, guards)
  if (!('body' in outcome)) throw problem ?? new ProblemError('internal')
  if (route.endsSession) {
    guards.cookie.clear(response)
    // Leave out cookies: the browser would clear those of the identity provider on the same domain, too.
    response.setHeader('clear-site-data', '"cache", "storage"')
  }
  await sendJson(request, response, outcome.body)
}

/** Converts any thrown value to a problem. Logs database failures and unexpected errors. */
export function toLoggedProblem(thrown: unknown, reference: string, log: Logger): ProblemError {
  if (isDatabaseFailure(thrown)) {
    log.error({ err: thrown, reference }, 'database failure')
    return new ProblemError('unavailable', { retryAfter: 5 })
  }
  const problem = toProblemError(thrown)
  if (problem.id === 'internal') log.error({ err: thrown, reference }, 'unexpected failure')
  return problem
}

/**
 * Answers with a problem (RFC 9457), the support reference of the request and, if waiting helps, `retry-after` in
 * seconds.
 */
export function sendProblem(response: Response, error: ProblemError): void {
  const body = presentProblem(error, response.locals.reference)
  response.status(body.status)
  if (body.retryAfter !== undefined) response.setHeader('retry-after', body.retryAfter)
  response.setHeader('content-type', 'application/problem+json; charset=utf-8')
  response.end(JSON.stringify(body))
}

/**
 * Registers the plain routes of a list on a router. Steps: session, same site, permission, parse, handle,
 * present, check against the contract, audit, answer.
 */
export function registerRoutes<Needs>(
  router: IRouter,
  routes: readonly (AnyRoute<Needs> | AnyStreamRoute<Needs>)[],
  guards: RouteGuardDeps,
  deps: Needs,
): void {
  for (const route of routes) {
    if (isStreamRoute(route)) continue
    const path = route.endpoint.path
    const handler = async (request: Request, response: Response) => {
      response.locals.pattern = path
      try {
        await answerRequest(route, request, response, guards, deps)
      } catch (thrown) {
        sendProblem(response, toLoggedProblem(thrown, response.locals.reference, guards.log))
      }
    }
    if (route.endpoint.method === 'GET') router.get(path, handler)
    else router.post(path, handler)
  }
}
