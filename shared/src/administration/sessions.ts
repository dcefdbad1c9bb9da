import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { roleSchema } from '../core/permissions.ts'
import { ticketNumberSchema } from '../core/purposes.ts'

/** Opaque name of a session. The session cannot be used or derived from it. */
export const sessionHandleSchema = z
  .string()
  .regex(/^w_[0-9a-z]{20}$/)
  .brand<'SessionHandle'>()
export type SessionHandle = z.infer<typeof sessionHandleSchema>

/**
 * Reasons for ending another user's session. Codes only: the reason goes into the audit log, so free text is
 * not asked for.
 */
export const sessionEndReasonSchema = z.enum([
  'asked',
  'lost_device',
  'suspicious',
  'rights',
  'left',
  'incident',
])
export type SessionEndReason = z.infer<typeof sessionEndReasonSchema>

/** Browser of a session in codes: names as their makers write them. `system` is null if it is unknown. */
const sessionBrowserSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  system: z.string().nullable(),
})

/** Live session. Times are ISO 8601 UTC; the last use is exact to some seconds. */
export const sessionViewSchema = z.strictObject({
  session: sessionHandleSchema,
  /** True for the calling session. */
  isCurrent: z.boolean(),
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** End of the session without further use; `endsAt` is the end in any case. */
  idleExpiresAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Role in force. */
  role: roleSchema,
  roles: z.array(roleSchema),
  /** Source address of the last use; null if unknown, for example in sessions older than this column. */
  address: z.string().nullable(),
  /** Browser of the last use; null if it is unknown. */
  browser: sessionBrowserSchema.nullable(),
})
export type SessionView = z.infer<typeof sessionViewSchema>

/** Sessions of this user: the calling session first, then by last use. */
export const ownSessionsSchema = z.strictObject({ sessions: z.array(sessionViewSchema) })
export type OwnSessions = z.infer<typeof ownSessionsSchema>

export const signedInPersonSchema = z.strictObject({
  name: z.string(),
  me: z.boolean(),
  sessions: z.array(sessionViewSchema).min(1),
})
export type SignedInPerson = z.infer<typeof signedInPersonSchema>

export const allSessionsSchema = z.strictObject({
  /** Sorted by name. */
  people: z.array(signedInPersonSchema),
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
export type AllSessions = z.infer<typeof allSessionsSchema>

export const endSessionRequestSchema = z.strictObject({
  reason: sessionEndReasonSchema,
  ticket: ticketNumberSchema.optional(),
})
export type EndSessionRequest = z.infer<typeof endSessionRequestSchema>

/** Result of ending a session. `gone`: the session had already ended. */
export const endSessionResponseSchema = z.strictObject({ answer: z.enum(['ended', 'gone']) })

const noneSchema = z.strictObject({})
const ofSessionSchema = z.strictObject({ session: sessionHandleSchema })
const get = { method: 'GET', params: noneSchema, query: noneSchema, body: noneSchema } as const
const post = { method: 'POST', params: noneSchema, query: noneSchema, body: noneSchema } as const

/** Endpoints for sessions: the user's own, and those of all staff for roles that run or audit Paydesk. */
export const sessionEndpoints = {
  listOwnSessions: defineEndpoint({ ...get, path: '/api/sessions', response: ownSessionsSchema }),
  /**
   * Ends a session of the same user. Ending the calling session is signing out, so it is not allowed here.
   */
  endOwnSession: defineEndpoint({
    ...post,
    path: '/api/sessions/:session/end',
    params: ofSessionSchema,
    response: endSessionResponseSchema,
  }),
  /** Ends all sessions of the user except the calling session. */
  endOtherSessions: defineEndpoint({
    ...post,
    path: '/api/sessions/end-others',
    response: ownSessionsSchema,
  }),
  listAllSessions: defineEndpoint({ ...get, path: '/api/staff-sessions', response: allSessionsSchema }),
  /** Ends a session of any user except the calling session. */
  endSession: defineEndpoint({
    ...post,
    path: '/api/staff-sessions/:session/end',
    params: ofSessionSchema,
    body: endSessionRequestSchema,
    response: endSessionResponseSchema,
  }),
} as const
