import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { defineEndpoint, exportFormat, exportQuery } from '../core/endpoint.ts'
import { customerHandle, environmentName, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { localText } from '../messages/local-text.ts'
import { durationText } from '../payments/transaction-list.ts'
import { decisionTicket, reasonCode } from './decisions.ts'
import { noteText } from './review-cases.ts'

/** Id of one opening of a discrepancy. A discrepancy that opens again later gets a new id. */
export const discrepancyId = z
  .string()
  .regex(/^x_[0-9a-z]{20}$/)
  .brand<'DriftItem'>()
export type DiscrepancyId = z.infer<typeof discrepancyId>

/**
 * Ids of the rules (`transactionDiscrepancy`) that open a discrepancy. Rules that are only hints are not
 * among them.
 */
export const discrepancyKind = z.enum([
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
export type DiscrepancyKind = z.infer<typeof discrepancyKind>

/**
 * Status of a discrepancy. `open`: not explained. `explained`: explained, but the facts still differ.
 * `closed`: the facts agree.
 */
export const discrepancyStatus = z.enum(['open', 'explained', 'closed'])
export type DiscrepancyStatus = z.infer<typeof discrepancyStatus>

const kinds = discrepancyKind.options.join('|')
const count = z.int().min(0)

/** Filter of the list: one schema for the page's URL and for the request. Contains no personal data. */
export const discrepancyFilter = z.strictObject({
  /** Default: `open`. */
  status: discrepancyStatus.optional(),
  /** Several kinds are separated by commas. */
  kind: z
    .string()
    .regex(new RegExp(`^(${kinds})(,(${kinds})){0,17}$`))
    .optional(),
  /** Minimum time since the opening. */
  age: durationText.optional(),
  /** Default: `age`, oldest first. */
  sort: z.enum(['age', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type DiscrepancyFilter = z.infer<typeof discrepancyFilter>
export const discrepancyQuery = z.strictObject({
  ...discrepancyFilter.shape,
  after: z.string().max(400).optional(),
})

/** Configured reason for an explanation. */
export const discrepancyReason = z.strictObject({ code: reasonCode, label: localText(80) })
export type DiscrepancyReason = z.infer<typeof discrepancyReason>

/** Explanation given by a user. An explanation closes nothing, and none is overwritten. */
export const discrepancyExplanation = z.strictObject({
  reason: discrepancyReason,
  text: maskedValue,
  ticket: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
})
export type DiscrepancyExplanation = z.infer<typeof discrepancyExplanation>

/**
 * Discrepancy. Times are our own, in ISO 8601 UTC. State and amount are from the last read while it was open.
 */
export const discrepancyView = z.strictObject({
  discrepancy: discrepancyId,
  /** Increases with each change: moved, explained, closed. */
  version: z.int().min(1),
  kind: discrepancyKind,
  transaction: transactionId,
  customer: customerHandle.nullable(),
  rid: maskedValue,
  merchant: maskedValue,
  state: stateValue,
  compound: compoundState.nullable(),
  /** Minor units; known from notifications and creates only. */
  amount: maskedValue,
  currency: maskedValue,
  /**
   * Interval in which the facts began to differ; `from` is null if the transaction had not been read before.
   */
  openedAt: z.strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }),
  /** Time of the read that found the facts in agreement. */
  closedAt: z.iso.datetime().nullable(),
  /** Newest explanation. */
  explanation: discrepancyExplanation.nullable(),
  /** Earlier explanations, newest first. */
  earlierExplanations: z.array(discrepancyExplanation),
})
export type DiscrepancyView = z.infer<typeof discrepancyView>

/** Sum of the known amounts (minor units). A sum too large to be exact is left out. */
const sum = z.strictObject({ currency: z.string(), minor: z.int() })

export const discrepancyFigures = z.strictObject({
  /** Number of discrepancies not explained; `explained` counts those explained but not closed. */
  open: count,
  explained: count,
  openedToday: count,
  closedToday: count,
  /** Kinds with at least one discrepancy not closed. `amounts` is null if this role sees ranges only. */
  kinds: z.array(
    z.strictObject({
      kind: discrepancyKind,
      open: count,
      explained: count,
      /** Opening of the oldest discrepancy that is not closed. */
      oldestAt: z.iso.datetime(),
      amounts: z.array(sum).nullable(),
    }),
  ),
})
export type DiscrepancyFigures = z.infer<typeof discrepancyFigures>

export const discrepancyList = z.strictObject({
  rows: z.array(discrepancyView),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of matches: exact up to 10,000; above that, `more` is true. */
  count,
  more: z.boolean(),
  /** Figures of all discrepancies that this user may see, not narrowed by the filter. */
  figures: discrepancyFigures,
  /** Kinds that this user may see. */
  kinds: z.array(discrepancyKind),
  reasons: z.array(discrepancyReason),
  /** False if this role sees amounts as ranges only: it may not sort by amount. */
  byAmount: z.boolean(),
  mayExplain: z.boolean(),
})
export type DiscrepancyList = z.infer<typeof discrepancyList>

export const explainDiscrepancyRequest = z.strictObject({
  reason: reasonCode,
  text: noteText.optional(),
  ticket: decisionTicket.optional(),
})
export type ExplainDiscrepancyRequest = z.infer<typeof explainDiscrepancyRequest>

/**
 * Result of an explanation. `explained`: recorded; the discrepancy stays until the facts agree. `closed`: the
 * facts already agree, and nothing was recorded. A discrepancy that does not exist or is outside the user's
 * scope is the problem `not_found`.
 */
export const explainDiscrepancyResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('explained'), row: discrepancyView }),
  z.strictObject({ answer: z.literal('closed'), row: discrepancyView }),
])
export type ExplainDiscrepancyResponse = z.infer<typeof explainDiscrepancyResponse>

/** Length of the series in days, the day of the report included; 14 by default. */
export const reconciliationReportDays = z.enum(['14', '30'])
/**
 * Query of the report. `day` is a day in the time zone of Paydesk, today by default. The export takes only
 * the day.
 */
export const reconciliationReportQuery = z.strictObject({
  day: z.iso.date().optional(),
  days: reconciliationReportDays.optional(),
})
export const reconciliationExportQuery = reconciliationReportQuery.pick({ day: true })

/**
 * Movements of one day. `atStart` + `opened` − `closed` = `atEnd`. `explained`: discrepancies explained for
 * the first time on that day.
 */
const movementCounts = { atStart: count, opened: count, explained: count, closed: count, atEnd: count }
const movementSum = z.strictObject({
  currency: z.string(),
  atStart: z.int(),
  opened: z.int(),
  closed: z.int(),
  atEnd: z.int(),
})

/** Report of one day, counted from our own records. */
export const reconciliationReport = z.strictObject({
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
    z.strictObject({ kind: discrepancyKind, ...movementCounts, amounts: z.array(movementSum).nullable() }),
  ),
  /** Days up to the day of the report, oldest first. */
  series: z.array(
    z.strictObject({ day: z.iso.date(), opened: count, explained: count, closed: count, atEnd: count }),
  ),
})
export type ReconciliationReport = z.infer<typeof reconciliationReport>

const none = z.strictObject({})
const get = { method: 'GET', params: z.strictObject({ env: environmentName }), body: none } as const

/**
 * Endpoints for discrepancies between record, notifications and our records: staff explain them, facts close
 * them.
 */
export const reconciliationEndpoints = {
  listDiscrepancies: defineEndpoint({
    ...get,
    path: '/api/:env/reconciliation',
    query: discrepancyQuery,
    response: discrepancyList,
  }),
  showReconciliationReport: defineEndpoint({
    ...get,
    path: '/api/:env/reconciliation-report',
    query: reconciliationReportQuery,
    response: reconciliationReport,
  }),
  /** Exports one line per discrepancy that was open at any time of the day, masked as in the list. */
  exportReconciliationReport: defineEndpoint({
    ...get,
    path: '/api/:env/exports/reconciliation-report',
    query: exportQuery(reconciliationExportQuery).extend({ format: exportFormat.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  explainDiscrepancy: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reconciliation/:discrepancy/explain',
    params: z.strictObject({ env: environmentName, discrepancy: discrepancyId }),
    query: none,
    body: explainDiscrepancyRequest,
    response: explainDiscrepancyResponse,
  }),
} as const
