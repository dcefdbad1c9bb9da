import type { CaseFilter } from '@paydesk/shared/cases/review-cases'
import type { Messages } from '@paydesk/shared/messages/catalogue'

interface QueueView {
  readonly name: string
  readonly filter: CaseFilter
}

/** Built-in views of the queue. The unfiltered queue needs no view, because the figures link there. */
export function createReviewQueueViews({ queue: { views } }: Messages['review']): readonly QueueView[] {
  return [
    { name: views.unassigned, filter: { claim: 'nobody', decision: 'none' } },
    { name: views.identity, filter: { concern: 'kyc,docs' } },
    { name: views.decided, filter: { decision: 'decided', snoozed: '1' } },
  ]
}
