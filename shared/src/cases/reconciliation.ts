import { z } from 'zod'
import { colleagueSchema } from '../core/colleague.ts'
import { createExportQuerySchema, defineEndpoint, exportFormatSchema } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema, transactionIdSchema } from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { compoundStateSchema, stateValueSchema } from '../core/state.ts'
import { createLocalizedTextSchema } from '../messages/localized-text.ts'
import { durationCodeSchema } from '../payments/transaction-list.ts'
import { decisionTicketSchema, reasonCodeSchema } from './decisions.ts'
import { noteTextSchema } from './review-cases.ts'

/** Id of one opening of a discrepancy. A discrepancy that opens again later gets a new id. */
export const discrepancyIdSchema = z
  .string()
  .regex(/^x_[0-9a-z]{20}$/)
  .brand<'DiscrepancyId'>()
export type DiscrepancyId = z.infer<typeof discrepancyIdSchema>

/**
 * Ids of the rules (`TransactionContradiction`) that open a discrepancy. Rules that are only hints are not
 * among them.
 */
export const discrepancyKindSchema = z.enum([
  'provider_failed_but_success',
  'provider_success_but_failed',
  'manual_reconciliation',
  'test_in_production',
  'expired_but_open',
  'sca_open_after_expiry',
  'documents_without_step',
  'kyc_done_but_none',
  'final_state_left',
  'end_announced_but_open',
  'end_not_announced',
  'provider_success_but_open',
  'other_currency',
  'amounts_differ',
  'other_customer',
  'review_without_step',
  'lifetime_below_seen',
])
export type DiscrepancyKind = z.infer<typeof discrepancyKindSchema>

/**
 * Status of a discrepancy. `open`: not explained. `explained`: explained, but the facts still differ.
 * `closed`: the facts agree.
 */
export const discrepancyStatusSchema = z.enum(['open', 'explained', 'closed'])
export type DiscrepancyStatus = z.infer<typeof discrepancyStatusSchema>

const kinds = discrepancyKindSchema.options.join('|')
const countSchema = z.int().min(0)

/** Filter of the list: one schema for the page's URL and for the request. Contains no personal data. */
export const discrepancyFilterSchema = z.strictObject({
  /** Default: `open`. */
  status: discrepancyStatusSchema.optional(),
  /** Several kinds are separated by commas. */
  kind: z
    .string()
    .regex(new RegExp(`^(${kinds})(,(${kinds})){0,17}$`))
    .optional(),
  /** Minimum time since the opening. */
  age: durationCodeSchema.optional(),
  /** Only discrepancies of this customer. */
  customer: customerHandleSchema.optional(),
  /** Default: `age`, oldest first. */
  sort: z.enum(['age', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type DiscrepancyFilter = z.infer<typeof discrepancyFilterSchema>
export const discrepancyQuerySchema = z.strictObject({
  ...discrepancyFilterSchema.shape,
  after: z.string().max(400).optional(),
})

/** Configured reason for an explanation. */
export const discrepancyReasonSchema = z.strictObject({
  code: reasonCodeSchema,
  label: createLocalizedTextSchema(80),
})
export type DiscrepancyReason = z.infer<typeof discrepancyReasonSchema>

/** Explanation given by a user. An explanation closes nothing, and none is overwritten. */
export const discrepancyExplanationSchema = z.strictObject({
  reason: discrepancyReasonSchema,
  text: maskedValueSchema,
  ticket: maskedValueSchema,
  by: colleagueSchema,
  at: z.iso.datetime(),
})
export type DiscrepancyExplanation = z.infer<typeof discrepancyExplanationSchema>

/**
 * Discrepancy. Times are our own, in ISO 8601 UTC. State and amount are from the last read while it was open.
 */
export const discrepancyViewSchema = z.strictObject({
  discrepancy: discrepancyIdSchema,
  /** Increases with each change: moved, explained, closed. */
  version: z.int().min(1),
  kind: discrepancyKindSchema,
  transaction: transactionIdSchema,
  customer: customerHandleSchema.nullable(),
  rid: maskedValueSchema,
  merchant: maskedValueSchema,
  state: stateValueSchema,
  compound: compoundStateSchema.nullable(),
  /** Minor units; known from notifications and creates only. */
  amount: maskedValueSchema,
  currency: maskedValueSchema,
  /**
   * Interval in which the facts began to differ; `from` is null if the transaction had not been read before.
   */
  openedAt: z.strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }),
  /** Time of the read that found the facts in agreement. */
  closedAt: z.iso.datetime().nullable(),
  /** Newest explanation. */
  explanation: discrepancyExplanationSchema.nullable(),
  /** Earlier explanations, newest first. */
  earlierExplanations: z.array(discrepancyExplanationSchema),
})
export type DiscrepancyView = z.infer<typeof discrepancyViewSchema>

/** Sum of the known amounts (minor units). A sum too large to be exact is left out. */
const sumSchema = z.strictObject({ currency: z.string(), minor: z.int() })

export const discrepancyFiguresSchema = z.strictObject({
  /** Number of discrepancies not explained; `explained` counts those explained but not closed. */
  open: countSchema,
  explained: countSchema,
  openedToday: countSchema,
  closedToday: countSchema,
  /** Kinds with at least one discrepancy not closed. `amounts` is null if this role sees ranges only. */
  kinds: z.array(
    z.strictObject({
      kind: discrepancyKindSchema,
      open: countSchema,
      explained: countSchema,
      /** Opening time of the oldest discrepancy of this kind that is not closed. */
      oldestAt: z.iso.datetime(),
      amounts: z.array(sumSchema).nullable(),
    }),
  ),
})
export type DiscrepancyFigures = z.infer<typeof discrepancyFiguresSchema>

export const discrepancyListSchema = z.strictObject({
  rows: z.array(discrepancyViewSchema),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of matches: exact up to 10,000; above that, `more` is true. */
  count: countSchema,
  more: z.boolean(),
  /** Figures of all discrepancies that this user may see, not narrowed by the filter. */
  figures: discrepancyFiguresSchema,
  /** Kinds that this user may see. */
  kinds: z.array(discrepancyKindSchema),
  reasons: z.array(discrepancyReasonSchema),
  /** False if this role sees amounts as ranges only: it may not sort by amount. */
  byAmount: z.boolean(),
  mayExplain: z.boolean(),
})
export type DiscrepancyList = z.infer<typeof discrepancyListSchema>

/** Discrepancies of a customer, open or closed: the newest 200. */
export const customerDiscrepancyListSchema = z.strictObject({
  rows: z.array(discrepancyViewSchema),
  /** True if there are older discrepancies. */
  more: z.boolean(),
})
export type CustomerDiscrepancyList = z.infer<typeof customerDiscrepancyListSchema>

export const explainDiscrepancyRequestSchema = z.strictObject({
  reason: reasonCodeSchema,
  text: noteTextSchema.optional(),
  ticket: decisionTicketSchema.optional(),
})
export type ExplainDiscrepancyRequest = z.infer<typeof explainDiscrepancyRequestSchema>

/**
 * Result of an explanation. `explained`: recorded; the discrepancy stays until the facts agree. `closed`: the
 * facts already agree, and nothing was recorded. A discrepancy that does not exist or is outside the user's
 * scope is the problem `not_found`.
 */
export const explainDiscrepancyResponseSchema = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('explained'), row: discrepancyViewSchema }),
  z.strictObject({ answer: z.literal('closed'), row: discrepancyViewSchema }),
])

