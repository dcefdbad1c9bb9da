import {
  type DiscrepancyExplanation,
  type DiscrepancyKind,
  type DiscrepancyList,
  type DiscrepancyView,
  discrepancyIdSchema,
  type ReconciliationReport,
} from '@paydesk/shared/cases/reconciliation'
import { buildTransactionId, maraCustomer } from './ids.ts'
import { absentValue, buildClearValue, buildCompoundState, buildState, hoursFromNow } from './values.ts'

export const buildDiscrepancyId = (n: number) => discrepancyIdSchema.parse(`x_${String(n).padStart(20, '0')}`)

const kinds = [
  ['end_not_announced', 'SUCCESS', 'OK'],
  ['manual_reconciliation', 'PENDING', 'PENDING.PROVIDER'],
  ['expired_but_open', 'PENDING', 'PENDING.CAPTURE'],
  ['kyc_done_but_none', 'MANUAL_REVIEW', 'MANUAL_REVIEW'],
] as const

/** Builds the n-th discrepancy; every kind of the list above occurs among the first four. */
export function buildDiscrepancy(n: number, change: Partial<DiscrepancyView> = {}): DiscrepancyView {
  const [kind, state, compound] = kinds[n % kinds.length] ?? kinds[0]
  const age = 60 - n * 0.5
  return {
    discrepancy: buildDiscrepancyId(n),
    version: 1,
    kind,
    transaction: buildTransactionId(n),
    customer: maraCustomer,
    rid: buildClearValue(`cust-${String(n).padStart(5, '0')}`),
    merchant: buildClearValue('demo-merchant'),
    state: buildState(state),
    compound: buildCompoundState(compound),
    amount: n % 2 === 0 ? buildClearValue(String(12_500 * (n + 1))) : absentValue,
    currency: n % 2 === 0 ? buildClearValue('EUR') : absentValue,
    openedAt: { from: n % 3 === 0 ? null : hoursFromNow(-age - 0.4), to: hoursFromNow(-age) },
    closedAt: null,
    explanation: null,
    earlierExplanations: [],
    ...change,
  }
}

export function buildDiscrepancies(count: number): DiscrepancyView[] {
  return Array.from({ length: count }, (_, n) => buildDiscrepancy(n))
}

export const discrepancyReasons = [
  { code: 'settled_later', label: 'Settled later, as usual' },
  { code: 'known_at_provider', label: 'Known at the provider' },
  { code: 'corrected_by_hand', label: 'Corrected by hand elsewhere' },
] as const

export function buildDiscrepancyExplanation(
  change: Partial<DiscrepancyExplanation> = {},
): DiscrepancyExplanation {
  return {
    reason: discrepancyReasons[0],
    text: absentValue,
    ticket: absentValue,
    by: { name: 'Mina Holt', me: false },
    at: hoursFromNow(-2),
    ...change,
  }
}

export function buildDiscrepancyList(
  rows: readonly DiscrepancyView[] = buildDiscrepancies(12),
  change: Partial<DiscrepancyList> = {},
): DiscrepancyList {
  const ofKind = (kind: DiscrepancyKind) => rows.filter((row) => row.kind === kind && row.closedAt === null)
  return {
    rows: [...rows],
    next: null,
    count: rows.length,
    more: false,
    figures: {
      open: rows.filter((row) => row.explanation === null).length,
      explained: rows.filter((row) => row.explanation !== null).length,
      openedToday: 5,
      closedToday: 2,
      kinds: kinds
        .map(([kind]) => ({ kind, of: ofKind(kind) }))
        .filter(({ of }) => of.length > 0)
        .map(({ kind, of }) => ({
          kind,
          open: of.filter((row) => row.explanation === null).length,
          explained: of.filter((row) => row.explanation !== null).length,
          oldestAt: of[0]?.openedAt.to ?? hoursFromNow(-1),
          amounts: kind === 'kyc_done_but_none' ? [] : [{ currency: 'EUR', minor: 125_000 }],
        })),
    },
    kinds: kinds.map(([kind]) => kind),
    reasons: [...discrepancyReasons],
    byAmount: true,
    mayExplain: true,
    ...change,
  }
}

/** Figures per day up to a fixed date, with a few of everything. */
export function buildDaySeries(count: number): ReconciliationReport['series'] {
  const last = Date.parse('2026-06-30')
  return Array.from({ length: count }, (_, at) => ({
    day: new Date(last - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
    opened: at % 5,
    explained: at % 2,
    closed: at % 3,
    atEnd: 10 + (at % 7),
  }))
}

/** Report of a day on which more discrepancies opened than closed. */
export function buildReconciliationReport(change: Partial<ReconciliationReport> = {}): ReconciliationReport {
  return {
    day: '2026-06-30',
    zone: 'Europe/Berlin',
    from: '2026-06-29T22:00:00.000Z',
    to: '2026-06-30T22:00:00.000Z',
    countedAt: '2026-06-30T14:00:00.000Z',
    today: '2026-06-30',
    total: { atStart: 9, opened: 5, explained: 3, closed: 2, atEnd: 12 },
    kinds: [
      {
        ...{ kind: 'end_not_announced', atStart: 6, opened: 4, explained: 2, closed: 2, atEnd: 8 },
        amounts: [
          { currency: 'EUR', atStart: 100_000, opened: 25_000, closed: 5_000, atEnd: 120_000 },
          { currency: 'USD', atStart: 0, opened: 990, closed: 0, atEnd: 990 },
        ],
      },
      {
        ...{ kind: 'manual_reconciliation', atStart: 3, opened: 1, explained: 1, closed: 0, atEnd: 4 },
        amounts: [{ currency: 'EUR', atStart: 40_000, opened: 10_000, closed: 0, atEnd: 50_000 }],
      },
    ],
    series: buildDaySeries(14),
    ...change,
  }
}
