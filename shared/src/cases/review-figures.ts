import { z } from 'zod'
import { caseListSchema } from './review-cases.ts'

/** Number of days that are counted, today included; 30 by default. */
export const reviewFigureDaysSchema = z.enum(['7', '30', '90'])
export type ReviewFigureDays = z.infer<typeof reviewFigureDaysSchema>
export const reviewFiguresQuerySchema = z.strictObject({ days: reviewFigureDaysSchema.optional() })

const countSchema = z.int().min(0)

/**
 * Review figures of all cases that this user may see. Counts only: no amounts, ids or names. Times are our
 * own; days are those of `zone`.
 */
export const reviewFiguresSchema = z.strictObject({
  countedAt: z.iso.datetime(),
  days: z.int().min(1),
  zone: z.string(),
  /** Current state of the queue; does not depend on the days. */
  queue: caseListSchema.shape.figures.pick({ cases: true, sla: true, bands: true, slaMs: true }),
  /**
   * Cases that left the queue in these days. `onTime`: the decision was made within the SLA, counted from the
   * time the case was first seen; `late`: after it. The time of a decision is its approval if one is needed.
   * `undecided`: left without such a decision of Paydesk, so nothing can be said about the SLA.
   */
  left: z.strictObject({ onTime: countSchema, late: countSchema, undecided: countSchema }),
  /** Decisions made in these days. `dropped`: refused, sent back, withdrawn, expired or overtaken. */
  decisions: z.strictObject({
    made: countSchema,
    confirmed: countSchema,
    waiting: countSchema,
    dropped: countSchema,
  }),
  /** Reactions of the payment service to the confirmed decisions; `waiting`: no outcome was seen yet. */
  outcomes: z.strictObject({
    waiting: countSchema,
    followed: countSchema,
    notFollowed: countSchema,
    opposite: countSchema,
    /** Histogram of the time (ms) from confirmation to outcome; the last span has no upper end. */
    spans: z.array(
      z.strictObject({ fromMs: countSchema, toMs: z.int().min(1).nullable(), decisions: countSchema }),
    ),
    /** Median (ms) of that time; `p90Ms` is its 90th percentile. Null while no outcome was seen. */
    medianMs: countSchema.nullable(),
    p90Ms: countSchema.nullable(),
  }),
  /**
   * Days, oldest first: cases that entered and left the queue, and decisions made. `onTime` and `late`: cases
   * that left on that day, by their decision.
   */
  perDay: z.array(
    z.strictObject({
      day: z.iso.date(),
      entered: countSchema,
      decided: countSchema,
      left: countSchema,
      onTime: countSchema,
      late: countSchema,
    }),
  ),
  /** Share of cases (percent) that should be decided within the SLA. */
  slaTarget: z.int().min(1).max(100),
})
export type ReviewFigures = z.infer<typeof reviewFiguresSchema>
