import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { role } from '../core/permissions.ts'
import { ticketNumber } from '../core/purposes.ts'

/** Opaque name of a session. The session cannot be used or derived from it. */
export const sessionHandle = z
  .string()
  .regex(/^w_[0-9a-z]{20}$/)
  .brand<'SessionHandle'>()
export type SessionHandle = z.infer<typeof sessionHandle>

/**
 * Reasons for ending another user's session. Codes only: the reason goes into the audit log, so free text is
 * not asked for.
 */
export const sessionEndReason = z.enum(['asked', 'lost_device', 'suspicious', 'rights', 'left', 'incident'])
export type SessionEndReason = z.infer<typeof sessionEndReason>

/** Live session. Times are ISO 8601 UTC; the last use is exact to some seconds. */
export const sessionView = z.strictObject({
  session: sessionHandle,
  /** True for the calling session. */
  isCurrent: z.boolean(),
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** End of the session without further use; `endsAt` is the end in any case. */
  idleExpiresAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Role in force. */
  role,
  roles: z.array(role),
  /** Source address of the last use; null if unknown, for example in sessions older than this column. */
  address: z.string().nullable(),
  /** Short name of the browser in our own words, such as `Firefox 128 on Linux`. */
  browser: z.string().nullable(),
})
export type SessionView = z.infer<typeof sessionView>

/** Sessions of this user: the calling session first, then by last use. */
export const ownSessions = z.strictObject({ sessions: z.array(sessionView) })
export type OwnSessions = z.infer<typeof ownSessions>

export const signedInPerson = z.strictObject({
  name: z.string(),
  me: z.boolean(),
  sessions: z.array(sessionView).min(1),
})
export type SignedInPerson = z.infer<typeof signedInPerson>

export const allSessions = z.strictObject({
  /** Sorted by name. */
  people: z.array(signedInPerson),
  figures: z.strictObject({
    people: z.int().min(0),
    sessions: z.int().min(0),
    /** Sessions used within the last five minutes. */
    inUse: z.int().min(0),
    /** People with more than one session. */
    withSeveralSessions: z.int().min(0),
  }),
  /** True if only the sessions used last are listed. */
  more: z.boolean(),
  mayEnd: z.boolean(),
})
export type AllSessions = z.infer<typeof allSessions>

export const endSessionRequest = z.strictObject({ reason: sessionEndReason, ticket: ticketNumber.optional() })
export type EndSessionRequest = z.infer<typeof endSessionRequest>

/** Result of ending a session. `gone`: the session had already ended. */
export const endSessionResponse = z.strictObject({ answer: z.enum(['ended', 'gone']) })

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
  listAllSessions: defineEndpoint({ ...get, path: '/api/staff-sessions', response: allSessions }),
  /** Ends a session of any user except the calling session. */
  endSession: defineEndpoint({
    ...post,
    path: '/api/staff-sessions/:session/end',
    params: ofSession,
    body: endSessionRequest,
    response: endSessionResponse,
  }),
} as const
