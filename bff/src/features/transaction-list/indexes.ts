/**
 * Orders of the transactions list, each with its column. `baseline.sql` has one index for each order, and one for each
 * order of each facet: environment and merchant come first, so that a page is read from one place of one index. The
 * list names the index it means, because planners misjudge rare values (measured in `test/bench/index-queries.ts`).
 */
export const transactionOrders = {
  seen: 'first_seen',
  changed: 'changed_at',
  amount: 'amount_minor',
} as const
export type TransactionOrder = keyof typeof transactionOrders

/** Columns by which the list is filtered for equal values. */
export const transactionFilterColumns = [
  'state',
  'reason',
  'workflow',
  'finality',
  'currency',
  'test',
] as const
export type TransactionFilterColumn = (typeof transactionFilterColumns)[number]

/** Fortnight of `first_seen`, as `transactions_age_changed` stores it: the list by age in the order of changes. */
export const firstSeenFortnightSql = '(first_seen / 1209600000)'
