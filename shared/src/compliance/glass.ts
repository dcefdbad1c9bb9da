import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { maskedValue } from '../core/masked-value.ts'
import { role } from '../core/permissions.ts'
import { purposeCode, ticketNumber } from '../core/purposes.ts'

/** One time that somebody broke the glass: wider sight for some minutes, in an emergency. */
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

/** How it stands with this person. Times here and below are ISO 8601 UTC. */
export const ownBreakGlassStatus = z.strictObject({
  /** Until when their sight is wider in this session; null where it is not. */
  until: z.iso.datetime().nullable(),
  /** What they owe a report of; no other break before it is written. */
  owes: breakGlassHandle.nullable(),
})
export type OwnBreakGlassStatus = z.infer<typeof ownBreakGlassStatus>

export const breakGlassActivation = z.strictObject({
  glass: breakGlassHandle,
  by: colleague,
  role: z.strictObject({ id: role, label: z.string() }),
  purpose: purposeCode,
  ticket: z.string(),
  text: maskedValue,
  at: z.iso.datetime(),
  /** When it ends, or ended. */
  until: z.iso.datetime(),
  isOver: z.boolean(),
  acknowledged: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
  /** Another person than who broke it, and only once. */
  mayAcknowledge: z.boolean(),
  report: z.strictObject({ text: maskedValue, at: z.iso.datetime() }).nullable(),
  /** A day after its end there is none. */
  isReportMissing: z.boolean(),
})
export type BreakGlassActivation = z.infer<typeof breakGlassActivation>

/** `waiting`: what nobody has acknowledged, or where the report is missing. */
export const breakGlassQuery = z.strictObject({ show: z.enum(['waiting', 'all']).optional() })

/** Newest first; of all, those of the last year. */
export const breakGlassList = z.strictObject({ breaks: z.array(breakGlassActivation), more: z.boolean() })
export type BreakGlassList = z.infer<typeof breakGlassList>

/** What was done while the glass was broken, from the audit trail: actions and opaque handles, no values. */
export const breakGlassActivityLog = z.strictObject({
  break: breakGlassActivation,
  /** By deed and kind of what it was about; `says` is the whole of it in the words of the trail. */
  counts: z.array(z.strictObject({ action: z.string(), says: z.string(), count: z.int().min(1) })),
  entries: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      action: z.string(),
      /** What was done in the words of the trail, which go before the word for what it was about. */
      says: z.string(),
      result: z.enum(['allowed', 'refused', 'failed']),
      about: z.strictObject({ words: z.string(), id: z.string() }).nullable(),
      environment: z.string().nullable(),
      reference: z.string(),
    }),
  ),
  more: z.boolean(),
})
export type BreakGlassActivityLog = z.infer<typeof breakGlassActivityLog>

export const acknowledgeBreakGlassResponse = z.strictObject({
  answer: z.enum(['acknowledged', 'already']),
  break: breakGlassActivation,
})

/** How often, so that it does not become a habit. Weeks begin on Monday in the office's zone. */
export const breakGlassFigures = z.strictObject({
  thisWeek: z.int().min(0),
  /** Twelve, the running one last. */
  weeks: z.array(z.strictObject({ week: z.iso.date(), count: z.int().min(0) })),
  /** Within these weeks, most often first. */
  people: z.array(z.strictObject({ name: z.string(), thisWeek: z.int().min(0), count: z.int().min(1) })),
  waiting: z.int().min(0),
  missing: z.int().min(0),
})
export type BreakGlassFigures = z.infer<typeof breakGlassFigures>
