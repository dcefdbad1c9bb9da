/** The orders of the transactions list, each with its column. */
export const transactionOrders = {
  seen: 'first_seen',
  changed: 'changed_at',
  amount: 'amount_minor',
} as const
export type TransactionOrder = keyof typeof transactionOrders

/** Columns by which the list is filtered for equal values. */
export const transactionFacets = ['state', 'reason', 'workflow', 'finality', 'currency', 'test'] as const
export type TransactionFacet = (typeof transactionFacets)[number]

/** Days that lie together where the list is filtered by age and ordered by change: 14 days of `first_seen`. */
export const firstSeenFortnight = '(first_seen / 1209600000)'

/**
 * A person's merchants come first in each, so that a scope is never a filter over what others have.
 * Then the filter, then the order: a page is read from one place, however rare its rows are and
 * however deep it lies. Planners misjudge rare values that lie together in time, so the list names
 * the index it means (measured in test/bench/index-queries.ts, with the cost of a write).
 */
const fullIndexes: Readonly<Record<string, string>> = {
  // The long one answers counts of several filters at once without touching a row.
  transactions_seen: `first_seen, seq, state, reason, workflow, finality, review, test, currency, amount_minor, final, expires_at`,
  transactions_changed: 'changed_at, seq',
  transactions_amount: 'amount_minor, seq, first_seen',
  transactions_age_changed: `${firstSeenFortnight}, changed_at, seq, first_seen`,
  ...Object.fromEntries(
    transactionFacets.flatMap((facet) =>
      Object.entries(transactionOrders).map(([order, column]) => [
        `transactions_${facet}_${order}`,
        `${facet}, ${column}, seq`,
      ]),
    ),
  ),
}

/** What few rows have is kept apart: every other row costs these nothing. */
const partialIndexes: Readonly<Record<string, readonly [columns: string, which: string]>> = {
  transactions_review_seen: ['first_seen, seq', 'review = 1'],
  transactions_review_changed: ['changed_at, seq', 'review = 1'],
  transactions_review_amount: ['amount_minor, seq', 'review = 1'],
  transactions_expires: ['expires_at, seq, first_seen, changed_at, amount_minor', 'final = 0'],
  transactions_gaps: ['seq', 'sent > received'],
}

/** Every index of `transactions` beyond its keys. */
export const transactionIndexes: readonly string[] = [
  ...Object.entries(fullIndexes).map(
    ([name, columns]) => `create index ${name} on transactions (environment, merchant, ${columns})`,
  ),
  ...Object.entries(partialIndexes).map(
    ([name, [columns, which]]) =>
      `create index ${name} on transactions (environment, merchant, ${columns}) where ${which}`,
  ),
  // Ids that begin as typed, within a person's merchants.
  'create index transactions_by_id on transactions (environment, merchant, id)',
  'create index transactions_by_merchant_id on transactions (environment, merchant, merchant_transaction_id)',
  'create index transactions_by_reference on transactions (environment, merchant, reference)',
  'create index transactions_by_customer on transactions (environment, customer, merchant)',
  'create index transactions_to_read on transactions (environment, next_read_at, merchant, final) where next_read_at is not null',
]
