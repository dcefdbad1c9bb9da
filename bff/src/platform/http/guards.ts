import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { Permission, Role } from '@paydesk/shared/core/permissions'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { type Endpoint, unaskedHeader } from '@paydesk/shared/endpoints'
import type { Request, Response } from 'express'
import { z } from 'zod'
import type { Sight } from '../access/field-access.ts'
import type { Deed, Entry, Subject } from '../audit/entry.ts'
import type { AuditLog } from '../audit/log.ts'
import { type ReasonWord, reasonOf } from '../audit/reason.ts'
import { ProblemError } from '../problem/problem.ts'
import type { Log } from '../runtime/log.ts'
import { within } from '../runtime/timeout.ts'
import type { Cookie } from '../session/cookies.ts'
import type { Session, SessionState } from '../session/session.ts'
import { markOf, standingOf } from '../session/session-fingerprint.ts'
import type { SessionWatch } from '../session/session-watch.ts'
import type { Sessions, Whence } from '../session/sessions.ts'
import { browserName } from './browser-name.ts'
import { parseInput, readBody } from './input.ts'
import { refuseForeignPages, sourceAddress } from './origin.ts'
import type { Allowance } from './rate-limiter.ts'
import type { Actor, AnyRoute, Call, Scope, Unaudited } from './route.ts'
import { keptTicket } from './ticket.ts'

/** What the guards need; the same for every route. */
export interface Guards {
  readonly origin: string
  readonly cookie: Cookie
  readonly sessions: Sessions
  readonly watch: SessionWatch
  readonly audit: AuditLog
  readonly log: Log
  readonly permissions: (role: Role, isBroken?: boolean) => ReadonlySet<Permission>
  readonly sight: (role: Role, isBroken?: boolean) => Sight
  /** The merchants of an environment, or undefined where there is no such environment. */
  readonly merchants: (environment: EnvironmentName) => readonly MerchantId[] | undefined
  /** Within this time a route has answered, however many reads of the service it needs one after another. */
  readonly answerMs: number
  /** IANA name of the one zone in which times are told. */
  readonly zone: string
  /** Counts what a person asked for that does not exist: guessing ids must not pay. */
  readonly misses: Allowance
}

const withEnvironment = z.object({ env: z.string() })
/** Handles only: what stands in the place of a transaction's id can be any text. */
const withSubject = z.object({
  customer: z.string().optional(),
  identity: z.string().optional(),
  decision: z.string().optional(),
  handover: z.string().optional(),
  item: z.string().optional(),
})

const whyProblem = { none: 'not_signed_in', idle: 'session_idle', over: 'session_over' } as const

function sessionProblem(state: SessionState & { session: null }, zone: string): ProblemError {
  if (state.why !== 'ended') return new ProblemError(whyProblem[state.why])
  const { by, at } = state.ended
  return new ProblemError('session_ended', { ended: { by, at: new Date(at).toISOString(), zone } })
}

function isUnasked(request: Request): boolean {
  return request.get(unaskedHeader.name) !== undefined
}

/** Where a call comes from, as a list of sessions tells it. */
export function whenceOf(request: Request): Whence {
  return { address: sourceAddress(request), browser: browserName(request.get('user-agent')) }
}

async function signedIn(
  request: Request,
  response: Response,
  guards: Guards,
  renews: boolean,
): Promise<Session> {
  const state = await guards.sessions.find(guards.cookie.read(request))
  const { session } = state
  if (session === null) {
    // Every window of that browser is told by whom it was ended, however often it asks.
    if (state.why === 'idle' || state.why === 'over') guards.cookie.clear(response)
    throw sessionProblem(state, guards.zone)
  }
  // Only a call of our own pages is use: another page must not keep a session alive.
  refuseForeignPages(request, guards.origin)
  if (!renews || isUnasked(request)) return session
  return guards.sessions.renew(session, whenceOf(request))
}

/** The session may have ended, or its role or sight changed, while the service was being asked. */
export async function stillHolds(
  session: Session,
  guards: Guards,
  { changesSight = false }: { readonly changesSight?: boolean } = {},
): Promise<ProblemError | null> {
  const now = await guards.sessions.again(session)
  if (now.session === null) return sessionProblem(now, guards.zone)
  return changesSight || standingOf(now.session) === standingOf(session)
    ? null
    : new ProblemError('not_allowed')
}

function scopeFor(params: unknown, session: Session, guards: Guards): Scope | null {
  if (typeof params !== 'object' || params === null || !('env' in params)) return null
  // The params schema has branded the name; the configuration decides whether it exists.
  const environment = params.env as EnvironmentName
  const all = guards.merchants(environment)
  if (all === undefined) throw new ProblemError('not_found')
  const own = session.merchants
  const merchants = own === null ? all : all.filter((merchant) => own.includes(merchant))
  if (merchants.length === 0) throw new ProblemError('not_allowed')
  const [only = null, another] = all
  return { environment, merchants, only: another === undefined ? only : null }
}

