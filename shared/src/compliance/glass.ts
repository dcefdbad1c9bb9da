import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { shown } from '../core/masked-value.ts'
import { role } from '../core/permissions.ts'
import { caseRef, purposeCode } from '../core/purpose.ts'

/** One time that somebody broke the glass: wider sight for some minutes, in an emergency. */
export const glassHandle = z
  .string()
  .regex(/^g_[0-9a-z]{20}$/)
  .brand<'GlassHandle'>()
export type GlassHandle = z.infer<typeof glassHandle>

export const glassText = z.string().trim().min(15).max(500)
export const glassReport = z.string().trim().min(50).max(4_000)

export const breakRequest = z.strictObject({ purpose: purposeCode, ticket: caseRef, text: glassText })
export type BreakRequest = z.infer<typeof breakRequest>

export const reportRequest = z.strictObject({ text: glassReport })

/** How it stands with this person. Times here and below are ISO 8601 UTC. */
export const ownGlass = z.strictObject({
  /** Until when their sight is wider in this session; null where it is not. */
  until: z.iso.datetime().nullable(),
  /** What they owe a report of; no other break before it is written. */
  owes: glassHandle.nullable(),
})
export type OwnGlass = z.infer<typeof ownGlass>

export const glassBreak = z.strictObject({
  glass: glassHandle,
  by: colleague,
  role: z.strictObject({ id: role, label: z.string() }),
  purpose: purposeCode,
  ticket: z.string(),
  text: shown,
  at: z.iso.datetime(),
  /** When it ends, or ended. */
  until: z.iso.datetime(),
  isOver: z.boolean(),
  acknowledged: z.strictObject({ by: colleague, at: z.iso.datetime() }).nullable(),
  /** Another person than who broke it, and only once. */
  mayAcknowledge: z.boolean(),
  report: z.strictObject({ text: shown, at: z.iso.datetime() }).nullable(),
  /** A day after its end there is none. */
  isReportMissing: z.boolean(),
})
export type GlassBreak = z.infer<typeof glassBreak>

/** `waiting`: what nobody has acknowledged, or where the report is missing. */
export const glassQuery = z.strictObject({ show: z.enum(['waiting', 'all']).optional() })

/** Newest first; of all, those of the last year. */
export const glassPage = z.strictObject({ breaks: z.array(glassBreak), more: z.boolean() })
export type GlassPage = z.infer<typeof glassPage>

/** What was done while the glass was broken, from the audit trail: actions and opaque handles, no values. */
export const glassSeen = z.strictObject({
  break: glassBreak,
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
export type GlassSeen = z.infer<typeof glassSeen>

export const acknowledgeAnswer = z.strictObject({
  answer: z.enum(['acknowledged', 'already']),
  break: glassBreak,
})

/** How often, so that it does not become a habit. Weeks begin on Monday in the office's zone. */
export const glassFigures = z.strictObject({
  thisWeek: z.int().min(0),
  /** Twelve, the running one last. */
  weeks: z.array(z.strictObject({ week: z.iso.date(), count: z.int().min(0) })),
  /** Within these weeks, most often first. */
  people: z.array(z.strictObject({ name: z.string(), thisWeek: z.int().min(0), count: z.int().min(1) })),
  waiting: z.int().min(0),
  missing: z.int().min(0),
})
export type GlassFigures = z.infer<typeof glassFigures>
