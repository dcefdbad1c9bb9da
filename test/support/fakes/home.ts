import type { HomeFigure, HomeFigureList } from '@paydesk/shared/cases/home'
import type { TransactionTrend } from '@paydesk/shared/payments/transaction-trend'

const dayMs = 86_400_000
const last = Date.parse('2026-06-30')
const days = Array.from({ length: 14 }, (_, at) =>
  new Date(last - (13 - at) * dayMs).toISOString().slice(0, 10),
)

const figure = (count: number, change: Partial<HomeFigure> = {}) => ({
  count,
  more: false,
  amounts: null,
  line: null,
  ...change,
})

/** Figures of a role that may open every list. */
export function buildHomeFigures(): HomeFigureList {
  return {
    countedAt: new Date().toISOString(),
    days,
    zone: 'Europe/Berlin',
    figures: {
      casesWaiting: figure(12, { line: days.map((_, at) => 3 + at) }),
      casesOverdue: figure(2, { line: days.map((_, at) => at % 3) }),
      casesMine: figure(1),
      approvals: figure(3),
      questionsToAnswer: figure(0),
      questionsOpen: figure(2),
      downloads: figure(1),
      discrepancies: figure(7, {
        amounts: [{ currency: 'EUR', minor: 124_050 }],
        line: days.map((_, at) => at % 8),
      }),
      unconfirmed: figure(4, { amounts: [{ currency: 'EUR', minor: 9_900 }] }),
      paymentRequests: figure(5),
    },
  }
}

const series = (scale: number) => ({
  seen: days.map((_, at) => scale * (4 + (at % 5))),
  ended: days.map((_, at) => scale * (3 + (at % 5))),
  succeeded: days.map((_, at) => scale * (2 + (at % 5))),
})

/** Two weeks with two workflows. */
export function buildTransactionTrend(): TransactionTrend {
  return {
    countedAt: new Date().toISOString(),
    zone: 'Europe/Berlin',
    days,
    total: series(3),
    previous: series(2),
    workflows: [
      { workflow: 'CARD', isRest: false, ...series(2) },
      { workflow: null, isRest: false, ...series(1) },
    ],
  }
}
