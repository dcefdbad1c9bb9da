/** Texts of review on pages of other features: home, customer, transaction. */
export const englishReviewHome = {
  position: {
    inQueue: 'In the review queue',
    notInQueue: 'Not in the review queue',
    place: '{position} of {count} by age',
    since: 'first seen {age}',
    claimed: 'claimed',
    unassigned: 'unassigned',
    openCase: 'Open case',
    loading: 'Review queue…',
    failed: 'Queue position not loaded',
  },
} as const
