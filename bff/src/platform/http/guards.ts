import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { Role, StaffPermission } from '@paydesk/shared/core/permissions'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { backgroundRefreshHeader, type Endpoint } from '@paydesk/shared/endpoints'
import type { Request, Response } from 'express'
import { z } from 'zod'
import type { FieldAccess } from '../access/field-access.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AuditEntry, AuditEvent, AuditSubject } from '../audit/entry.ts'
import { type AuditReasonCode, buildAuditReason } from '../audit/reason.ts'
import { ProblemError } from '../problem/problem.ts'
import type { Logger } from '../runtime/log.ts'
import { withTimeout } from '../runtime/timeout.ts'
import type { HostCookie } from '../session/cookies.ts'
import type { Session, SessionState } from '../session/session.ts'
import { computePrivilegeKey, computeSessionFingerprint } from '../session/session-fingerprint.ts'
import type { ClientInfo, SessionStore } from '../session/session-store.ts'
import type { SessionWatcher } from '../session/session-watcher.ts'
import { describeBrowser } from './browser-name.ts'
import { parseInput, readBody } from './input.ts'
import { readSourceAddress, rejectCrossSiteRequest } from './origin.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Actor, AnyRoute, AuditExemption, RouteCall, Scope } from './route.ts'
import { dropTicketWithPersonalData } from './ticket.ts'

/** Dependencies of the guards; the same for every route. */
export interface RouteGuardDeps {
  readonly origin: string
  readonly cookie: HostCookie
  readonly sessions: SessionStore
  /** Returns a session whose roles and merchants were confirmed not too long ago, or the reason why there is none. */
  readonly requireCurrentRights: (session: Session) => Promise<SessionState>
  readonly watch: SessionWatcher
  readonly audit: AuditLog
  readonly log: Logger
  readonly permissions: (role: Role, isBreakGlass?: boolean) => ReadonlySet<StaffPermission>
  readonly fieldAccessFor: (role: Role, isBreakGlass?: boolean) => FieldAccess
  /** Returns the merchants of an environment; undefined for an unknown environment. */
  readonly merchants: (environment: EnvironmentName) => readonly MerchantId[] | undefined
  /** Time limit (ms) of a route, however many reads of the payment service the route needs in sequence. */
  readonly answerTimeoutMs: number
  /** IANA name of the time zone in which times are shown. */
  readonly zone: string
  /** Counts requests of a person for things that do not exist: guessing IDs must not pay. */
  readonly notFoundLimiter: RateLimiter
}

const environmentParamsSchema = z.object({ env: z.string() })
/** Parameters that hold handles. Transaction IDs are left out: any text can stand in their place. */
const subjectParamsSchema = z.object({
  customer: z.string().optional(),
  identity: z.string().optional(),
  decision: z.string().optional(),
  question: z.string().optional(),
  discrepancy: z.string().optional(),
})

/** Filter of a list that names a record. */
const filterSchema = subjectParamsSchema.pick({ customer: true })

const problemBySessionState = { none: 'not_signed_in', idle: 'session_idle', over: 'session_over' } as const

function sessionProblem(state: SessionState & { session: null }, zone: string): ProblemError {
  if (state.why !== 'ended') return new ProblemError(problemBySessionState[state.why])
  const { by, at } = state.ended
  return new ProblemError('session_ended', { ended: { by, at: new Date(at).toISOString(), zone } })
}

function isBackgroundRefresh(request: Request): boolean {
  return request.get(backgroundRefreshHeader.name) !== undefined
}

/** Returns the source address and browser of a request, as shown in lists of sessions. */
export function readClientInfo(request: Request): ClientInfo {
  return { address: readSourceAddress(request), browser: describeBrowser(request.get('user-agent')) }
}

async function authenticate(
  request: Request,
  response: Response,
  guards: RouteGuardDeps,
  extendsSession: boolean,
): Promise<Session> {
  const state = await guards.sessions.find(guards.cookie.read(request))
  if (state.session === null) {
    // Keep the cookie of an ended session: every window of the browser is told who ended the session.
    if (state.why === 'idle' || state.why === 'over') guards.cookie.clear(response)
    throw sessionProblem(state, guards.zone)
  }
  // Reject calls from other sites before the renewal: only Paydesk's own pages may keep a session alive.
  rejectCrossSiteRequest(request, guards.origin)
  const confirmed = await guards.requireCurrentRights(state.session)
  const { session } = confirmed
  if (session === null) throw sessionProblem(confirmed, guards.zone)
  if (!extendsSession || isBackgroundRefresh(request)) return session
  return guards.sessions.renew(session, readClientInfo(request))
}

