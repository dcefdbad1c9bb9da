import type { ReviewFilter } from '@paydesk/shared/work/review'

interface View {
  readonly name: string
  readonly filter: ReviewFilter
}

/** The views of the queue that everybody has, beside its figures; those lead to all of it. */
export const queueViews: readonly View[] = [
  { name: 'Free to take', filter: { owner: 'nobody', decision: 'none' } },
  { name: 'Identity and documents', filter: { concern: 'kyc,docs' } },
  { name: 'Waiting for the service', filter: { decision: 'decided', snoozed: '1' } },
]
