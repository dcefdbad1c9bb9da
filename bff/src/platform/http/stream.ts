import type { ProblemId } from '@paydesk/shared/core/problem'
import type { IRouter, Request, Response } from 'express'
import type { AuditEvent } from '../audit/entry.ts'
import { ProblemError } from '../problem/problem.ts'
import { withTimeout } from '../runtime/timeout.ts'
import {
  type AuditContext,
  authorizeRequest,
  buildAuditEntry,
  type RouteGuardDeps,
  recheckSession,
  writeAudit,
} from './guards.ts'
import {
  type AnyRoute,
  type AnyStreamRoute,
  isStreamRoute,
  type StreamBody,
  type StreamClient,
} from './route.ts'
import { sendProblem, toLoggedProblem } from './serve.ts'

/** Resolves when the client has read what was written, or has left. */
function waitForDrain(response: Response, gone: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      response.off('drain', go)
      gone.removeEventListener('abort', go)
      done()
    }
    response.once('drain', go)
    gone.addEventListener('abort', go)
  })
}

/**
 * Writes with back-pressure. Resolves with true once everything has been sent, false if the client left
 * before.
 */
async function writeChunks(chunks: StreamBody, response: Response, gone: AbortSignal): Promise<boolean> {
  for await (const chunk of chunks) {
    if (gone.aborted) return false
    if (!response.write(chunk)) await waitForDrain(response, gone)
  }
  if (gone.aborted) return false
  // Wait until everything has been sent: only then may the source release its data.
  return new Promise((left) => {
    response.once('close', () => left(response.writableFinished))
    response.end(() => left(true))
  })
}

/** Sends the closing event and does not wait for a client that reads nothing. */
function sendClosingEvent(closingEvent: string, response: Response): void {
  response.end(closingEvent)
  setTimeout(() => response.destroy(), 2_000).unref()
}

type StreamEndReason = ProblemId | 'left' | 'session_over'

async function writeEndAudit(
  auditEvent: AuditEvent,
  what: AuditContext,
  end: StreamEndReason | null,
  guards: RouteGuardDeps,
): Promise<void> {
  const result = end === null ? 'allowed' : 'failed'
  try {
    await guards.audit.append({ ...buildAuditEntry(auditEvent, what, end), result })
  } catch (error) {
    guards.log.error({ err: error, reference: what.actor.reference }, 'end of a stream not recorded')
  }
}

/** Opens the stream or throws the problem; both are recorded before anything is answered. */
async function openStream<Needs>(
  route: AnyStreamRoute<Needs>,
  { call, ...who }: Awaited<ReturnType<typeof authorizeRequest>>,
  { guards, deps, streamClient }: { guards: RouteGuardDeps; deps: Needs; streamClient: StreamClient },
): Promise<StreamBody> {
  const late = () => new ProblemError('upstream_timeout')
  const ms = Math.max(guards.answerTimeoutMs, route.timeoutMs ?? 0)
  const made = await withTimeout(ms, route.open(call, deps, streamClient), late).then(
    (chunks) => ({ chunks }),
    (thrown: unknown) => ({ thrown }),
  )
  const over = await recheckSession(who.actor.session, guards)
  const thrown = over ?? ('thrown' in made ? made.thrown : null)
  const problem = thrown === null ? null : toLoggedProblem(thrown, who.actor.reference, guards.log)
  if (problem?.id === 'not_found') guards.notFoundLimiter.take(who.actor.session.subject)
  const own = problem === null && 'chunks' in made ? made.chunks.auditEvent : undefined
  await writeAudit(own ?? route.audit(call), { ...who, problem }, guards)
  if (problem !== null || !('chunks' in made)) throw problem ?? new ProblemError('internal')
  return made.chunks
}

async function serveStream<Needs>(
  route: AnyStreamRoute<Needs>,
  request: Request,
  response: Response,
  guards: RouteGuardDeps,
  deps: Needs,
): Promise<void> {
  const entered = await authorizeRequest(route, request, response, guards, route.renews)
  const { call, ...who } = entered
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  let rows = 0
  const streamClient: StreamClient = {
    countRows: (more) => {
      rows += more
    },
    lastEventId: request.get('last-event-id') ?? null,
    signal: leaving.signal,
    disconnect: () => void response.destroy(),
  }
  let reason: StreamEndReason | null = null
  let release = () => {}
  try {
    const chunks = await openStream(route, entered, { guards, deps, streamClient })
    response.setHeader('content-type', `${route.endpoint.stream ?? 'text/plain'}; charset=utf-8`)
    // Tell proxies not to buffer the stream.
    response.setHeader('x-accel-buffering', 'no')
    for (const [name, value] of Object.entries({ ...route.headers?.(call), ...chunks.headers }))
      response.setHeader(name, value)
    response.flushHeaders()
    release = guards.watch.watch(who.actor.session, (why) => {
      reason = why === 'over' ? 'session_over' : 'unavailable'
      leaving.abort()
      if (why === 'over' && route.closingEvent !== undefined) sendClosingEvent(route.closingEvent, response)
      else response.destroy()
    })
    if (!(await writeChunks(chunks, response, leaving.signal))) reason ??= 'left'
  } catch (thrown) {
    if (!response.headersSent) throw thrown
    reason = toLoggedProblem(thrown, who.actor.reference, guards.log).id
    response.destroy()
  } finally {
    leaving.abort()
    release()
  }
  if (route.auditEnd)
    await writeEndAudit(route.auditEnd(call, rows), { ...who, problem: null }, reason, guards)
}

/**
 * Registers the stream routes of a list on a router, behind the same guards as all routes. Before the first
 * byte a failure is a problem; later the connection is cut, so that half a stream never looks complete.
 */
export function registerStreamRoutes<Needs>(
  router: IRouter,
  routes: readonly (AnyRoute<Needs> | AnyStreamRoute<Needs>)[],
  guards: RouteGuardDeps,
  deps: Needs,
): void {
  for (const route of routes) {
    if (!isStreamRoute(route)) continue
    router.get(route.endpoint.path, async (request, response, next) => {
      // Skip HEAD, which would keep a stream open without an end and without a byte.
      if (request.method !== 'GET') return next()
      response.locals.pattern = route.endpoint.path
      try {
        await serveStream(route, request, response, guards, deps)
      } catch (thrown) {
        sendProblem(response, toLoggedProblem(thrown, response.locals.reference, guards.log))
      }
    })
  }
}
