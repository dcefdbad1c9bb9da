import { plural } from '../../core/message.ts'

/** Texts of review on pages of other features: home, customer, transaction. */
export const englishReviewHome = {
  title: 'Review',
  cases: plural('count', { one: '{count} case', other: '{count} cases' }),
  casesAndSnoozed: '{cases}, {snoozed} snoozed',
  overdue: '{count} overdue',
  mine: plural('count', { none: 'None assigned to you', other: '{count} assigned to you' }),
  mentions: plural('count', {
    one: '{count} case has a note for you',
    other: '{count} cases have a note for you',
  }),
  openMentions: 'Open',
  approvals: plural('count', {
    one: '{count} decision awaiting your approval',
    other: '{count} decisions awaiting your approval',
  }),
  moreApprovals: 'More than {count} decisions awaiting your approval',
  openApprovals: 'Review decisions',
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