/** Length of the series in days, the day of the report included; 14 by default. */
export const reconciliationReportDaysSchema = z.enum(['14', '30'])
/**
 * Query of the report. `day` is a day in the time zone of Paydesk, today by default. The export takes only
 * the day.
 */
export const reconciliationReportQuerySchema = z.strictObject({
  day: z.iso.date().optional(),
  days: reconciliationReportDaysSchema.optional(),
})
export const reconciliationExportQuerySchema = reconciliationReportQuerySchema.pick({ day: true })

/**
 * Movements of one day. `atStart` + `opened` − `closed` = `atEnd`. `explained`: discrepancies explained for
 * the first time on that day.
 */
const movementCounts = {
  atStart: countSchema,
  opened: countSchema,
  explained: countSchema,
  closed: countSchema,
  atEnd: countSchema,
}
const movementSumSchema = z.strictObject({
  currency: z.string(),
  atStart: z.int(),
  opened: z.int(),
  closed: z.int(),
  atEnd: z.int(),
})

/** Report of one day, counted from our own records. */
export const reconciliationReportSchema = z.strictObject({
  day: z.iso.date(),
  zone: z.string(),
  /** First instant of the day; `to` is the first instant of the next day. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Time of the count; before `to` if the day is not over. */
  countedAt: z.iso.datetime(),
  today: z.iso.date(),
  total: z.strictObject(movementCounts),
  /** Kinds with at least one discrepancy. `amounts` (minor units) is null if this role sees ranges only. */
  kinds: z.array(
    z.strictObject({
      kind: discrepancyKindSchema,
      ...movementCounts,
      amounts: z.array(movementSumSchema).nullable(),
    }),
  ),
  /** Days up to the day of the report, oldest first. */
  series: z.array(
    z.strictObject({
      day: z.iso.date(),
      opened: countSchema,
      explained: countSchema,
      closed: countSchema,
      atEnd: countSchema,
    }),
  ),
})
export type ReconciliationReport = z.infer<typeof reconciliationReportSchema>

const noneSchema = z.strictObject({})
const get = {
  method: 'GET',
  params: z.strictObject({ env: environmentNameSchema }),
  body: noneSchema,
} as const

/**
 * Endpoints for discrepancies between record, notifications and our records: staff explain them, facts close
 * them.
 */
export const reconciliationEndpoints = {
  listDiscrepancies: defineEndpoint({
    ...get,
    path: '/api/:env/reconciliation',
    query: discrepancyQuerySchema,
    response: discrepancyListSchema,
  }),
  /** Lists the discrepancies of a customer's transactions, with their explanations, from our records alone. */
  listCustomerDiscrepancies: defineEndpoint({
    ...get,
    path: '/api/:env/customers/:customer/discrepancies',
    params: z.strictObject({ env: environmentNameSchema, customer: customerHandleSchema }),
    query: noneSchema,
    response: customerDiscrepancyListSchema,
  }),
  showReconciliationReport: defineEndpoint({
    ...get,
    path: '/api/:env/reconciliation-report',
    query: reconciliationReportQuerySchema,
    response: reconciliationReportSchema,
  }),
  /** Exports one line per discrepancy that was open at any time of the day, masked as in the list. */
  exportReconciliationReport: defineEndpoint({
    ...get,
    path: '/api/:env/exports/reconciliation-report',
    query: createExportQuerySchema(reconciliationExportQuerySchema).extend({
      format: exportFormatSchema.optional(),
    }),
    response: z.string(),
    stream: 'text/csv',
  }),
  explainDiscrepancy: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reconciliation/:discrepancy/explain',
    params: z.strictObject({ env: environmentNameSchema, discrepancy: discrepancyIdSchema }),
    query: noneSchema,
    body: explainDiscrepancyRequestSchema,
    response: explainDiscrepancyResponseSchema,
  }),
} as const
