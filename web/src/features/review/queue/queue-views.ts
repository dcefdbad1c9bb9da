import type { CaseFilter } from '@paydesk/shared/cases/review-cases'

interface QueueView {
  readonly name: string
  readonly filter: CaseFilter
}

/** Built-in views of the queue. The unfiltered queue needs no view, because the figures link there. */
export const builtInQueueViews: readonly QueueView[] = [
  { name: 'Free to take', filter: { owner: 'nobody', decision: 'none' } },
  { name: 'Identity and documents', filter: { concern: 'kyc,docs' } },
  { name: 'Waiting for the service', filter: { decision: 'decided', snoozed: '1' } },
]
