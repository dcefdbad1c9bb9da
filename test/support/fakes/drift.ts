import type { DriftExplanation, DriftKind, DriftPage, DriftRow, DriftText } from '@paydesk/shared/work/drift'
import { driftItem } from '@paydesk/shared/work/drift'
import type { DriftSheet } from '@paydesk/shared/work/drift-sheet'
import { mara, numbered } from './ids.ts'
import { absent, clear, compoundOf, inHours, stateOf } from './values.ts'

export const itemNumbered = (n: number) => driftItem.parse(`x_${String(n).padStart(20, '0')}`)

const kinds = [
  ['end_not_announced', 'SUCCESS', 'OK'],
  ['manual_reconciliation', 'PENDING', 'PENDING.PROVIDER'],
  ['expired_but_open', 'PENDING', 'PENDING.CAPTURE'],
  ['kyc_done_but_none', 'MANUAL_REVIEW', 'MANUAL_REVIEW'],
] as const

/** The n-th difference; every kind of the list above occurs among the first four. */
export function driftRow(n: number, change: Partial<DriftRow> = {}): DriftRow {
  const [kind, state, compound] = kinds[n % kinds.length] ?? kinds[0]
  const age = 60 - n * 0.5
  return {
    item: itemNumbered(n),
    version: 1,
    kind,
    transaction: numbered(n),
    customer: mara,
    rid: clear(`cust-${String(n).padStart(5, '0')}`),
    merchant: clear('demo-merchant'),
    state: stateOf(state),
    compound: compoundOf(compound),
    amount: n % 2 === 0 ? clear(String(12_500 * (n + 1))) : absent,
    currency: n % 2 === 0 ? clear('EUR') : absent,
    openedAt: { from: n % 3 === 0 ? null : inHours(-age - 0.4), to: inHours(-age) },
    closedAt: null,
    explained: null,
    earlier: [],
    ...change,
  }
}

export function driftsUpTo(count: number): DriftRow[] {
  return Array.from({ length: count }, (_, n) => driftRow(n))
}

export const driftReasons = [
  { code: 'settled_later', words: 'Settled later, as usual' },
  { code: 'known_at_provider', words: 'Known at the provider' },
  { code: 'corrected_by_hand', words: 'Corrected by hand elsewhere' },
] as const

export function explanation(change: Partial<DriftExplanation> = {}): DriftExplanation {
  return {
    reason: driftReasons[0],
    text: absent,
    ticket: absent,
    by: { name: 'Mina Holt', me: false },
    at: inHours(-2),
    ...change,
  }
}

/** The four texts of a kind, each recognisable. */
function textOf(id: DriftKind): DriftText {
  return {
    id,
    says: `What ${id} says.`,
    means: `What ${id} means, and what usually explains it.`,
    todo: `What to do about ${id}.`,
    closes: `Once ${id} is over.`,
  }
}

export function driftPage(
  rows: readonly DriftRow[] = driftsUpTo(12),
  change: Partial<DriftPage> = {},
): DriftPage {
  const ofKind = (kind: DriftKind) => rows.filter((row) => row.kind === kind && row.closedAt === null)
  return {
    rows: [...rows],
    next: null,
    count: rows.length,
    more: false,
    figures: {
      open: rows.filter((row) => row.explained === null).length,
      explained: rows.filter((row) => row.explained !== null).length,
      openedToday: 5,
      closedToday: 2,
      kinds: kinds
        .map(([kind]) => ({ kind, of: ofKind(kind) }))
        .filter(({ of }) => of.length > 0)
        .map(({ kind, of }) => ({
          kind,
          open: of.filter((row) => row.explained === null).length,
          explained: of.filter((row) => row.explained !== null).length,
          oldestAt: of[0]?.openedAt.to ?? inHours(-1),
          amounts: kind === 'kyc_done_but_none' ? [] : [{ currency: 'EUR', minor: 125_000 }],
        })),
    },
    texts: kinds.map(([kind]) => textOf(kind)),
    reasons: [...driftReasons],
    byAmount: true,
    mayExplain: true,
    ...change,
  }
}

/** Days up to a fixed one, each with a little of everything. */
export function seriesOf(count: number): DriftSheet['series'] {
  const last = Date.parse('2026-06-30')
  return Array.from({ length: count }, (_, at) => ({
    day: new Date(last - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
    opened: at % 5,
    explained: at % 2,
    closed: at % 3,
    atEnd: 10 + (at % 7),
  }))
}

/** A day on which more came than went. */
export function driftSheet(change: Partial<DriftSheet> = {}): DriftSheet {
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
    series: seriesOf(14),
    texts: [textOf('end_not_announced'), textOf('manual_reconciliation')],
    ...change,
  }
}