/**
 * Returns the session of a request for a page; null without one. Does not extend it: any site may link to a page, and
 * only Paydesk's own pages may keep a session alive. Throws if the rights cannot be confirmed.
 */
export async function findPageSession(
  request: Request,
  {
    sessions,
    cookie,
    requireCurrentRights,
  }: Pick<RouteGuardDeps, 'sessions' | 'cookie' | 'requireCurrentRights'>,
): Promise<Session | null> {
  const { session } = await sessions.find(cookie.read(request))
  return session === null ? null : (await requireCurrentRights(session)).session
}

/**
 * Returns a problem if the session has ended, or its role or break-glass state has changed, since the request
 * began.
 */
export async function recheckSession(
  session: Session,
  guards: RouteGuardDeps,
  { changesPrivileges = false }: { readonly changesPrivileges?: boolean } = {},
): Promise<ProblemError | null> {
  const now = await guards.sessions.reload(session)
  if (now.session === null) return sessionProblem(now, guards.zone)
  return changesPrivileges || computePrivilegeKey(now.session) === computePrivilegeKey(session)
    ? null
    : new ProblemError('not_allowed')
}

function resolveScope(params: unknown, session: Session, guards: RouteGuardDeps): Scope | null {
  if (typeof params !== 'object' || params === null || !('env' in params)) return null
  // Name branded by the params schema; the configuration decides whether the environment exists.
  const environment = params.env as EnvironmentName
  const all = guards.merchants(environment)
  if (all === undefined) throw new ProblemError('not_found')
  const own = session.merchants
  const merchants = own === null ? all : all.filter((merchant) => own.includes(merchant))
  if (merchants.length === 0) throw new ProblemError('not_allowed')
  const [only = null, another] = all
  return { environment, merchants, onlyMerchant: another === undefined ? only : null }
}

/**
 * Best-effort subject of a rejected request, for the `access.refused` entry: the record of its path, or of a list the
 * customer of its filter.
 */
function describeTarget(endpoint: Endpoint, request: Request, guards: RouteGuardDeps) {
  const params = endpoint.params.safeParse({ ...request.params }).data
  const environment = environmentParamsSchema.safeParse(params).data?.env as EnvironmentName | undefined
  const isList = Object.keys(request.params).every((name) => name === 'env')
  const query = isList ? endpoint.query.safeParse({ ...request.query }).data : undefined
  const ids: z.infer<typeof subjectParamsSchema> =
    (isList ? filterSchema.safeParse(query) : subjectParamsSchema.safeParse(params)).data ?? {}
  const about = (['customer', 'identity', 'decision', 'question', 'discrepancy'] as const).flatMap(
    (kind): AuditSubject[] => {
      const id = ids[kind]
      return id === undefined ? [] : [{ kind, id }]
    },
  )
  const exists = environment !== undefined && guards.merchants(environment) !== undefined
  return { environment: exists ? environment : null, about: about[0] ?? null }
}

export interface AuditContext {
  readonly actor: Actor
  readonly address: string | null
  readonly environment: EnvironmentName | null
  readonly problem: ProblemError | null
}

const getEventNote = (auditEvent: AuditEvent) => ('note' in auditEvent ? (auditEvent.note ?? null) : null)

/** Problems that are recorded as a refusal, not as a failure. */
const refusedProblems: ReadonlySet<ProblemId> = new Set([
  'not_allowed',
  'reveal_limit_reached',
  'access_limit_reached',
])

/** Builds the audit entry of an event. `end`: reason why a stream ended early. */
export function buildAuditEntry(
  auditEvent: AuditEvent,
  { actor, address, environment, problem }: AuditContext,
  end: ProblemId | AuditReasonCode | null = null,
): AuditEntry {
  const refused = problem !== null && refusedProblems.has(problem.id)
  const { session, reference } = actor
  return {
    action: auditEvent.action,
    about: 'about' in auditEvent ? auditEvent.about : null,
    result: problem === null ? 'allowed' : refused ? 'refused' : 'failed',
    reason: buildAuditReason(
      end ?? problem?.id ?? null,
      problem === null ? getEventNote(auditEvent) : null,
      session.breakGlassUntil !== null,
    ),
    actor: {
      issuer: session.issuer,
      subject: session.subject,
      role: session.role,
      sessionHash: session.hash,
    },
    environment,
    sourceAddress: address,
    reference,
    ...('purpose' in auditEvent &&
      auditEvent.purpose !== undefined && {
        purpose: { ...auditEvent.purpose, caseRef: dropTicketWithPersonalData(auditEvent.purpose.caseRef) },
      }),
  }
}

