import { decisionQuery } from '@paydesk/shared/cases/decision-list'
import { caseFilter, caseQuery } from '@paydesk/shared/cases/review'
import { type ReviewFigureDays, reviewFiguresQuery } from '@paydesk/shared/cases/review-figures'
import { transactionId } from '@paydesk/shared/core/ids'
import { z } from 'zod'
import type { SearchParamsChange } from '../../ui/state/list-state.ts'
import { createSearchParamsReader } from '../../ui/state/url-state.ts'

const reviewSearchSchema = z.object({
  ...caseQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** The item that was opened last: back from its page it is in sight again. */
  at: transactionId.optional(),
})
export type ReviewSearchParams = z.output<typeof reviewSearchSchema>
export type ReviewSearchChange = SearchParamsChange<ReviewSearchParams>

/**
 * The queue's state as kept in the address: the shared filter, the page and the last row. The page of one
 * item keeps the same, so that the next item and the way back are those of this filter.
 */
export const readReviewSearchParams = createSearchParamsReader(reviewSearchSchema)

/** Items with a note for this person that they have not seen, put off or not. */
export const unreadMentionsFilter = { mentions: 'me', snoozed: '1' } as const

/** What is asked of the server for this address, without the page. */
export const readReviewFilter = createSearchParamsReader(caseFilter)

/** A whole page of the queue, as it is asked for. */
export const readReviewQuery = createSearchParamsReader(caseQuery)

/** The state of the list of decisions as kept in the address. */
export const readDecisionsSearchParams = createSearchParamsReader(z.object(decisionQuery.shape))
export type DecisionsSearchParams = z.output<z.ZodObject<typeof decisionQuery.shape>>
export type DecisionsSearchChange = SearchParamsChange<DecisionsSearchParams>

/** What is asked for where the address does not say it: what waits for this person, if anything can. */
export function buildDecisionsQuery(address: DecisionsSearchParams, mayWork: boolean): DecisionsSearchParams {
  return { ...address, show: address.show ?? (mayWork ? 'second' : 'open') }
}

/** Of how many days the figures are, as kept in the address. */
export const readReviewFiguresSearchParams = createSearchParamsReader(reviewFiguresQuery)
export type ReviewFiguresSearchParams = z.output<typeof reviewFiguresQuery>

/** A month where the address does not say it. */
export function getFigureDays({ days = '30' }: ReviewFiguresSearchParams): ReviewFigureDays {
  return days
}
