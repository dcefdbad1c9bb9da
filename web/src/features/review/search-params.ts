import { decisionQuerySchema } from '@paydesk/shared/cases/decisions'
import { caseFilterSchema, caseQuerySchema } from '@paydesk/shared/cases/review-cases'
import { type ReviewFigureDays, reviewFiguresQuerySchema } from '@paydesk/shared/cases/review-figures'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const reviewSearchSchema = z.object({
  ...caseQuerySchema.shape,
  after: z.string().min(1).max(400).optional(),
  /** Set for a list that shows every row although the person has a default view. */
  all: z.enum(['1']).optional(),
  /** Case opened last, scrolled into view when the user returns. */
  at: transactionIdSchema.optional(),
})
export type ReviewSearchParams = z.output<typeof reviewSearchSchema>
export type ReviewSearchChange = SearchParamsChange<ReviewSearchParams>

/**
 * Parses the URL state of the queue: shared filter, page, last row. The case page keeps the same state, so
 * that the next case and the way back follow this filter.
 */
export const readReviewSearchParams = createSearchParamsReader(reviewSearchSchema)

/** Parses the filter, without the page. */
export const readReviewFilter = createSearchParamsReader(caseFilterSchema)

/** Parses the request for one page of the queue. */
export const readReviewQuery = createSearchParamsReader(caseQuerySchema)

/** Parses the URL state of the decision list. */
export const readDecisionsSearchParams = createSearchParamsReader(z.object(decisionQuerySchema.shape))
export type DecisionsSearchParams = z.output<z.ZodObject<typeof decisionQuerySchema.shape>>
export type DecisionsSearchChange = SearchParamsChange<DecisionsSearchParams>

/** Completes the query: by default decisions for the user's approval, or open ones for a read-only role. */
export function buildDecisionsQuery(address: DecisionsSearchParams, mayWork: boolean): DecisionsSearchParams {
  return { ...address, show: address.show ?? (mayWork ? 'to_approve' : 'open') }
}

/** Parses the period of the figures, in days. */
export const readReviewFiguresSearchParams = createSearchParamsReader(reviewFiguresQuerySchema)
export type ReviewFiguresSearchParams = z.output<typeof reviewFiguresQuerySchema>

/** Returns the period of the figures, 30 days by default. */
export function getReviewFiguresPeriod({ days = '30' }: ReviewFiguresSearchParams): ReviewFigureDays {
  return days
}
