import { z } from 'zod'
import { customerHandle, transactionId } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { finality, source } from '../core/observed.ts'
import { compoundState, stateValue } from '../core/state.ts'

/** Values of the service's own lists; several are separated by commas. */
const words = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}(,[A-Za-z0-9_.-]{1,64}){0,19}$/)
  .optional()
/** A length of time: `30m`, `24h`, `3d`. */
export const span = z.string().regex(/^[1-9]\d{0,3}[mhd]$/)
/** Minor units, as a whole number. */
const minor = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/)
  .optional()

/**
 * The filter of the transactions list: one schema for the page's address and for the request. It holds
 * no personal data. `olderThan` and `newerThan` reckon from the time this office first saw it.
 */
export const indexFilter = z.strictObject({
  state: words,
  reason: words,
  workflow: words,
  merchant: words,
  finality: finality.optional(),
  open: z.enum(['0', '1']).optional(),
  review: z.enum(['0', '1']).optional(),
  test: z.enum(['0', '1']).optional(),
  olderThan: span.optional(),
  newerThan: span.optional(),
  /** Whether it ends by itself within this time. */
  expiresIn: span.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  amountFrom: minor,
  amountTo: minor,
  sort: z.enum(['seen', 'changed', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type IndexFilter = z.infer<typeof indexFilter>

/** A page of the list: begins behind `after`, which an earlier page gave as `next`. */
export const indexQuery = z.strictObject({
  ...indexFilter.shape,
  after: z.string().max(400).optional(),
})

/** What this office knows of a transaction's amount: from notifications and creates only. */
export const knownAmount = z.strictObject({
  /** Minor units. */
  amount: shown,
  currency: shown,
  amountFrom: z.enum(['notification', 'create']).nullable(),
})
export type KnownAmount = z.infer<typeof knownAmount>

/** One transaction as this office knows it. Times are ISO 8601 UTC and ours, never the service's. */
export const indexRow = z.strictObject({
  transaction: transactionId,
  /** The number that rises with each observed change. */
  version: z.int().min(1),
  customer: customerHandle.nullable(),
  rid: shown,
  merchant: shown,
  merchantTransactionId: shown,
  reference: shown,
  state: stateValue,
  compound: compoundState.nullable(),
  inReview: z.boolean(),
  /** Known from the per-customer list only. */
  workflow: shown,
  ...knownAmount.shape,
  test: z.boolean().nullable(),
  finality,
  firstSeenAt: z.iso.datetime(),
  firstSource: source,
  /** The last change was observed between these two; `changedFrom` is null where nobody had looked before. */
  changedFrom: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
  /** When the service was last asked for this very transaction; null where never. */
  readAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type IndexRow = z.infer<typeof indexRow>

export const indexPage = z.strictObject({
  rows: z.array(indexRow),
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
export type IndexPage = z.infer<typeof indexPage>

/** What a list covers: computed, with the time at which it was counted. Times are ISO 8601 UTC. */
export const coverage = z.strictObject({
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
export type Coverage = z.infer<typeof coverage>
