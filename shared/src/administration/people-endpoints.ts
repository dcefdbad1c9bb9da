import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { endAnswer, endRequest, everySession, ownSessions, sessionHandle } from './people.ts'

const none = z.strictObject({})
const ofSession = z.strictObject({ session: sessionHandle })
const get = { method: 'GET', params: none, query: none, body: none } as const
const post = { method: 'POST', params: none, query: none, body: none } as const

/** Who is signed in: one's own sessions, and everybody's for whoever runs or audits the office. */
export const peopleEndpoints = {
  listOwnSessions: endpoint({ ...get, path: '/api/sessions', response: ownSessions }),
  /** One of one's own, but not the one that asks: that is signing out. */
  endOwnSession: endpoint({
    ...post,
    path: '/api/sessions/:session/end',
    params: ofSession,
    response: endAnswer,
  }),
  /** All of one's own but the one that asks. */
  endOtherSessions: endpoint({ ...post, path: '/api/sessions/end-others', response: ownSessions }),
  listEverySession: endpoint({ ...get, path: '/api/office-sessions', response: everySession }),
  /** Anybody's, but not the one that asks. */
  endSession: endpoint({
    ...post,
    path: '/api/office-sessions/:session/end',
    params: ofSession,
    body: endRequest,
    response: endAnswer,
  }),
} as const
