import type { Role } from '@paydesk/shared/core/permissions'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { runJobLoop } from '../../platform/jobs/job-loop.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { generateSupportReference } from '../../platform/runtime/reference.ts'
import type { Session, SessionState } from '../../platform/session/session.ts'
import type { SessionPerson } from '../../platform/session/session-person-cipher.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import { createNoRoleError, type GrantedRights } from './oidc-claims.ts'
import type { IdentityProvider, RightsRenewalTokens } from './provider.ts'
import { type SignInCause, SignInError, type SignInFacts } from './sign-in-error.ts'

/** State of the identity provider, as the renewals of this instance found it. Times in ms since 1970. */
export interface RightsRenewalHealth {
  readonly renewedAt: number | null
  /** Beginning of the outage that lasts, with its cause; null if the last renewal was answered. */
  readonly outage: { readonly since: number; readonly cause: SignInCause } | null
  readonly outageMs: number
}

export interface SessionRightsRenewer {
  /**
   * Returns the state of a session whose rights are not older than the limit. Renews them at the provider if they
   * are; a provider that is down leaves the session as it is, for the configured time. Throws `sign_in_unavailable`
   * if another instance has not come to an end with it.
   */
  requireCurrentRights(session: Session): Promise<SessionState>
  /** Renews the sessions whose rights have reached half of the limit. Returns their number. */
  renewDue(): Promise<number>
  /** Starts the background renewal of the rights that are due. */
  start(): void
  /** Resolves once no renewal is in progress. */
  stop(): Promise<void>
  health(): RightsRenewalHealth
}

export interface SessionRightsRenewerDeps {
  readonly provider: Pick<IdentityProvider, 'renewRights'>
  readonly sessions: Pick<
    SessionStore,
    'reload' | 'claimRenewal' | 'storeRights' | 'listDueRenewals' | 'close'
  >
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Logger
  readonly authorityMs: number
  readonly outageMs: number
  readonly now?: () => number
  /** Waits for another instance that renews the same session. */
  readonly wait?: (ms: number) => Promise<void>
}

const maxBatch = 100
const maxPauseMs = 15_000
/** Pause (ms) between attempts while the provider is down: nobody waits for a provider again and again. */
const outagePauseMs = 10_000
/** Time (ms) to wait for another instance: as long as its two calls of the provider may take, and some more. */
const maxPeerWaitMs = 12_000
const peerPollMs = 100

/** Returns why rights do not suffice for the active role of a session; null if they do. */
function findRemovedRole(role: Role, rights: GrantedRights): SignInError | null {
  if (rights.roles.length === 0) return createNoRoleError(rights)
  return rights.roles.includes(role) ? null : new SignInError('no_role', 'role_removed')
}

