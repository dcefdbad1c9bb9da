import { z } from 'zod'
import { caseList } from './review.ts'

/** How many days are counted, today included; 30 where it is left out. */
export const reviewFigureDays = z.enum(['7', '30', '90'])
export type ReviewFigureDays = z.infer<typeof reviewFigureDays>
export const reviewFiguresQuery = z.strictObject({ days: reviewFigureDays.optional() })

const count = z.int().min(0)

/**
 * How the review is going, of all that this person may see. Counts only: no amount, no id, nobody's name.
 * Times are ours. Days are those of `zone`.
 */
export const reviewFigures = z.strictObject({
  countedAt: z.iso.datetime(),
  days: z.int().min(1),
  zone: z.string(),
  /** What waits now, whatever the days. */
  queue: caseList.shape.figures.pick({ items: true, level: true, bands: true, levelMs: true }),
  /**
   * Items that left the queue in these days. `kept`: a decision stood within the agreed time of first
   * sight; `late`: it stood after it. It stands once confirmed, or at once where nobody had to confirm.
   * `undecided`: it left with no such decision of this office, so nothing can be said of the agreed time.
   */
  left: z.strictObject({ kept: count, late: count, undecided: count }),
  /** Decisions made in these days. `dropped`: refused, sent back, withdrawn, expired or overtaken. */
  decisions: z.strictObject({ made: count, confirmed: count, waiting: count, dropped: count }),
  /** What the service did after those of them that were confirmed; `waiting`: nothing was seen yet. */
  outcomes: z.strictObject({
    waiting: count,
    followed: count,
    notFollowed: count,
    opposite: count,
    /** By the time (ms) from the decision standing to the outcome being seen; the last has no upper end. */
    spans: z.array(z.strictObject({ fromMs: count, toMs: z.int().min(1).nullable(), decisions: count })),
    /** Half of them took no longer, and nine of ten; null while no outcome was seen. */
    halfMs: count.nullable(),
    mostMs: count.nullable(),
  }),
  /** Every day, the oldest first: items that came into the queue and left it, and decisions made. */
  perDay: z.array(z.strictObject({ day: z.iso.date(), came: count, decided: count, left: count })),
})
export type ReviewFigures = z.infer<typeof reviewFigures>
