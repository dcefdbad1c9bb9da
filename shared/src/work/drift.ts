import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, transactionId } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'
import { compoundState, stateValue } from '../core/state.ts'
import { span } from '../payments/indexed.ts'
import { contradiction } from '../payments/transaction.ts'
import { reasonCode, ticket } from './decision.ts'
import { noteText } from './review.ts'

/** One opening of a difference; where it opens again later, that is another item. */
export const driftItem = z
  .string()
  .regex(/^x_[0-9a-z]{20}$/)
  .brand<'DriftItem'>()
export type DriftItem = z.infer<typeof driftItem>

/** Ids of the contradiction rules (`contradiction.id`) that open an item; what is only a hint does not. */
export const driftKind = z.enum([
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
export type DriftKind = z.infer<typeof driftKind>

/** `open`: nobody has explained it. `explained`: it is, and the facts still differ. `closed`: the facts agree. */
export const driftStatus = z.enum(['open', 'explained', 'closed'])
export type DriftStatus = z.infer<typeof driftStatus>

const kinds = driftKind.options.join('|')
const count = z.int().min(0)

/** The filter of the list: one schema for the page's address and for the request. It holds no personal data. */
export const driftFilter = z.strictObject({
  /** Left out: `open`. */
  status: driftStatus.optional(),
  /** Several are separated by commas. */
  kind: z
    .string()
    .regex(new RegExp(`^(${kinds})(,(${kinds})){0,17}$`))
    .optional(),
  /** Opened at least so long ago. */
  age: span.optional(),
  /** Left out: `age`, the oldest first. */
  sort: z.enum(['age', 'amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type DriftFilter = z.infer<typeof driftFilter>
export const driftQuery = z.strictObject({ ...driftFilter.shape, after: z.string().max(400).optional() })

/** A configured reason. */
export const driftReason = z.strictObject({ code: reasonCode, words: z.string().min(1).max(80) })
export type DriftReason = z.infer<typeof driftReason>

/** What somebody said of an item: it does not close it, and nothing is overwritten. */
export const driftExplanation = z.strictObject({
  reason: driftReason,
  text: shown,
  ticket: shown,
  by: colleague,
  at: z.iso.datetime(),
})
export type DriftExplanation = z.infer<typeof driftExplanation>

/** One item. Times are ISO 8601 UTC and ours. State and amount are of the last read while it was open. */
export const driftRow = z.strictObject({
  item: driftItem,
  /** Rises with each change of the item: moved, explained, closed. */
  version: z.int().min(1),
  kind: driftKind,
  transaction: transactionId,
  customer: customerHandle.nullable(),
  rid: shown,
  merchant: shown,
  state: stateValue,
  compound: compoundState.nullable(),
  /** Minor units; from notifications and creates only. */
  amount: shown,
  currency: shown,
  /** The facts came to differ between these two; `from` is null where nobody had looked before. */
  openedAt: z.strictObject({ from: z.iso.datetime().nullable(), to: z.iso.datetime() }),
  /** When a read found that they agree. */
  closedAt: z.iso.datetime().nullable(),
  /** The newest explanation. */
  explained: driftExplanation.nullable(),
  /** Those before it, the newest first. */
  earlier: z.array(driftExplanation),
})
export type DriftRow = z.infer<typeof driftRow>

/** A sum of amounts (minor units); only of items whose amount is known. One too large to be exact is left out. */
const sum = z.strictObject({ currency: z.string(), minor: z.int() })

export const driftFigures = z.strictObject({
  /** Items that nobody has explained, and explained ones that are not closed. */
  open: count,
  explained: count,
  openedToday: count,
  closedToday: count,
  /** The kinds of which any is not closed. `amounts` is null where this role sees ranges only. */
  kinds: z.array(
    z.strictObject({
      kind: driftKind,
      open: count,
      explained: count,
      /** When the oldest one that is not closed was opened. */
      oldestAt: z.iso.datetime(),
      amounts: z.array(sum).nullable(),
    }),
  ),
})
export type DriftFigures = z.infer<typeof driftFigures>

/** What a kind means, what usually explains it, what to do and when it closes by itself; `id` is the kind. */
export const driftText = z.strictObject({ ...contradiction.shape, id: driftKind })
export type DriftText = z.infer<typeof driftText>

export const driftPage = z.strictObject({
  rows: z.array(driftRow),
  /** Hand it over as `after` for the next page; null on the last. */
  next: z.string().nullable(),
  /** How many match: exact up to 10,000; above it `more` is true. */
  count,
  more: z.boolean(),
  /** Of all items that this person may see, whatever the filter. */
  figures: driftFigures,
  /** Of every kind that this person may see. */
  texts: z.array(driftText),
  reasons: z.array(driftReason),
  /** Whether this role may sort by amount: not where it sees ranges only. */
  byAmount: z.boolean(),
  mayExplain: z.boolean(),
})
export type DriftPage = z.infer<typeof driftPage>

export const explainRequest = z.strictObject({
  reason: reasonCode,
  text: noteText.optional(),
  ticket: ticket.optional(),
})
export type ExplainRequest = z.infer<typeof explainRequest>

/**
 * `explained`: recorded; it stays until the facts agree. `closed`: they agree already, and nothing was
 * recorded. An item that there is not, or that is not theirs, is the problem `not_found`.
 */
export const explainAnswer = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('explained'), row: driftRow }),
  z.strictObject({ answer: z.literal('closed'), row: driftRow }),
])
export type ExplainAnswer = z.infer<typeof explainAnswer>
