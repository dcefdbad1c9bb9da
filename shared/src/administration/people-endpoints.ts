import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { allSessions, endSessionRequest, endSessionResponse, ownSessions, sessionHandle } from './people.ts'

const none = z.strictObject({})
const ofSession = z.strictObject({ session: sessionHandle })
const get = { method: 'GET', params: none, query: none, body: none } as const
const post = { method: 'POST', params: none, query: none, body: none } as const

/** Who is signed in: one's own sessions, and everybody's for whoever runs or audits the office. */
export const sessionEndpoints = {
  listOwnSessions: defineEndpoint({ ...get, path: '/api/sessions', response: ownSessions }),
  /** One of one's own, but not the one that asks: that is signing out. */
  endOwnSession: defineEndpoint({
    ...post,
    path: '/api/sessions/:session/end',
    params: ofSession,
    response: endSessionResponse,
  }),
  /** All of one's own but the one that asks. */
  endOtherSessions: defineEndpoint({ ...post, path: '/api/sessions/end-others', response: ownSessions }),
  listAllSessions: defineEndpoint({ ...get, path: '/api/office-sessions', response: allSessions }),
  /** Anybody's, but not the one that asks. */
  endSession: defineEndpoint({
    ...post,
    path: '/api/office-sessions/:session/end',
    params: ofSession,
    body: endSessionRequest,
    response: endSessionResponse,
  }),
} as const
