import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { durationText } from '../payments/transaction-list.ts'
import { transactionDiscrepancy } from '../payments/transactions.ts'
import { decisionTicket, reasonCode } from './decision.ts'
import { noteText } from './review.ts'

/** One opening of a difference; where it opens again later, that is another item. */
export const discrepancyId = z
  .string()
  .regex(/^x_[0-9a-z]{20}$/)
  .brand<'DriftItem'>()
export type DiscrepancyId = z.infer<typeof discrepancyId>

/** Ids of the contradiction rules (`contradiction.id`) that open an item; what is only a hint does not. */
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

/** `open`: nobody has explained it. `explained`: it is, and the facts still differ. `closed`: the facts agree. */
export const discrepancyStatus = z.enum(['open', 'explained', 'closed'])
export type DiscrepancyStatus = z.infer<typeof discrepancyStatus>

const kinds = discrepancyKind.options.join('|')
const count = z.int().min(0)

/** The filter of the list: one schema for the page's address and for the request. It holds no personal data. */
export const discrepancyFilter = z.strictObject({
  /** Left out: `open`. */
  status: discrepancyStatus.optional(),
  /** Several are separated by commas. */
  kind: z
    .string()
    .regex(new RegExp(`^(${kinds})(,(${kinds})){0,17}$`))
    .optional(),
  /** Opened at least so long ago. */
  age: durationText.optional(),
  /** Left out: `age`, the oldest first. */
  sort: z.enum(['age', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type DiscrepancyFilter = z.infer<typeof discrepancyFilter>
export const discrepancyQuery = z.strictObject({
  ...discrepancyFilter.shape,
  after: z.string().max(400).optional(),
})

/** A configured reason. */
export const discrepancyReason = z.strictObject({ code: reasonCode, words: z.string().min(1).max(80) })
export type DiscrepancyReason = z.infer<typeof discrepancyReason>

/** What somebody said of an item: it does not close it, and nothing is overwritten. */
export const discrepancyExplanation = z.strictObject({
  reason: discrepancyReason,
  text: maskedValue,
  ticket: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
})
export type DiscrepancyExplanation = z.infer<typeof discrepancyExplanation>

/** One item. Times are ISO 8601 UTC and ours. State and amount are of the last read while it was open. */
export const discrepancyView = z.strictObject({
  item: discrepancyId,
  /** Rises with each change of the item: moved, explained, closed. */
  version: z.int().min(1),
  kind: discrepancyKind,
  transaction: transactionId,
  customer: customerHandle.nullable(),
  rid: maskedValue,
  merchant: maskedValue,
  state: stateValue,
  compound: compoundState.nullable(),
  /** Minor units; from notifications and creates only. */
  amount: maskedValue,
  currency: maskedValue,
  /** The facts came to differ between these two; `from` is null where nobody had looked before. */
  openedAt: z.strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }),
  /** When a read found that they agree. */
  closedAt: z.iso.datetime().nullable(),
  /** The newest explanation. */
  explained: discrepancyExplanation.nullable(),
  /** Those before it, the newest first. */
  earlier: z.array(discrepancyExplanation),
})
export type DiscrepancyView = z.infer<typeof discrepancyView>

/** A sum of amounts (minor units); only of items whose amount is known. One too large to be exact is left out. */
const sum = z.strictObject({ currency: z.string(), minor: z.int() })

export const discrepancyFigures = z.strictObject({
  /** Items that nobody has explained, and explained ones that are not closed. */
  open: count,
  explained: count,
  openedToday: count,
  closedToday: count,
  /** The kinds of which any is not closed. `amounts` is null where this role sees ranges only. */
  kinds: z.array(
    z.strictObject({
      kind: discrepancyKind,
      open: count,
      explained: count,
      /** When the oldest one that is not closed was opened. */
      oldestAt: z.iso.datetime(),
      amounts: z.array(sum).nullable(),
    }),
  ),
})
export type DiscrepancyFigures = z.infer<typeof discrepancyFigures>

/** What a kind means, what usually explains it, what to do and when it closes by itself; `id` is the kind. */
export const discrepancyKindHelp = z.strictObject({ ...transactionDiscrepancy.shape, id: discrepancyKind })
export type DiscrepancyKindHelp = z.infer<typeof discrepancyKindHelp>

export const discrepancyList = z.strictObject({
  rows: z.array(discrepancyView),
  /** Hand it over as `after` for the next page; null on the last. */
  next: z.string().nullable(),
  /** How many match: exact up to 10,000; above it `more` is true. */
  count,
  more: z.boolean(),
  /** Of all items that this person may see, whatever the filter. */
  figures: discrepancyFigures,
  /** Of every kind that this person may see. */
  texts: z.array(discrepancyKindHelp),
  reasons: z.array(discrepancyReason),
  /** Whether this role may sort by amount: not where it sees ranges only. */
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
 * `explained`: recorded; it stays until the facts agree. `closed`: they agree already, and nothing was
 * recorded. An item that there is not, or that is not theirs, is the problem `not_found`.
 */
export const explainDiscrepancyResponse = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('explained'), row: discrepancyView }),
  z.strictObject({ answer: z.literal('closed'), row: discrepancyView }),
])
export type ExplainDiscrepancyResponse = z.infer<typeof explainDiscrepancyResponse>
