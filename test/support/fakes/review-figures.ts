import type { ReviewFigures } from '@paydesk/shared/cases/review-figures'

const hour = 3_600_000

/** Figures per day up to a fixed date, with a few of everything. */
export function buildReviewDays(count: number): ReviewFigures['perDay'] {
  const last = Date.parse('2026-06-30')
  return Array.from({ length: count }, (_, at) => ({
    day: new Date(last - (count - 1 - at) * 24 * hour).toISOString().slice(0, 10),
    entered: (at % 5) + 2,
    decided: at % 4,
    left: (at % 3) + 1,
    onTime: at % 3,
    late: at % 2,
  }))
}

const spanEndsMs = [hour / 4, hour, 4 * hour, 24 * hour, 72 * hour, null] as const

/** Figures of a month in which most cases were on time. */
export function buildReviewFigures(change: Partial<ReviewFigures> = {}): ReviewFigures {
  return {
    countedAt: new Date().toISOString(),
    days: 30,
    zone: 'Europe/Berlin',
    queue: {
      cases: 31,
      sla: { on_time: 24, due_soon: 3, overdue: 4 },
      bands: [
        { fromMs: 0, toMs: hour, cases: 12 },
        { fromMs: hour, toMs: 4 * hour, cases: 15 },
        { fromMs: 4 * hour, toMs: 24 * hour, cases: 3 },
        { fromMs: 24 * hour, toMs: null, cases: 1 },
      ],
      slaMs: 4 * hour,
    },
    left: { onTime: 1_230, late: 82, undecided: 41 },
    decisions: { made: 1_403, confirmed: 1_340, waiting: 6, dropped: 57 },
    outcomes: {
      waiting: 28,
      followed: 1_246,
      notFollowed: 53,
      opposite: 13,
      spans: spanEndsMs.map((toMs, at) => ({
        fromMs: spanEndsMs[at - 1] ?? 0,
        toMs,
        decisions: [310, 602, 280, 101, 15, 4][at] ?? 0,
      })),
      medianMs: 34 * 60_000,
      p90Ms: 6 * hour,
    },
    perDay: buildReviewDays(30),
    slaTarget: 95,
    ...change,
  }
}

/** Figures without cases and decisions. */
export function buildEmptyReviewFigures(): ReviewFigures {
  const { queue, outcomes, perDay } = buildReviewFigures()
  return buildReviewFigures({
    queue: {
      ...queue,
      cases: 0,
      sla: { on_time: 0, due_soon: 0, overdue: 0 },
      bands: queue.bands.map((band) => ({ ...band, cases: 0 })),
    },
    left: { onTime: 0, late: 0, undecided: 0 },
    decisions: { made: 0, confirmed: 0, waiting: 0, dropped: 0 },
    outcomes: {
      ...{ waiting: 0, followed: 0, notFollowed: 0, opposite: 0, medianMs: null, p90Ms: null },
      spans: outcomes.spans.map((span) => ({ ...span, decisions: 0 })),
    },
    perDay: perDay.map(({ day }) => ({ day, entered: 0, decided: 0, left: 0, onTime: 0, late: 0 })),
  })
}