/** Renews roles and merchants of running sessions at the identity provider, and ends sessions that lost them. */
export function createSessionRightsRenewer(deps: SessionRightsRenewerDeps): SessionRightsRenewer {
  const { provider, sessions, audit, log, authorityMs, outageMs, now = Date.now } = deps
  const wait = deps.wait ?? ((ms: number) => new Promise<void>((over) => setTimeout(over, ms)))
  const inFlight = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let renewedAt: number | null = null
  let outage: RightsRenewalHealth['outage'] = null
  let retryAt = 0

  /** Ends a session; with `authorityAt`, only if its rights were not renewed since. */
  async function endSession(
    session: Omit<Session, 'authorityAt'> & Partial<Pick<Session, 'authorityAt'>>,
    cause: SignInCause,
    facts: SignInFacts,
  ): Promise<void> {
    const { handle, authorityAt, issuer, subject, role, hash } = session
    const ended = await sessions.close(
      { handle, ...(authorityAt !== undefined && { authorityAt }) },
      'provider',
    )
    if (ended === 0) return
    const reference = generateSupportReference()
    log.warn({ reference, cause, ...facts }, 'session ended: its rights were not confirmed')
    const entry: AuditEntry = {
      action: 'session.ended',
      about: { kind: 'session', id: handle },
      result: 'allowed',
      reason: 'provider',
      actor: { issuer, subject, role, sessionHash: hash },
      environment: null,
      sourceAddress: null,
      reference,
    }
    await audit
      .append(entry)
      .catch((error: unknown) => log.error({ err: error, reference }, 'audit entry not written'))
  }

  function noteOutage(cause: SignInCause, facts: SignInFacts): void {
    if (outage === null)
      log.error({ cause, ...facts }, 'rights cannot be renewed: the identity provider is down')
    outage ??= { since: now(), cause }
    retryAt = now() + outagePauseMs
  }

  function noteAnswer(): void {
    if (outage !== null) log.info({ ms: now() - outage.since }, 'the identity provider answers again')
    outage = null
  }

  /** Renews the rights of a session that this instance has claimed. */
  async function renewClaimed(session: Session, person: SessionPerson): Promise<void> {
    const { subject } = session
    const result = await provider.renewRights({ ...person, subject })
    const store = (tokens: RightsRenewalTokens, rights?: GrantedRights) =>
      sessions.storeRights(
        { ...session, merchants: person.merchants },
        {
          ...person,
          ...tokens,
          ...(rights && {
            name: rights.name,
            roles: [...rights.roles],
            merchants: rights.merchants && [...rights.merchants],
          }),
        },
        { isConfirmed: rights !== undefined },
      )
    if (result.outcome === 'unavailable') {
      noteOutage(result.cause, result.facts)
      await store(result.tokens)
      if (now() - session.authorityAt >= outageMs) await endSession(session, result.cause, result.facts)
      return
    }
    noteAnswer()
    const lost =
      result.outcome === 'refused'
        ? new SignInError('no_role', result.cause, result.facts)
        : findRemovedRole(session.role, result.rights)
    if (lost !== null) return endSession(session, lost.reason, lost.facts)
    renewedAt = now()
    if (result.outcome !== 'renewed') return
    const role = await store(result.tokens, result.rights)
    // Look at the role again: the person may have chosen another one while the provider was asked.
    const lostSince = role === null ? null : findRemovedRole(role, result.rights)
    if (role === null || lostSince === null) return
    const { authorityAt: _, ...renewed } = session
    return endSession({ ...renewed, role }, lostSince.reason, lostSince.facts)
  }

  async function tryRenew(session: Session): Promise<boolean> {
    const person = await sessions.claimRenewal(session)
    if (person === null) return false
    await renewClaimed(session, person)
    return true
  }

  /** Renews a session, or waits for the instance that does. */
  async function renewOrWait(session: Session): Promise<void> {
    for (let waited = 0; waited < maxPeerWaitMs; waited += peerPollMs) {
      if (await tryRenew(session)) return
      const current = await sessions.reload(session)
      if (current.session === null || current.session.authorityAt !== session.authorityAt) return
      await wait(peerPollMs)
    }
  }

  /** Shares one renewal of a session between all its requests. */
  function renewShared(session: Session): Promise<void> {
    const begun = inFlight.get(session.hash)
    if (begun !== undefined) return begun
    const renewing = renewOrWait(session).finally(() => inFlight.delete(session.hash))
    inFlight.set(session.hash, renewing)
    return renewing
  }

  async function renewDue(): Promise<number> {
    if (outage !== null && now() < retryAt) return 0
    const due = await sessions.listDueRenewals(now() - authorityMs / 2, maxBatch)
    let renewed = 0
    for (const session of due) {
      if (stopping.signal.aborted) break
      // Without a token nothing can be renewed: such a session lasts for the whole limit, and not longer.
      const hasToken = (session.refreshToken ?? session.accessToken) !== null
      if (!hasToken && now() - session.authorityAt < authorityMs) continue
      if (await tryRenew(session)) renewed += 1
      // Leave the others for the next attempt: they would only wait for the same timeout.
      if (outage !== null) break
    }
    return renewed
  }

  return {
    async requireCurrentRights(session) {
      const age = now() - session.authorityAt
      if (age < authorityMs) return { session }
      if (outage === null || now() >= retryAt || age >= outageMs) await renewShared(session)
      else return { session }
      const current = await sessions.reload(session)
      if (current.session === null || outage !== null) return current
      // Refuse on expired rights: another instance renews them, but has neither finished nor ended the session in time.
      if (now() - current.session.authorityAt < authorityMs) return current
      throw new ProblemError('sign_in_unavailable', { retryAfter: 5 })
    },
    renewDue,
    start() {
      const pauseMs = Math.min(maxPauseMs, authorityMs / 10)
      running = runJobLoop(stopping.signal, {
        step: async () => ((await renewDue()) === maxBatch ? 0 : pauseMs),
        onError: (error) => log.error({ err: error }, 'rights of sessions were not renewed'),
        errorPauseMs: pauseMs,
      })
    },
    async stop() {
      stopping.abort()
      await running
      await Promise.allSettled(inFlight.values())
    },
    health: () => ({ renewedAt, outage, outageMs }),
  }
}
