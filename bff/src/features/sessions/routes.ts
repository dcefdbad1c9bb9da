import { endpoints } from '@paydesk/shared/endpoints'
import { subject } from '../../platform/audit/entry.ts'
import { type Actor, route } from '../../platform/http/route.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Session } from '../../platform/session/session.ts'
import type { LivingSession } from '../../platform/session/session-list.ts'
import type { Sessions } from '../../platform/session/sessions.ts'
import { presentOwn, presentPeople } from './present.ts'

export interface PeopleNeeds {
  readonly sessions: Sessions
}

/** Sessions that are listed of everybody; of more, those that were used last. */
const mostListed = 1_000
/** Used within this time (ms) is in use. */
const inUseMs = 5 * 60_000

const personOf = ({ issuer, subject: id }: Session) => ({ issuer, subject: id })

function ownOf({ session }: Actor, { sessions }: PeopleNeeds): Promise<LivingSession[]> {
  return sessions.living({ person: personOf(session) })
}

/** Ending the session that asks is signing out, which also tells the identity provider. */
function refuseHere(handle: string, { session }: Actor): void {
  if (handle !== session.handle) return
  const expected = 'another session than this one: sign out to end this one'
  throw new ProblemError('bad_request', { fields: [{ name: 'session', expected }] })
}

const answerOf = (ended: number) => ({ answer: ended > 0 ? ('ended' as const) : ('gone' as const) })

interface Ended {
  readonly ended: number
  readonly left: LivingSession[]
}

export const listOwnSessions = route(endpoints.listOwnSessions, {
  permission: 'session.own',
  audit: () => ({ action: 'sessions.listed' }),
  handle: ({ actor }, needs: PeopleNeeds) => ownOf(actor, needs),
  present: (all, { actor }) => ({ sessions: presentOwn(all, actor.session) }),
})

export const endOwnSession = route(endpoints.endOwnSession, {
  permission: 'session.own',
  audit: ({ params }) => ({
    action: 'session.ended_own',
    about: subject('session', params.session, undefined),
  }),
  async handle({ params, actor }, { sessions }: PeopleNeeds) {
    refuseHere(params.session, actor)
    return sessions.close({ handle: params.session, of: personOf(actor.session) }, 'self')
  },
  present: answerOf,
})

export const endOtherSessions = route(endpoints.endOtherSessions, {
  permission: 'session.own',
  audit: (_call, done: Ended | undefined) => ({
    action: 'sessions.ended_others',
    note: `rows:${done?.ended ?? 0}`,
  }),
  async handle({ actor }, needs: PeopleNeeds): Promise<Ended> {
    const { session } = actor
    const ended = await needs.sessions.close({ of: personOf(session), except: session.hash }, 'self')
    return { ended, left: await ownOf(actor, needs) }
  },
  present: ({ left }, { actor }) => ({ sessions: presentOwn(left, actor.session) }),
})

export const listEverySession = route(endpoints.listEverySession, {
  permission: 'session.every',
  audit: () => ({ action: 'sessions.every.listed' }),
  handle: (_call, { sessions }: PeopleNeeds) => sessions.living({ most: mostListed + 1 }),
  present(all, { actor }) {
    const listed = all.slice(0, mostListed)
    const people = presentPeople(listed, actor.session)
    return {
      people,
      figures: {
        people: people.length,
        sessions: listed.length,
        inUse: listed.filter(({ seenAt }) => Date.now() - seenAt < inUseMs).length,
        several: people.filter(({ sessions }) => sessions.length > 1).length,
      },
      more: all.length > mostListed,
      mayEnd: actor.permissions.has('session.end'),
    }
  },
})

export const endSession = route(endpoints.endSession, {
  permission: 'session.end',
  audit: ({ params, body }) => ({
    action: 'session.ended_by',
    about: subject('session', params.session, undefined),
    purpose: { field: null, code: null, caseRef: body.ticket ?? null, stepUpAge: null },
    note: `because:${body.reason}`,
  }),
  async handle({ params, body, actor }, { sessions }: PeopleNeeds) {
    refuseHere(params.session, actor)
    refusePersonalTicket('ticket', body.ticket)
    return sessions.close({ handle: params.session }, 'administrator')
  },
  present: answerOf,
})
