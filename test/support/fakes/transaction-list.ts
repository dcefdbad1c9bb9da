import type { SavedView } from '@paydesk/shared/cases/saved-views'
import { isInReview } from '@paydesk/shared/core/state'
import type {
  RecordsCoverage,
  TransactionList,
  TransactionListRow,
} from '@paydesk/shared/payments/transaction-list'
import { buildTransactionId, maraCustomer } from './ids.ts'
import { absentValue, buildClearValue, buildCompoundState, buildState, hoursFromNow } from './values.ts'

/** Builds the n-th transaction of the list; most states and marks occur among the first ten. */
export function buildTransactionListRow(
  n: number,
  change: Partial<TransactionListRow> = {},
): TransactionListRow {
  const kinds = [
    ['PENDING', 'PENDING.CONTACTING_USER', 'open'],
    ['PENDING', 'PENDING.PIV_REVIEW', 'open'],
    ['SUCCESS', 'OK', 'confirmed'],
    ['SUCCESS', 'COMPLETE', 'unconfirmed'],
    ['EXPIRED', 'TRANSACTION_EXPIRED', 'confirmed_by_second_read'],
    ['DECLINED', 'DECLINED', 'confirmed'],
    ['QUARANTINED', 'QUARANTINED.NEW_REASON', 'open'],
  ] as const
  const [state, compound, finality] = kinds[n % kinds.length] ?? kinds[0]
  const read = { state: buildState(state), compound: buildCompoundState(compound) }
  return {
    transaction: buildTransactionId(n),
    version: 1,
    customer: maraCustomer,
    rid: buildClearValue(`cust-${String(n).padStart(5, '0')}`),
    merchant: buildClearValue('demo-merchant'),
    merchantTransactionId:
      n % 3 === 0 ? absentValue : buildClearValue(`ord-2026-${String(n).padStart(5, '0')}`),
    reference: buildClearValue(`INV-${n}`),
    ...read,
    inReview: isInReview(read.state, read.compound),
    workflow: n % 4 === 0 ? absentValue : buildClearValue('DEMO_OPEN_BANKING'),
    amount: n % 2 === 0 ? buildClearValue(String(1_250 * (n + 1))) : absentValue,
    currency: n % 2 === 0 ? buildClearValue('EUR') : absentValue,
    amountFrom: n % 2 === 0 ? 'notification' : null,
    test: n % 5 === 0,
    finality,
    firstSeenAt: hoursFromNow(-n - 1),
    firstSource: 'read',
    changedFrom: n % 6 === 0 ? null : hoursFromNow(-n - 0.5),
    changedAt: hoursFromNow(-n - 0.2),
    readAt: hoursFromNow(-0.1),
    expiresAt: hoursFromNow(40 - n),
    ...change,
  }
}

export function buildTransactionList(
  rows: readonly TransactionListRow[] = buildTransactionListRows(25),
  change: Partial<TransactionList> = {},
): TransactionList {
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

export function buildTransactionListRows(count: number): TransactionListRow[] {
  return Array.from({ length: count }, (_, n) => buildTransactionListRow(n))
}

export function buildRecordsCoverage(change: Partial<RecordsCoverage> = {}): RecordsCoverage {
  return {
    countedAt: hoursFromNow(0),
    transactions: 4_812,
    customers: 1_204,
    since: '2026-03-12T08:00:00.000Z',
    open: 312,
    overdue: 0,
    missingNotifications: 2,
    waitingNotifications: 0,
    lastSync: {
      startedAt: hoursFromNow(-0.1),
      endedAt: hoursFromNow(-0.09),
      counts: { read: 300, changed: 4, failed: 0 },
    },
    ...change,
  }
}

export const ownSavedView: SavedView<'transactions'> = {
  view: 'v_0123456789abcdefghij',
  name: 'Open, over 100 EUR',
  filter: { open: '1', currency: 'EUR', amountFrom: '10000' },
  by: { name: 'Farid Nasser', me: true },
  isShared: false,
}
