import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { allSessions, endSessionRequest, endSessionResponse, ownSessions, sessionHandle } from './people.ts'

const none = z.strictObject({})
const ofSession = z.strictObject({ session: sessionHandle })
const get = { method: 'GET', params: none, query: none, body: none } as const
const post = { method: 'POST', params: none, query: none, body: none } as const

/** Endpoints for sessions: the user's own, and those of all staff for roles that run or audit Paydesk. */
export const sessionEndpoints = {
  listOwnSessions: defineEndpoint({ ...get, path: '/api/sessions', response: ownSessions }),
  /**
   * Ends a session of the same user. Ending the calling session is signing out, so it is not allowed here.
   */
  endOwnSession: defineEndpoint({
    ...post,
    path: '/api/sessions/:session/end',
    params: ofSession,
    response: endSessionResponse,
  }),
  /** Ends all sessions of the user except the calling session. */
  endOtherSessions: defineEndpoint({ ...post, path: '/api/sessions/end-others', response: ownSessions }),
  listAllSessions: defineEndpoint({ ...get, path: '/api/office-sessions', response: allSessions }),
  /** Ends a session of any user except the calling session. */
  endSession: defineEndpoint({
    ...post,
    path: '/api/office-sessions/:session/end',
    params: ofSession,
    body: endSessionRequest,
    response: endSessionResponse,
  }),
} as const