/** Audit-write timeout (ms) once the request itself has already timed out on the database. */
const auditWriteTimeoutMs = 500

/**
 * Writes the audit entries before anything is answered. Throws `record_unavailable` if an entry cannot be
 * written.
 */
export async function writeAudit(
  auditEvents: AuditEvent | readonly AuditEvent[] | AuditExemption,
  what: AuditContext,
  guards: Pick<RouteGuardDeps, 'audit' | 'log'>,
): Promise<void> {
  if ('action' in auditEvents && auditEvents.action === 'none') return
  try {
    const all = 'action' in auditEvents ? [auditEvents] : auditEvents
    const written = Promise.all(
      all.map((auditEvent) => guards.audit.append(buildAuditEntry(auditEvent, what))),
    )
    await (what.problem?.id === 'unavailable'
      ? withTimeout(auditWriteTimeoutMs, written, () => new Error('late'))
      : written)
  } catch (error) {
    guards.log.error({ err: error, reference: what.actor.reference }, 'audit entry not written')
    throw new ProblemError('record_unavailable', { retryAfter: 5 })
  }
}

const auditedProblems: ReadonlySet<string> = new Set(['not_allowed', 'too_many_requests'])

/** Parts of a route that the guards use, for plain and stream routes. */
export type GuardedRouteParts = Pick<AnyRoute<never>, 'endpoint' | 'permission'>

/** Checks permission, input and scope, and returns the parsed call. */
async function checkAccess(
  { endpoint, permission }: GuardedRouteParts,
  request: Request,
  response: Response,
  actor: Actor,
  guards: RouteGuardDeps,
): Promise<{ call: RouteCall<Endpoint>; scope: Scope | null }> {
  if (permission !== 'signed_in') {
    if (!actor.permissions.has(permission)) throw new ProblemError('not_allowed')
    // Reject file exports under break-glass access.
    if (endpoint.stream === 'text/csv' && actor.session.breakGlassUntil !== null)
      throw new ProblemError('not_allowed')
    // Exempt the person's own session: even after too many guesses, they may view it and sign out.
    if (guards.notFoundLimiter.isExhausted(actor.session.subject))
      throw new ProblemError('too_many_requests', { retryAfter: 30 })
  }
  if (endpoint.method === 'POST') await readBody(request, response, endpoint.maxBodyBytes)
  const input = parseInput(endpoint, request)
  const scope = resolveScope(input.params, actor.session, guards)
  return { call: { ...input, actor, scope: scope as RouteCall<Endpoint>['scope'] }, scope }
}

/**
 * Lets a request through all guards or throws; refusals by permission or rate limit are recorded. If
 * `extendsSession` is false, the request does not count as use of the session.
 */
export async function authorizeRequest(
  route: GuardedRouteParts,
  request: Request,
  response: Response,
  guards: RouteGuardDeps,
  extendsSession = true,
) {
  const session = await authenticate(request, response, guards, extendsSession)
  response.locals.sessionFingerprint = computeSessionFingerprint(session)
  const isBreakGlass = session.breakGlassUntil !== null
  const permissions = guards.permissions(session.role, isBreakGlass)
  const { reference } = response.locals
  const fieldAccess = guards.fieldAccessFor(session.role, isBreakGlass)
  const actor: Actor = {
    session,
    permissions,
    fieldAccess,
    reference,
    isBackgroundRefresh: isBackgroundRefresh(request),
  }
  const address = readSourceAddress(request)
  const { call, scope } = await checkAccess(route, request, response, actor, guards).catch(
    async (thrown: unknown) => {
      if (thrown instanceof ProblemError && auditedProblems.has(thrown.id)) {
        const { environment, about } = describeTarget(route.endpoint, request, guards)
        const what = { actor, address, environment, problem: thrown }
        await writeAudit({ action: 'access.refused', about }, what, guards)
      }
      throw thrown
    },
  )
  return { call, actor, address, environment: scope?.environment ?? null }
}
