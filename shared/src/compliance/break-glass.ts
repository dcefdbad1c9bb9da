import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { maskedValue } from '../core/masked-value.ts'
import { role } from '../core/permissions.ts'
import { auditCode, purposeCode, ticketNumber } from '../core/purposes.ts'

/** Handle of one use of emergency access: wider field access for some minutes. */
export const breakGlassHandle = z
  .string()
  .regex(/^g_[0-9a-z]{20}$/)
  .brand<'GlassHandle'>()
export type BreakGlassHandle = z.infer<typeof breakGlassHandle>

export const breakGlassComment = z.string().trim().min(15).max(500)
export const breakGlassReport = z.string().trim().min(50).max(4_000)

export const breakGlassRequest = z.strictObject({
  purpose: purposeCode,
  ticket: ticketNumber,
  text: breakGlassComment,
})
export type BreakGlassRequest = z.infer<typeof breakGlassRequest>

export const breakGlassReportRequest = z.strictObject({ text: breakGlassReport })

/** Emergency access of this user. Times here and below are ISO 8601 UTC. */
export const ownBreakGlassStatus = z.strictObject({
  /** End of the wider field access in this session; null if it is not active. */
  until: z.iso.datetime().nullable(),
  /** Emergency access whose report is due. Until it is written, no other emergency access can start. */
  reportDueFor: breakGlassHandle.nullable(),
})
export type OwnBreakGlassStatus = z.infer<typeof ownBreakGlassStatus>

export const breakGlassActivation = z.strictObject({
  breakGlass: breakGlassHandle,
  by: colleague,
  role,
  purpose: purposeCode,
  ticket: z.string(),
  text: maskedValue,
  at: z.iso.datetime(),
  /** End of the emergency access, in the future or in the past. */
  until: z.iso.datetime(),
  isOver: z.boolean(),
  acknowledgement: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
  /** True if this user may acknowledge: not for their own emergency access, and only once. */
  mayAcknowledge: z.boolean(),
  report: z.strictObject({ text: maskedValue, at: z.iso.datetime() }).nullable(),
  /** True if there is no report one day after the end. */
  isReportMissing: z.boolean(),
})
export type BreakGlassActivation = z.infer<typeof breakGlassActivation>

/** Filter: `waiting` selects emergency access not acknowledged, or with its report missing. */
export const breakGlassQuery = z.strictObject({ show: z.enum(['waiting', 'all']).optional() })

/** Emergency access of the last year, newest first. */
export const breakGlassList = z.strictObject({
  activations: z.array(breakGlassActivation),
  more: z.boolean(),
})
export type BreakGlassList = z.infer<typeof breakGlassList>

/** Events during one emergency access, from the audit log: actions and opaque handles, no values. */
export const breakGlassActivityLog = z.strictObject({
  activation: breakGlassActivation,
  /** Counts by action and kind of record; null if the events name none. */
  counts: z.array(z.strictObject({ action: auditCode, kind: auditCode.nullable(), count: z.int().min(1) })),
  entries: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      action: auditCode,
      result: z.enum(['allowed', 'refused', 'failed']),
      about: z.strictObject({ kind: auditCode, id: z.string() }).nullable(),
      environment: z.string().nullable(),
      reference: z.string(),
    }),
  ),
  more: z.boolean(),
})
export type BreakGlassActivityLog = z.infer<typeof breakGlassActivityLog>

export const acknowledgeBreakGlassResponse = z.strictObject({
  answer: z.enum(['acknowledged', 'already']),
  activation: breakGlassActivation,
})

/**
 * Counts of emergency access, to notice when it becomes a habit. Weeks begin on Monday in the time zone of
 * Paydesk.
 */
export const breakGlassFigures = z.strictObject({
  thisWeek: z.int().min(0),
  /** Twelve weeks, the current week last. */
  weeks: z.array(z.strictObject({ week: z.iso.date(), count: z.int().min(0) })),
  /** People with emergency access in these weeks, most often first. */
  people: z.array(
    z.strictObject({ name: colleague.shape.name, thisWeek: z.int().min(0), count: z.int().min(1) }),
  ),
  waiting: z.int().min(0),
  missing: z.int().min(0),
})
export type BreakGlassFigures = z.infer<typeof breakGlassFigures>

const none = z.strictObject({})
const ofBreakGlass = z.strictObject({ breakGlass: breakGlassHandle })
const get = { method: 'GET', params: none, query: none, body: none } as const
const post = { method: 'POST', params: none, query: none, body: none } as const

/**
 * Endpoints for emergency access. Own emergency access is part of the session: each of these actions changes
 * the session fingerprint, so other tabs of the session reload.
 */
export const breakGlassEndpoints = {
  /** Writes the report that is due. */
  reportBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/break-glass/report',
    body: breakGlassReportRequest,
    response: ownBreakGlassStatus,
  }),
  startBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/break-glass',
    body: breakGlassRequest,
    response: ownBreakGlassStatus,
  }),
  endBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/break-glass/end',
    response: ownBreakGlassStatus,
  }),
  listBreakGlass: defineEndpoint({
    ...get,
    path: '/api/break-glass',
    query: breakGlassQuery,
    response: breakGlassList,
  }),
  showBreakGlass: defineEndpoint({
    ...get,
    path: '/api/break-glass/:breakGlass',
    params: ofBreakGlass,
    response: breakGlassActivityLog,
  }),
  acknowledgeBreakGlass: defineEndpoint({
    ...post,
    path: '/api/break-glass/:breakGlass/acknowledge',
    params: ofBreakGlass,
    response: acknowledgeBreakGlassResponse,
  }),
  showBreakGlassFigures: defineEndpoint({
    ...get,
    path: '/api/break-glass-figures',
    response: breakGlassFigures,
  }),
} as const
