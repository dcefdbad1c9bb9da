import { transactionId } from '@paydesk/shared/core/ids'
import { decisionQuery } from '@paydesk/shared/work/decision-list'
import { reviewFilter, reviewQuery } from '@paydesk/shared/work/review'
import { type FigureDays, reviewFiguresQuery } from '@paydesk/shared/work/review-figures'
import { z } from 'zod'
import type { ChangeOf } from '../../ui/state/list-state.ts'
import { readsAddress } from '../../ui/state/url-state.ts'

const reviewAddress = z.object({
  ...reviewQuery.shape,
  after: z.string().min(1).max(400).optional(),
  /** The item that was opened last: back from its page it is in sight again. */
  at: transactionId.optional(),
})
export type ReviewAddress = z.output<typeof reviewAddress>
export type ReviewChange = ChangeOf<ReviewAddress>

/**
 * The queue's state as kept in the address: the shared filter, the page and the last row. The page of one
 * item keeps the same, so that the next item and the way back are those of this filter.
 */
export const readReviewAddress = readsAddress(reviewAddress)

/** Items with a note for this person that they have not seen, put off or not. */
export const mentioningMe = { mentions: 'me', snoozed: '1' } as const

/** What is asked of the server for this address, without the page. */
export const filterOf = readsAddress(reviewFilter)

/** A whole page of the queue, as it is asked for. */
export const queryOf = readsAddress(reviewQuery)

/** The state of the list of decisions as kept in the address. */
export const readDecisionsAddress = readsAddress(z.object(decisionQuery.shape))
export type DecisionsAddress = z.output<z.ZodObject<typeof decisionQuery.shape>>
export type DecisionsChange = ChangeOf<DecisionsAddress>

/** What is asked for where the address does not say it: what waits for this person, if anything can. */
export function decisionsQueryOf(address: DecisionsAddress, mayWork: boolean): DecisionsAddress {
  return { ...address, show: address.show ?? (mayWork ? 'second' : 'open') }
}

/** Of how many days the figures are, as kept in the address. */
export const readFiguresAddress = readsAddress(reviewFiguresQuery)
export type FiguresAddress = z.output<typeof reviewFiguresQuery>

/** A month where the address does not say it. */
export function daysOf({ days = '30' }: FiguresAddress): FigureDays {
  return days
}
