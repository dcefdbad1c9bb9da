import type { Endpoint } from '@paydesk/shared/endpoints'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/ids'
import type { Permission, Role } from '@paydesk/shared/permissions'
import { type IRouter, json, type Request, type Response } from 'express'
import { z } from 'zod'
import type { Sight } from '../access/show.ts'
import type { Deed, Entry } from '../audit/entry.ts'
import type { AuditLog } from '../audit/log.ts'
import { isStoreFailure } from '../store/database.ts'
import type { Cookie } from './cookies.ts'
import type { Log } from './log.ts'
import { refuseForeignPages } from './origin.ts'
import { ProblemError, problemBody, toProblemError } from './problem.ts'
import type { Actor, AnyRoute, Call, Scope, Unaudited } from './route.ts'
import type { Session, Sessions } from './sessions.ts'

/** What the guards need; the same for every route. */
export interface Guards {
  readonly origin: string
  readonly cookie: Cookie
  readonly sessions: Sessions
  readonly audit: AuditLog
  readonly log: Log
  readonly permissions: (role: Role) => ReadonlySet<Permission>
  readonly sight: (role: Role) => Sight
  /** The merchants of an environment, or undefined where there is no such environment. */
  readonly merchants: (environment: EnvironmentName) => readonly MerchantId[] | undefined
}

const withEnvironment = z.object({ env: z.string() })

function sessionProblem(why: 'none' | 'idle' | 'over'): ProblemError {
  return new ProblemError(why === 'none' ? 'not_signed_in' : why === 'idle' ? 'session_idle' : 'session_over')
}

async function signedIn(request: Request, response: Response, guards: Guards): Promise<Session> {
  const state = await guards.sessions.use(guards.cookie.read(request))
  if (state.session !== null) return state.session
  if (state.why !== 'none') guards.cookie.clear(response)
  throw sessionProblem(state.why)
}

function parseInput(endpoint: Endpoint, request: Request) {
  const params = endpoint.params.safeParse({ ...request.params })
  // An id of the wrong form names nothing: the same answer as for an id that nobody knows.
  if (!params.success) throw new ProblemError('not_found')
  const query = endpoint.query.safeParse({ ...request.query })
  const body = endpoint.body.safeParse(request.body ?? {})
  const wrong = [...(query.error?.issues ?? []), ...(body.error?.issues ?? [])]
  if (!query.success || !body.success) {
    const fields = wrong
      .slice(0, 20)
      .map((issue) => ({ name: fieldName(issue), expected: expectation(issue) }))
    throw new ProblemError('bad_request', { fields })
  }
  return { params: params.data, query: query.data, body: body.data }
}

/** Our own member names only: the name of an unknown member came from outside and is not repeated. */
function fieldName(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys'
    ? '(another member)'
    : issue.path.map(String).join('.') || '(the body)'
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'no further members'
    case 'invalid_type':
      return `a value of type ${issue.expected}`
    case 'too_big':
      return `at most ${String(issue.maximum)}`
    case 'too_small':
      return `at least ${String(issue.minimum)}`
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`
    default:
      return 'the documented form'
  }
}

function scopeFor(params: unknown, session: Session, guards: Guards): Scope | null {
  const named = withEnvironment.safeParse(params)
  if (!named.success) return null
  // The params schema has branded the name; the configuration decides whether it exists.
  const environment = named.data.env as EnvironmentName
  const all = guards.merchants(environment)
  if (all === undefined) throw new ProblemError('not_found')
  const own = session.merchants
  const merchants = own === null ? all : all.filter((merchant) => own.includes(merchant))
  if (merchants.length === 0) throw new ProblemError('not_allowed')
  return { environment, merchants }
}

function entryOf(
  deed: Deed,
  actor: Actor,
  scope: Scope | null,
  address: string,
  problem: ProblemError | null,
): Entry {
  const refused = problem?.id === 'not_allowed'
  return {
    action: deed.action,
    about: 'about' in deed ? deed.about : null,
    result: problem === null ? 'allowed' : refused ? 'refused' : 'failed',
    reason: problem?.id ?? null,
    doer: {
      issuer: actor.session.issuer,
      subject: actor.session.subject,
      role: actor.session.role,
      sessionHash: actor.session.hash,
    },
    environment: scope?.environment ?? null,
    sourceAddress: address,
    reference: actor.reference,
  }
}

/** Writes the entry before anything is answered; without the entry there is no answer. */
async function record(deed: Deed | Unaudited, entry: (deed: Deed) => Entry, guards: Guards): Promise<void> {
  if (deed.action === 'none') return
  try {
    await guards.audit.append(entry(deed))
  } catch (error) {
    guards.log.error({ err: error, reference: entry(deed).reference }, 'audit entry not written')
    throw new ProblemError('record_unavailable', { retryAfter: 5 })
  }
}

const parseBody = json({ limit: '16kb', strict: true, type: 'application/json' })

/** Read only after session and permission: an anonymous caller makes us parse nothing. */
function readBody(request: Request, response: Response): Promise<void> {
  return new Promise((read, failed) => {
    parseBody(request, response, (error?: unknown) => (error === undefined ? read() : failed(error)))
  })
}

async function answer<Needs>(
  route: AnyRoute<Needs>,
  request: Request,
  response: Response,
  guards: Guards,
  deps: Needs,
): Promise<void> {
  const { endpoint } = route
  const session = await signedIn(request, response, guards)
  refuseForeignPages(request, guards.origin)
  const permissions = guards.permissions(session.role)
  const { reference } = response.locals
  const actor: Actor = { session, permissions, sight: guards.sight(session.role), reference }
  const address = request.ip ?? ''
  if (route.permission !== 'signed_in' && !permissions.has(route.permission)) {
    const refusal = new ProblemError('not_allowed')
    await record(
      { action: 'access.refused', about: null },
      (deed) => entryOf(deed, actor, null, address, refusal),
      guards,
    )
    throw refusal
  }
  if (endpoint.method === 'POST') await readBody(request, response)
  const input = parseInput(endpoint, request)
  const scope = scopeFor(input.params, session, guards)
  const call: Call<Endpoint> = { ...input, actor, scope: scope as Call<Endpoint>['scope'] }
  const ran = await route.run(call, deps)
  const problem = ran.ok ? null : problemOf(ran.thrown, reference, guards.log)
  await record(ran.deed, (deed) => entryOf(deed, actor, scope, address, problem), guards)
  if (!ran.ok) throw problem ?? new ProblemError('internal')
  const body = JSON.stringify(endpoint.response.parse(ran.answer))
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(body))
  response.end(body)
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

/** Puts routes on a router: session, own page, permission, parse, handle, record, present, strict parse. */
export function serveRoutes<Needs>(
  router: IRouter,
  routes: readonly AnyRoute<Needs>[],
  guards: Guards,
  deps: Needs,
): void {
  for (const route of routes) {
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
