import type { ProblemId } from '@paydesk/shared/core/problem'
import type { IRouter, Request, Response } from 'express'
import type { Deed } from '../audit/entry.ts'
import { ProblemError } from '../problem/problem.ts'
import { within } from '../runtime/timeout.ts'
import { enter, entryOf, type Guards, type Recorded, record, stillHolds } from './guards.ts'
import { type AnyRoute, type AnyStream, type Hearer, isStream, type Pouring } from './route.ts'
import { problemOf, sendProblem } from './serve.ts'

/** Resolves when the client has taken what was written, or has left. */
function drained(response: Response, gone: AbortSignal): Promise<void> {
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

/** Writes as fast as the client reads; true once all of it has left, false where the client left before. */
async function pour(chunks: Pouring, response: Response, gone: AbortSignal): Promise<boolean> {
  for await (const chunk of chunks) {
    if (gone.aborted) return false
    if (!response.write(chunk)) await drained(response, gone)
  }
  if (gone.aborted) return false
  // What was poured may be taken back only once it has left.
  return new Promise((left) => {
    response.once('close', () => left(response.writableFinished))
    response.end(() => left(true))
  })
}

/** Somebody who does not take even the last words is not waited for. */
function say(lastWords: string, response: Response): void {
  response.end(lastWords)
  setTimeout(() => response.destroy(), 2_000).unref()
}

type End = ProblemId | 'left' | 'session_over'

async function recordEnd(deed: Deed, what: Recorded, end: End | null, guards: Guards): Promise<void> {
  const result = end === null ? 'allowed' : 'failed'
  try {
    await guards.audit.append({ ...entryOf(deed, what, end), result })
  } catch (error) {
    guards.log.error({ err: error, reference: what.actor.reference }, 'end of a stream not recorded')
  }
}

/** What was opened, or the problem; recorded either way before anything is answered. */
async function opened<Needs>(
  route: AnyStream<Needs>,
  { call, ...who }: Awaited<ReturnType<typeof enter>>,
  { guards, deps, hearer }: { guards: Guards; deps: Needs; hearer: Hearer },
): Promise<Pouring> {
  const late = () => new ProblemError('upstream_timeout')
  const ms = Math.max(guards.answerMs, route.longestMs ?? 0)
  const made = await within(ms, route.open(call, deps, hearer), late).then(
    (chunks) => ({ chunks }),
    (thrown: unknown) => ({ thrown }),
  )
  const over = await stillHolds(who.actor.session, guards)
  const thrown = over ?? ('thrown' in made ? made.thrown : null)
  const problem = thrown === null ? null : problemOf(thrown, who.actor.reference, guards.log)
  if (problem?.id === 'not_found') guards.misses.take(who.actor.session.subject)
  const own = problem === null && 'chunks' in made ? made.chunks.deed : undefined
  await record(own ?? route.audit(call), { ...who, problem }, guards)
  if (problem !== null || !('chunks' in made)) throw problem ?? new ProblemError('internal')
  return made.chunks
}

async function stream<Needs>(
  route: AnyStream<Needs>,
  request: Request,
  response: Response,
  guards: Guards,
  deps: Needs,
): Promise<void> {
  const entered = await enter(route, request, response, guards, route.renews)
  const { call, ...who } = entered
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  let rows = 0
  const hearer: Hearer = {
    sent: (more) => {
      rows += more
    },
    after: request.get('last-event-id') ?? null,
    gone: leaving.signal,
    cut: () => void response.destroy(),
  }
  let reason: End | null = null
  let release = () => {}
  try {
    const chunks = await opened(route, entered, { guards, deps, hearer })
    response.setHeader('content-type', `${route.endpoint.stream ?? 'text/plain'}; charset=utf-8`)
    // A proxy in front that gathers the stream would hold it back.
    response.setHeader('x-accel-buffering', 'no')
    for (const [name, value] of Object.entries({ ...route.headers?.(call), ...chunks.headers }))
      response.setHeader(name, value)
    response.flushHeaders()
    release = guards.watch.keep(who.actor.session, (why) => {
      reason = why === 'over' ? 'session_over' : 'unavailable'
      leaving.abort()
      if (why === 'over' && route.farewell !== undefined) say(route.farewell, response)
      else response.destroy()
    })
    if (!(await pour(chunks, response, leaving.signal))) reason ??= 'left'
  } catch (thrown) {
    if (!response.headersSent) throw thrown
    reason = problemOf(thrown, who.actor.reference, guards.log).id
    response.destroy()
  } finally {
    leaving.abort()
    release()
  }
  if (route.ended) await recordEnd(route.ended(call, rows), { ...who, problem: null }, reason, guards)
}

/**
 * Puts the stream routes of a list on a router, behind the guards of every other route. Before the first byte a
 * failure is a problem; after it the connection is cut, so that half a stream never looks whole.
 */
export function serveStreams<Needs>(
  router: IRouter,
  routes: readonly (AnyRoute<Needs> | AnyStream<Needs>)[],
  guards: Guards,
  deps: Needs,
): void {
  for (const route of routes) {
    if (!isStream(route)) continue
    router.get(route.endpoint.path, async (request, response, next) => {
      // HEAD would hear a stream without an end and without a byte.
      if (request.method !== 'GET') return next()
      response.locals.pattern = route.endpoint.path
      try {
        await stream(route, request, response, guards, deps)
      } catch (thrown) {
        sendProblem(response, problemOf(thrown, response.locals.reference, guards.log))
      }
    })
  }
}
