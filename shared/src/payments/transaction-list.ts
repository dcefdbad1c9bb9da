import { z } from 'zod'
import { dayRangeShape } from '../core/endpoint.ts'
import { customerHandleSchema, transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { finalitySchema, observationSourceSchema } from '../core/observations.ts'
import { compoundStateSchema, stateValueSchema } from '../core/state.ts'

/** Values of the payment service's own lists, separated by commas. */
const commaSeparatedValuesSchema = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}(,[A-Za-z0-9_.-]{1,64}){0,19}$/)
  .optional()
/** Duration: `30m`, `24h`, `3d`. */
export const durationCodeSchema = z.string().regex(/^[1-9]\d{0,3}[mhd]$/)
/** Minor units, as a whole number. */
const minorUnitsTextSchema = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/)
  .optional()

/** Filter of the transactions of one customer. No row matches without a customer. */
export const customerTransactionsFilterSchema = z.strictObject({ customer: customerHandleSchema.optional() })
export type CustomerTransactionsFilter = z.infer<typeof customerTransactionsFilterSchema>

/**
 * Filter of the transaction list: one schema for the page's URL and for the request. Contains no personal
 * data. `olderThan`, `newerThan` and the days count from the time the transaction was first seen by Paydesk.
 */
export const transactionListFilterSchema = z.strictObject({
  state: commaSeparatedValuesSchema,
  reason: commaSeparatedValuesSchema,
  workflow: commaSeparatedValuesSchema,
  merchant: commaSeparatedValuesSchema,
  finality: finalitySchema.optional(),
  open: z.enum(['0', '1']).optional(),
  review: z.enum(['0', '1']).optional(),
  test: z.enum(['0', '1']).optional(),
  olderThan: durationCodeSchema.optional(),
  newerThan: durationCodeSchema.optional(),
  ...dayRangeShape,
  /** Transactions that expire within this time. */
  expiresIn: durationCodeSchema.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  amountFrom: minorUnitsTextSchema,
  amountTo: minorUnitsTextSchema,
  sort: z.enum(['seen', 'changed', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type TransactionListFilter = z.infer<typeof transactionListFilterSchema>

/** Query of one page. The page starts after `after`, which is the `next` of an earlier page. */
export const transactionListQuerySchema = z.strictObject({
  ...transactionListFilterSchema.shape,
  after: z.string().max(400).optional(),
})

/** Amount in our records; known from notifications and creates only. */
export const recordedAmountSchema = z.strictObject({
  /** Minor units. */
  amount: maskedValueSchema,
  currency: maskedValueSchema,
  amountFrom: z.enum(['notification', 'create']).nullable(),
})
export type RecordedAmount = z.infer<typeof recordedAmountSchema>

/** Facts of our records beside a record of the payment service. Times are our own, in ISO 8601 UTC. */
export const recordedFactsSchema = z.strictObject({
  ...recordedAmountSchema.shape,
  firstSeenAt: z.iso.datetime(),
  /** End of the interval in which the last change was observed. */
  changedAt: z.iso.datetime(),
})
export type RecordedFacts = z.infer<typeof recordedFactsSchema>

/** Facts of our records that name a transaction: for a list of its decisions, and for their pages. */
export const transactionFactsSchema = z.strictObject({
  customer: customerHandleSchema.nullable(),
  rid: maskedValueSchema,
  merchant: maskedValueSchema,
  state: stateValueSchema,
  inReview: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  ...recordedFactsSchema.shape,
})
export type TransactionFacts = z.infer<typeof transactionFactsSchema>

/** Transaction in our records. Times are our own, in ISO 8601 UTC, never those of the payment service. */
export const transactionListRowSchema = z.strictObject({
  transaction: transactionIdSchema,
  /** Increases with each observed change. */
  version: z.int().min(1),
  customer: customerHandleSchema.nullable(),
  rid: maskedValueSchema,
  merchant: maskedValueSchema,
  merchantTransactionId: maskedValueSchema,
  reference: maskedValueSchema,
  state: stateValueSchema,
  compound: compoundStateSchema.nullable(),
  inReview: z.boolean(),
  /** Known from the per-customer list only. */
  workflow: maskedValueSchema,
  ...recordedAmountSchema.shape,
  test: z.boolean().nullable(),
  finality: finalitySchema,
  firstSeenAt: z.iso.datetime(),
  firstSource: observationSourceSchema,
  /**
   * Start of the interval in which the last change was observed, `changedAt` is its end; null if the
   * transaction had not been read before.
   */
  changedFrom: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
  /** Last read of this very transaction; null if there was none. */
  readAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type TransactionListRow = z.infer<typeof transactionListRowSchema>

export const transactionListSchema = z.strictObject({
  rows: z.array(transactionListRowSchema),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of matches: exact up to 10,000; above that, `more` is true and `count` is 10,000. */
  count: z.int().min(0),
  more: z.boolean(),
  /** Values that occur, for the options of the filter. */
  values: z.strictObject({
    states: z.array(z.string()),
    reasons: z.array(z.string()),
    workflows: z.array(z.string()),
    currencies: z.array(z.string()),
    merchants: z.array(z.string()),
  }),
  /** False if this role sees amounts as ranges only: it may not filter or sort by amount. */
  byAmount: z.boolean(),
})
export type TransactionList = z.infer<typeof transactionListSchema>

/** Coverage of our records, computed at `countedAt`. Times are ISO 8601 UTC. */
export const recordsCoverageSchema = z.strictObject({
  countedAt: z.iso.datetime(),
  transactions: z.int().min(0),
  customers: z.int().min(0),
  /** Time of the first observation; null if there is none. */
  since: z.iso.datetime().nullable(),
  open: z.int().min(0),
  /** Number of open transactions whose next read is overdue. */
  overdue: z.int().min(0),
  /**
   * Number of transactions with missing notifications: the payment service says it sent more than were
   * received.
   */
  missingNotifications: z.int().min(0),
  waitingNotifications: z.int().min(0),
  lastSync: z
    .strictObject({
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      /** Counts of the whole environment; null for users who see only some of its merchants. */
      counts: z
        .strictObject({ read: z.int().min(0), changed: z.int().min(0), failed: z.int().min(0) })
        .nullable(),
    })
    .nullable(),
})
export type RecordsCoverage = z.infer<typeof recordsCoverageSchema>
