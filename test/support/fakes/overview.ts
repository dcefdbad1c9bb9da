import { isInReview } from '@paydesk/shared/core/state'
import type { Coverage, IndexPage, IndexRow } from '@paydesk/shared/payments/indexed'
import type { SavedView } from '@paydesk/shared/work/views'
import { mara, numbered } from './ids.ts'
import { absent, clear, compoundOf, inHours, stateOf } from './values.ts'

/** The n-th known transaction; most states and marks occur among the first ten. */
export function indexRow(n: number, change: Partial<IndexRow> = {}): IndexRow {
  const kinds = [
    ['PENDING', 'PENDING.CONTACTING_USER', 'open'],
    ['PENDING', 'PENDING.PIV_REVIEW', 'open'],
    ['SUCCESS', 'OK', 'proved'],
    ['SUCCESS', 'COMPLETE', 'unproved'],
    ['EXPIRED', 'TRANSACTION_EXPIRED', 'two_reads'],
    ['DECLINED', 'DECLINED', 'proved'],
    ['QUARANTINED', 'QUARANTINED.NEW_REASON', 'open'],
  ] as const
  const [state, compound, finality] = kinds[n % kinds.length] ?? kinds[0]
  const read = { state: stateOf(state), compound: compoundOf(compound) }
  return {
    transaction: numbered(n),
    version: 1,
    customer: mara,
    rid: clear(`cust-${String(n).padStart(5, '0')}`),
    merchant: clear('demo-merchant'),
    merchantTransactionId: n % 3 === 0 ? absent : clear(`ord-2026-${String(n).padStart(5, '0')}`),
    reference: clear(`INV-${n}`),
    ...read,
    inReview: isInReview(read.state, read.compound),
    workflow: n % 4 === 0 ? absent : clear('DEMO_OPEN_BANKING'),
    amount: n % 2 === 0 ? clear(String(1_250 * (n + 1))) : absent,
    currency: n % 2 === 0 ? clear('EUR') : absent,
    amountFrom: n % 2 === 0 ? 'notification' : null,
    test: n % 5 === 0,
    finality,
    firstSeenAt: inHours(-n - 1),
    firstSource: 'read',
    changedFrom: n % 6 === 0 ? null : inHours(-n - 0.5),
    changedAt: inHours(-n - 0.2),
    readAt: inHours(-0.1),
    expiresAt: inHours(40 - n),
    ...change,
  }
}

export function indexPage(
  rows: readonly IndexRow[] = rowsUpTo(25),
  change: Partial<IndexPage> = {},
): IndexPage {
  return {
    rows: [...rows],
    next: null,
    count: rows.length,
    more: false,
    values: {
      states: ['PENDING', 'SUCCESS', 'EXPIRED', 'DECLINED', 'QUARANTINED'],
      reasons: ['CONTACTING_USER', 'PIV_REVIEW', 'OK'],
      workflows: ['DEMO_OPEN_BANKING'],
      currencies: ['EUR', 'GBP'],
      merchants: ['demo-merchant', 'demo-outlet'],
    },
    byAmount: true,
    ...change,
  }
}

export function rowsUpTo(count: number): IndexRow[] {
  return Array.from({ length: count }, (_, n) => indexRow(n))
}

export function coverage(change: Partial<Coverage> = {}): Coverage {
  return {
    countedAt: inHours(0),
    transactions: 4_812,
    customers: 1_204,
    since: '2026-03-12T08:00:00.000Z',
    open: 312,
    overdue: 0,
    gaps: 2,
    waitingNotifications: 0,
    lastSweep: {
      startedAt: inHours(-0.1),
      endedAt: inHours(-0.09),
      counts: { read: 300, changed: 4, failed: 0 },
    },
    ...change,
  }
}

export const ownView: SavedView<'transactions'> = {
  view: 'v_0123456789abcdefghij',
  name: 'Open, over 100 EUR',
  filter: { open: '1', currency: 'EUR', amountFrom: '10000' },
}