/** What somebody was after who got no further than the guards. */
function wanted(endpoint: Endpoint, request: Request, guards: Guards) {
  const params = endpoint.params.safeParse({ ...request.params }).data
  const environment = withEnvironment.safeParse(params).data?.env as EnvironmentName | undefined
  const ids = withSubject.safeParse(params).data ?? {}
  const about = (['customer', 'identity', 'decision', 'handover', 'item'] as const).flatMap(
    (kind): Subject[] => {
      const id = ids[kind]
      return id === undefined ? [] : [{ kind, id }]
    },
  )
  const exists = environment !== undefined && guards.merchants(environment) !== undefined
  return { environment: exists ? environment : null, about: about[0] ?? null }
}

export interface Recorded {
  readonly actor: Actor
  readonly address: string | null
  readonly environment: EnvironmentName | null
  readonly problem: ProblemError | null
}

const noteOf = (deed: Deed) => ('note' in deed ? (deed.note ?? null) : null)

/** `end`: why a stream ended that should have gone on. */
export function entryOf(
  deed: Deed,
  { actor, address, environment, problem }: Recorded,
  end: ProblemId | ReasonWord | null = null,
): Entry {
  const refused = problem !== null && (problem.id === 'not_allowed' || problem.id === 'reveals_spent')
  const { session, reference } = actor
  return {
    action: deed.action,
    about: 'about' in deed ? deed.about : null,
    result: problem === null ? 'allowed' : refused ? 'refused' : 'failed',
    reason: reasonOf(
      end ?? problem?.id ?? null,
      problem === null ? noteOf(deed) : null,
      session.glassUntil !== null,
    ),
    doer: {
      issuer: session.issuer,
      subject: session.subject,
      role: session.role,
      sessionHash: session.hash,
    },
    environment,
    sourceAddress: address,
    reference,
    ...('purpose' in deed && {
      purpose: { ...deed.purpose, caseRef: keptTicket(deed.purpose.caseRef) },
    }),
  }
}

/** How long the entry of a call is waited for (ms) that the database has kept waiting in vain already. */
const gaveUpMs = 500

/** Writes the entry before anything is answered; without the entry there is no answer. */
export async function record(
  deeds: Deed | readonly Deed[] | Unaudited,
  what: Recorded,
  guards: Pick<Guards, 'audit' | 'log'>,
): Promise<void> {
  if ('action' in deeds && deeds.action === 'none') return
  try {
    const all = 'action' in deeds ? [deeds] : deeds
    const written = Promise.all(all.map((deed) => guards.audit.append(entryOf(deed, what))))
    await (what.problem?.id === 'unavailable' ? within(gaveUpMs, written, () => new Error('late')) : written)
  } catch (error) {
    guards.log.error({ err: error, reference: what.actor.reference }, 'audit entry not written')
    throw new ProblemError('record_unavailable', { retryAfter: 5 })
  }
}

const recordedRefusals: ReadonlySet<string> = new Set(['not_allowed', 'too_many_requests'])

/** What the guards ask of a route, whether it answers at once or streams. */
export type Guarded = Pick<AnyRoute<never>, 'endpoint' | 'permission'>

/** The call behind all guards: permission, form, scope. */
async function admitted(
  { endpoint, permission }: Guarded,
  request: Request,
  response: Response,
  actor: Actor,
  guards: Guards,
): Promise<{ call: Call<Endpoint>; scope: Scope | null }> {
  if (permission !== 'signed_in') {
    if (!actor.permissions.has(permission)) throw new ProblemError('not_allowed')
    // Behind broken glass nothing leaves as a file.
    if (endpoint.stream === 'text/csv' && actor.session.glassUntil !== null)
      throw new ProblemError('not_allowed')
    // One's own session is no guess: whoever guessed too much may still see it and leave.
    if (guards.misses.isSpent(actor.session.subject))
      throw new ProblemError('too_many_requests', { retryAfter: 30 })
  }
  if (endpoint.method === 'POST') await readBody(request, response, endpoint.bodyBytes)
  const input = parseInput(endpoint, request)
  const scope = scopeFor(input.params, actor.session, guards)
  return { call: { ...input, actor, scope: scope as Call<Endpoint>['scope'] }, scope }
}

/** Lets a request through all guards or throws; a refusal is recorded. Where `renews` is false it is no use of the session. */
export async function enter(
  route: Guarded,
  request: Request,
  response: Response,
  guards: Guards,
  renews = true,
) {
  const session = await signedIn(request, response, guards, renews)
  response.locals.mark = markOf(session)
  const isBroken = session.glassUntil !== null
  const permissions = guards.permissions(session.role, isBroken)
  const { reference } = response.locals
  const sight = guards.sight(session.role, isBroken)
  const actor: Actor = { session, permissions, sight, reference, isUnasked: isUnasked(request) }
  const address = sourceAddress(request)
  const { call, scope } = await admitted(route, request, response, actor, guards).catch(
    async (thrown: unknown) => {
      if (thrown instanceof ProblemError && recordedRefusals.has(thrown.id)) {
        const { environment, about } = wanted(route.endpoint, request, guards)
        const what = { actor, address, environment, problem: thrown }
        await record({ action: 'access.refused', about }, what, guards)
      }
      throw thrown
    },
  )
  return { call, actor, address, environment: scope?.environment ?? null }
}
