import { z } from 'zod'
import { colleagueSchema } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { roleSchema } from '../core/permissions.ts'
import { auditCodeSchema, purposeCodeSchema, ticketNumberSchema } from '../core/purposes.ts'

/** Handle of one use of emergency access: wider field access for some minutes. */
export const breakGlassHandleSchema = z
  .string()
  .regex(/^g_[0-9a-z]{20}$/)
  .brand<'BreakGlassHandle'>()
export type BreakGlassHandle = z.infer<typeof breakGlassHandleSchema>

export const breakGlassCommentSchema = z.string().trim().min(15).max(500)
export const breakGlassReportTextSchema = z.string().trim().min(50).max(4_000)

export const activateBreakGlassRequestSchema = z.strictObject({
  purpose: purposeCodeSchema,
  ticket: ticketNumberSchema,
  text: breakGlassCommentSchema,
})
export type ActivateBreakGlassRequest = z.infer<typeof activateBreakGlassRequestSchema>

export const reportBreakGlassRequestSchema = z.strictObject({ text: breakGlassReportTextSchema })

/** Emergency access of this user. Times here and below are ISO 8601 UTC. */
export const ownBreakGlassStatusSchema = z.strictObject({
  /** End of the wider field access in this session; null if it is not active. */
  until: z.iso.datetime().nullable(),
  /** Emergency access whose report is due. Until it is written, no other emergency access can start. */
  reportDueFor: breakGlassHandleSchema.nullable(),
})
export type OwnBreakGlassStatus = z.infer<typeof ownBreakGlassStatusSchema>

export const breakGlassActivationSchema = z.strictObject({
  breakGlass: breakGlassHandleSchema,
  by: colleagueSchema,
  role: roleSchema,
  purpose: purposeCodeSchema,
  ticket: z.string(),
  text: maskedValueSchema,
  at: z.iso.datetime(),
  /** End of the emergency access, in the future or in the past. */
  until: z.iso.datetime(),
  isOver: z.boolean(),
  acknowledgement: z.strictObject({ by: colleagueSchema, at: z.iso.datetime() }).nullable(),
  /** True if this user may acknowledge: not for their own emergency access, and only once. */
  mayAcknowledge: z.boolean(),
  report: z.strictObject({ text: maskedValueSchema, at: z.iso.datetime() }).nullable(),
  /** True if there is no report one day after the end. */
  isReportMissing: z.boolean(),
})
export type BreakGlassActivation = z.infer<typeof breakGlassActivationSchema>

/** Filter: `waiting` selects emergency access not acknowledged, or with its report missing. */
export const breakGlassQuerySchema = z.strictObject({ show: z.enum(['waiting', 'all']).optional() })

/** Emergency access of the last year, newest first. */
export const breakGlassListSchema = z.strictObject({
  activations: z.array(breakGlassActivationSchema),
  more: z.boolean(),
})
export type BreakGlassList = z.infer<typeof breakGlassListSchema>

/** Events during one emergency access, from the audit log: actions and opaque handles, no values. */
export const breakGlassActivityLogSchema = z.strictObject({
  activation: breakGlassActivationSchema,
  /** Counts by action and kind of record; null if the events name none. */
  counts: z.array(
    z.strictObject({ action: auditCodeSchema, kind: auditCodeSchema.nullable(), count: z.int().min(1) }),
  ),
  entries: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      action: auditCodeSchema,
      result: z.enum(['allowed', 'refused', 'failed']),
      about: z.strictObject({ kind: auditCodeSchema, id: z.string() }).nullable(),
      environment: z.string().nullable(),
      reference: z.string(),
    }),
  ),
  more: z.boolean(),
})
export type BreakGlassActivityLog = z.infer<typeof breakGlassActivityLogSchema>

export const acknowledgeBreakGlassResponseSchema = z.strictObject({
  answer: z.enum(['acknowledged', 'already']),
  activation: breakGlassActivationSchema,
})

/**
 * Counts of emergency access, to notice when it becomes a habit. Weeks begin on Monday in the time zone of
 * Paydesk.
 */
export const breakGlassFiguresSchema = z.strictObject({
  thisWeek: z.int().min(0),
  /** Twelve weeks, the current week last. */
  weeks: z.array(z.strictObject({ week: z.iso.date(), count: z.int().min(0) })),
  /** People with emergency access in these weeks, most often first. */
  people: z.array(
    z.strictObject({ name: colleagueSchema.shape.name, thisWeek: z.int().min(0), count: z.int().min(1) }),
  ),
  waiting: z.int().min(0),
  missing: z.int().min(0),
})
export type BreakGlassFigures = z.infer<typeof breakGlassFiguresSchema>

const noneSchema = z.strictObject({})
const ofBreakGlassSchema = z.strictObject({ breakGlass: breakGlassHandleSchema })
const get = { method: 'GET', params: noneSchema, query: noneSchema, body: noneSchema } as const
const post = { method: 'POST', params: noneSchema, query: noneSchema, body: noneSchema } as const

/**
 * Endpoints for emergency access. Own emergency access is part of the session: each of these actions changes
 * the session fingerprint, so other tabs of the session reload.
 */
export const breakGlassEndpoints = {
  /** Writes the report that is due. */
  reportBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/break-glass/report',
    body: reportBreakGlassRequestSchema,
    response: ownBreakGlassStatusSchema,
  }),
  startBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/break-glass',
    body: activateBreakGlassRequestSchema,
    response: ownBreakGlassStatusSchema,
  }),
  endBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/break-glass/end',
    response: ownBreakGlassStatusSchema,
  }),
  listBreakGlass: defineEndpoint({
    ...get,
    path: '/api/break-glass',
    query: breakGlassQuerySchema,
    response: breakGlassListSchema,
  }),
  showBreakGlass: defineEndpoint({
    ...get,
    path: '/api/break-glass/:breakGlass',
    params: ofBreakGlassSchema,
    response: breakGlassActivityLogSchema,
  }),
  acknowledgeBreakGlass: defineEndpoint({
    ...post,
    path: '/api/break-glass/:breakGlass/acknowledge',
    params: ofBreakGlassSchema,
    response: acknowledgeBreakGlassResponseSchema,
  }),
  showBreakGlassFigures: defineEndpoint({
    ...get,
    path: '/api/break-glass-figures',
    response: breakGlassFiguresSchema,
  }),
} as const
