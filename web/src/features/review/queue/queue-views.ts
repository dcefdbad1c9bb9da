import type { CaseFilter } from '@paydesk/shared/cases/review'

interface QueueView {
  readonly name: string
  readonly filter: CaseFilter
}

/** The views of the queue that everybody has, beside its figures; those lead to all of it. */
export const builtInQueueViews: readonly QueueView[] = [
  { name: 'Free to take', filter: { owner: 'nobody', decision: 'none' } },
  { name: 'Identity and documents', filter: { concern: 'kyc,docs' } },
  { name: 'Waiting for the service', filter: { decision: 'decided', snoozed: '1' } },
]
