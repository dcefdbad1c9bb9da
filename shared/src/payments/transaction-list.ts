import { z } from 'zod'
import { customerHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { finality, observationSource } from '../core/observations.ts'
import { compoundState, stateValue } from '../core/state.ts'

/** Values of the service's own lists; several are separated by commas. */
const commaSeparatedValues = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}(,[A-Za-z0-9_.-]{1,64}){0,19}$/)
  .optional()
/** A length of time: `30m`, `24h`, `3d`. */
export const durationText = z.string().regex(/^[1-9]\d{0,3}[mhd]$/)
/** Minor units, as a whole number. */
const minorUnitsText = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/)
  .optional()

/**
 * The filter of the transactions list: one schema for the page's address and for the request. It holds
 * no personal data. `olderThan` and `newerThan` reckon from the time this office first saw it.
 */
export const transactionListFilter = z.strictObject({
  state: commaSeparatedValues,
  reason: commaSeparatedValues,
  workflow: commaSeparatedValues,
  merchant: commaSeparatedValues,
  finality: finality.optional(),
  open: z.enum(['0', '1']).optional(),
  review: z.enum(['0', '1']).optional(),
  test: z.enum(['0', '1']).optional(),
  olderThan: durationText.optional(),
  newerThan: durationText.optional(),
  /** Whether it ends by itself within this time. */
  expiresIn: durationText.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  amountFrom: minorUnitsText,
  amountTo: minorUnitsText,
  sort: z.enum(['seen', 'changed', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type TransactionListFilter = z.infer<typeof transactionListFilter>

/** A page of the list: begins behind `after`, which an earlier page gave as `next`. */
export const transactionListQuery = z.strictObject({
  ...transactionListFilter.shape,
  after: z.string().max(400).optional(),
})

/** What this office knows of a transaction's amount: from notifications and creates only. */
export const recordedAmount = z.strictObject({
  /** Minor units. */
  amount: maskedValue,
  currency: maskedValue,
  amountFrom: z.enum(['notification', 'create']).nullable(),
})
export type RecordedAmount = z.infer<typeof recordedAmount>

/** One transaction as this office knows it. Times are ISO 8601 UTC and ours, never the service's. */
export const transactionListRow = z.strictObject({
  transaction: transactionId,
  /** The number that rises with each observed change. */
  version: z.int().min(1),
  customer: customerHandle.nullable(),
  rid: maskedValue,
  merchant: maskedValue,
  merchantTransactionId: maskedValue,
  reference: maskedValue,
  state: stateValue,
  compound: compoundState.nullable(),
  inReview: z.boolean(),
  /** Known from the per-customer list only. */
  workflow: maskedValue,
  ...recordedAmount.shape,
  test: z.boolean().nullable(),
  finality,
  firstSeenAt: z.iso.datetime(),
  firstSource: observationSource,
  /** The last change was observed between these two; `changedFrom` is null where nobody had looked before. */
  changedFrom: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
  /** When the service was last asked for this very transaction; null where never. */
  readAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type TransactionListRow = z.infer<typeof transactionListRow>

export const transactionList = z.strictObject({
  rows: z.array(transactionListRow),
  /** Hand it over as `after` for the next page; null on the last. */
  next: z.string().nullable(),
  /** How many match: exact up to 10,000; above it `more` is true and `count` is 10,000. */
  count: z.int().min(0),
  more: z.boolean(),
  /** The values that occur, for the choices of the filter. */
  values: z.strictObject({
    states: z.array(z.string()),
    reasons: z.array(z.string()),
    workflows: z.array(z.string()),
    currencies: z.array(z.string()),
    merchants: z.array(z.string()),
  }),
  /** Whether this role may filter and sort by amount: not where it sees ranges only. */
  byAmount: z.boolean(),
})
export type TransactionList = z.infer<typeof transactionList>

/** What a list covers: computed, with the time at which it was counted. Times are ISO 8601 UTC. */
export const recordsCoverage = z.strictObject({
  countedAt: z.iso.datetime(),
  transactions: z.int().min(0),
  customers: z.int().min(0),
  /** The first time this office noted anything; null where it knows nothing. */
  since: z.iso.datetime().nullable(),
  open: z.int().min(0),
  /** Open ones whose re-read is overdue. */
  overdue: z.int().min(0),
  /** Transactions of which the service says that it sent more notifications than were received. */
  gaps: z.int().min(0),
  waitingNotifications: z.int().min(0),
  lastSweep: z
    .strictObject({
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      /** Of the whole environment, so null for whoever sees some of its merchants only. */
      counts: z
        .strictObject({ read: z.int().min(0), changed: z.int().min(0), failed: z.int().min(0) })
        .nullable(),
    })
    .nullable(),
})
export type RecordsCoverage = z.infer<typeof recordsCoverage>
