import { endpoints } from '@paydesk/shared/endpoints'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import { type Actor, defineRoute } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { ActiveSession } from '../../platform/session/active-sessions.ts'
import type { Session } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import { presentOwnSessions, presentSignedInPeople } from './present.ts'

export interface SessionRouteDeps {
  readonly sessions: SessionStore
}

/** Limit of listed sessions of all people; the most recently used are kept. */
const maxListedSessions = 1_000
/** Time (ms) after the last use during which a session counts as in use. */
const inUseMs = 5 * 60_000

const personOf = ({ issuer, subject: id }: Session) => ({ issuer, subject: id })

function listOwn({ session }: Actor, { sessions }: SessionRouteDeps): Promise<ActiveSession[]> {
  return sessions.listActive({ person: personOf(session) })
}

/**
 * Rejects ending the session of the request: that is signing out, which also informs the identity provider.
 */
function rejectCurrentSession(handle: string, { session }: Actor): void {
  if (handle !== session.handle) return
  throw new ProblemError('bad_request', { fields: [{ name: 'session', rule: 'other_session' }] })
}

const presentEndAnswer = (ended: number) => ({ answer: ended > 0 ? ('ended' as const) : ('gone' as const) })

interface EndOthersResult {
  readonly ended: number
  readonly left: ActiveSession[]
}

export const listOwnSessionsRoute = defineRoute(endpoints.listOwnSessions, {
  permission: 'session.own',
  audit: () => ({ action: 'sessions.listed' }),
  handle: ({ actor }, deps: SessionRouteDeps) => listOwn(actor, deps),
  present: (all, { actor }) => ({ sessions: presentOwnSessions(all, actor.session) }),
})

export const endOwnSessionRoute = defineRoute(endpoints.endOwnSession, {
  permission: 'session.own',
  audit: ({ params }) => ({
    action: 'session.ended_own',
    about: toAuditSubject('session', params.session, undefined),
  }),
  async handle({ params, actor }, { sessions }: SessionRouteDeps) {
    rejectCurrentSession(params.session, actor)
    return sessions.close({ handle: params.session, of: personOf(actor.session) }, 'self')
  },
  present: presentEndAnswer,
})

export const endOtherSessionsRoute = defineRoute(endpoints.endOtherSessions, {
  permission: 'session.own',
  audit: (_call, done: EndOthersResult | undefined) => ({
    action: 'sessions.ended_others',
    note: `rows:${done?.ended ?? 0}`,
  }),
  async handle({ actor }, deps: SessionRouteDeps): Promise<EndOthersResult> {
    const { session } = actor
    const ended = await deps.sessions.close({ of: personOf(session), except: session.hash }, 'self')
    return { ended, left: await listOwn(actor, deps) }
  },
  present: ({ left }, { actor }) => ({ sessions: presentOwnSessions(left, actor.session) }),
})

export const listAllSessionsRoute = defineRoute(endpoints.listAllSessions, {
  permission: 'session.every',
  audit: () => ({ action: 'sessions.every.listed' }),
  handle: (_call, { sessions }: SessionRouteDeps) => sessions.listActive({ limit: maxListedSessions + 1 }),
  present(all, { actor }) {
    const listed = all.slice(0, maxListedSessions)
    const people = presentSignedInPeople(listed, actor.session)
    return {
      people,
      figures: {
        people: people.length,
        sessions: listed.length,
        inUse: listed.filter(({ seenAt }) => Date.now() - seenAt < inUseMs).length,
        withSeveralSessions: people.filter(({ sessions }) => sessions.length > 1).length,
      },
      more: all.length > maxListedSessions,
      mayEnd: actor.permissions.has('session.end'),
    }
  },
})

export const endSessionRoute = defineRoute(endpoints.endSession, {
  permission: 'session.end',
  audit: ({ params, body }) => ({
    action: 'session.ended_by',
    about: toAuditSubject('session', params.session, undefined),
    purpose: { field: null, code: null, caseRef: body.ticket ?? null, stepUpAge: null },
    note: `because:${body.reason}`,
  }),
  async handle({ params, body, actor }, { sessions }: SessionRouteDeps) {
    rejectCurrentSession(params.session, actor)
    rejectPersonalDataInTicket('ticket', body.ticket)
    return sessions.close({ handle: params.session }, 'administrator')
  },
  present: presentEndAnswer,
})
