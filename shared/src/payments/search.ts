import { z } from 'zod'
import { customerHandle, identityHandle, supportReference, transactionId } from '../core/ids.ts'
import { stateValue } from '../core/state.ts'

/** The text stays in the body of a POST: it may be personal, so it is never in an address. */
export const searchRequest = z.strictObject({ text: z.string().min(1).max(4_000) })

export const searchHit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    customer: customerHandle,
    merchant: z.string(),
    /** Where the text holds several known RIDs: which of them this is, in their order. Never the RID itself. */
    nth: z.int().min(1).optional(),
  }),
  z.strictObject({ kind: z.literal('transaction'), transaction: transactionId }),
  z.strictObject({ kind: z.literal('identity'), identity: identityHandle }),
])
export type SearchHit = z.infer<typeof searchHit>

/** One thing that was tried, in the order in which it was tried. */
export const searchAttempt = z.strictObject({
  as: z.enum(['rid', 'transaction', 'merchant_transaction_id', 'reference', 'identity', 'text']),
  /** `not_asked`: not known to this office, and the service was not asked for parts of a text. */
  outcome: z.enum(['found', 'not_found', 'unavailable', 'not_this_form', 'not_allowed', 'not_asked']),
  /** What a person reads: "not a known RID at demo-merchant". Never the text itself. */
  words: z.string(),
  /** Present with `unavailable`: what support can quote. */
  reference: supportReference.optional(),
})
export type SearchAttempt = z.infer<typeof searchAttempt>

/** Several hits where a RID exists at more than one merchant or a text holds several: the person picks. */
export const searchResponse = z.strictObject({ hits: z.array(searchHit), tried: z.array(searchAttempt) })
export type SearchResponse = z.infer<typeof searchResponse>

/** Ids of the office's index that begin as typed: of transactions, the merchant's own ids, references. */
export const idSuggestions = z.strictObject({
  suggestions: z.array(
    z.strictObject({
      of: z.enum(['transaction', 'merchant_transaction_id', 'reference']),
      text: z.string(),
      transaction: transactionId,
      state: stateValue,
    }),
  ),
})
export type IdSuggestions = z.infer<typeof idSuggestions>
