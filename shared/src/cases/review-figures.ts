import { z } from 'zod'
import { caseList } from './review-cases.ts'

/** Number of days that are counted, today included; 30 by default. */
export const reviewFigureDays = z.enum(['7', '30', '90'])
export type ReviewFigureDays = z.infer<typeof reviewFigureDays>
export const reviewFiguresQuery = z.strictObject({ days: reviewFigureDays.optional() })

const count = z.int().min(0)

/**
 * Review figures of all cases that this user may see. Counts only: no amounts, ids or names. Times are our
 * own; days are those of `zone`.
 */
export const reviewFigures = z.strictObject({
  countedAt: z.iso.datetime(),
  days: z.int().min(1),
  zone: z.string(),
  /** Current state of the queue; does not depend on the days. */
  queue: caseList.shape.figures.pick({ cases: true, sla: true, bands: true, slaMs: true }),
  /**
   * Cases that left the queue in these days. `onTime`: the decision was made within the SLA, counted from the
   * time the case was first seen; `late`: after it. The time of a decision is its approval if one is needed.
   * `undecided`: left without such a decision of Paydesk, so nothing can be said about the SLA.
   */
  left: z.strictObject({ onTime: count, late: count, undecided: count }),
  /** Decisions made in these days. `dropped`: refused, sent back, withdrawn, expired or overtaken. */
  decisions: z.strictObject({ made: count, confirmed: count, waiting: count, dropped: count }),
  /** Reactions of the payment service to the confirmed decisions; `waiting`: no outcome was seen yet. */
  outcomes: z.strictObject({
    waiting: count,
    followed: count,
    notFollowed: count,
    opposite: count,
    /** Histogram of the time (ms) from confirmation to outcome; the last span has no upper end. */
    spans: z.array(z.strictObject({ fromMs: count, toMs: z.int().min(1).nullable(), decisions: count })),
    /** Median (ms) of that time; `p90Ms` is its 90th percentile. Null while no outcome was seen. */
    medianMs: count.nullable(),
    p90Ms: count.nullable(),
  }),
  /**
   * Days, oldest first: cases that entered and left the queue, and decisions made. `onTime` and `late`: cases
   * that left on that day, by their decision.
   */
  perDay: z.array(
    z.strictObject({
      day: z.iso.date(),
      entered: count,
      decided: count,
      left: count,
      onTime: count,
      late: count,
    }),
  ),
  /** Share of cases (percent) that should be decided within the SLA. */
  slaTarget: z.int().min(1).max(100),
})
export type ReviewFigures = z.infer<typeof reviewFigures>
