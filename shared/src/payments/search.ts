import { z } from 'zod'
import {
  customerHandleSchema,
  identityHandleSchema,
  supportReferenceSchema,
  transactionIdSchema,
} from '../core/ids.ts'
import { problemIdSchema } from '../core/problem.ts'
import { stateValueSchema } from '../core/state.ts'

/** Search text, sent in the body of a POST: it may be personal, so it never appears in a URL. */
export const searchRequestSchema = z.strictObject({ text: z.string().min(1).max(4_000) })

export const searchHitSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('customer'),
    customer: customerHandleSchema,
    merchant: z.string(),
    /**
     * Position of this RID among the known RIDs in the text, set if there are several. Never the RID itself.
     */
    position: z.int().min(1).optional(),
  }),
  z.strictObject({ kind: z.literal('transaction'), transaction: transactionIdSchema }),
  z.strictObject({ kind: z.literal('identity'), identity: identityHandleSchema }),
])
export type SearchHit = z.infer<typeof searchHitSchema>

/** Part of our records that was searched. `hasMore`: there are more than `count`, which were not counted. */
export const searchCoverageSchema = z.strictObject({
  count: z.int().min(0),
  hasMore: z.boolean(),
  /** Time since which the oldest record is known; null without records. */
  since: z.iso.datetime().nullable(),
})
export type SearchCoverage = z.infer<typeof searchCoverageSchema>

/** Codes of what an attempt found. `…_recorded`: in our records. `…_unavailable`: the service did not answer. */
export const searchFindingSchema = z.enum([
  'card_number',
  'no_id',
  'customer_page',
  'identity_page',
  'rid_recorded',
  'rid_recorded_nth',
  'rid_listed',
  'rid_unknown',
  'rid_unavailable',
  'transaction_recorded',
  'transaction_found',
  'transaction_unknown',
  'transaction_unavailable',
  'merchant_transaction_id_recorded',
  'merchant_transaction_id_unknown',
  'reference_recorded',
  'reference_unknown',
  'identity_found',
  'identity_unknown',
  'identity_not_allowed',
  'identity_unavailable',
  'owner_unavailable',
  'no_part_recorded',
  'no_other_part_recorded',
  'no_likely_part_recorded',
])
export type SearchFinding = z.infer<typeof searchFindingSchema>

/** Attempt to interpret the text; attempts are in the order in which they were made. */
export const searchAttemptSchema = z.strictObject({
  readAs: z.enum(['rid', 'transaction', 'merchant_transaction_id', 'reference', 'identity', 'text']),
  /** `not_asked`: not in our records, and the payment service is not asked about parts of a text. */
  outcome: z.enum(['found', 'not_found', 'unavailable', 'not_this_form', 'not_allowed', 'not_asked']),
  finding: searchFindingSchema,
  /** Merchant whose records were searched. */
  merchant: z.string().optional(),
  /** Position in the text, or number of the parts that were searched. */
  count: z.int().min(1).optional(),
  coverage: searchCoverageSchema.optional(),
  /** Why the payment service gave no answer. */
  problem: problemIdSchema.optional(),
  /** Support reference of a search that was `unavailable`. */
  reference: supportReferenceSchema.optional(),
})
export type SearchAttempt = z.infer<typeof searchAttemptSchema>

/**
 * Result of a search. Several hits if a RID exists at more than one merchant or the text holds several: the
 * user picks.
 */
export const searchResponseSchema = z.strictObject({
  hits: z.array(searchHitSchema),
  attempts: z.array(searchAttemptSchema),
})

/** Ids in our records that begin as typed: transaction ids, the merchant's own ids, references. */
export const idSuggestionsSchema = z.strictObject({
  suggestions: z.array(
    z.strictObject({
      kind: z.enum(['transaction', 'merchant_transaction_id', 'reference']),
      text: z.string(),
      transaction: transactionIdSchema,
      state: stateValueSchema,
    }),
  ),
})
export type IdSuggestions = z.infer<typeof idSuggestionsSchema>
