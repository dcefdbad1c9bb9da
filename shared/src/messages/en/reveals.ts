import { plural } from '../../core/message.ts'

export const englishReveals = {
  /** `{field}` is the name of a field, such as "date of birth". */
  reveal: 'Reveal {field}',
  revealHint: 'Reveal {field}: reason and ticket required (Space)',
  purpose: 'Reason',
  ticket: 'Ticket or case number',
  recorded: 'Your name, the reason and the ticket are recorded before the value is revealed.',
  ticketFormat:
    '▲ A ticket has letters, digits and - _ / . #, at least one digit, and no name or account number.',
  submit: 'Reveal for 60 s',
  submitting: 'Saving…',
  recentSignIn: 'Recent sign-in required.',
  confirmIdentity:
    'Confirm it’s you to reveal this value. Your session, this page, the reason and the ticket stay as they are. Nothing was revealed yet.',
  notRevealed: 'Value not revealed',
  masked: '{field}: masked',
  mask: 'Mask {field}',
  maskHint: 'Mask {field} (Esc)',
  notProvided: 'not provided by the payment service',
  secondsLeft: plural('count', {
    one: 'Masked in {count} second',
    other: 'Masked in {count} seconds',
  }),
  seconds: '{count} s',
  revealsLeft: plural('count', {
    one: '{count} reveal left this hour',
    other: '{count} reveals left this hour',
  }),
  /** Names of the groups of fields that one question reveals, in a sentence such as "Reveal …". */
  groups: {
    person: 'name and date of birth',
    residence: 'residential address',
    billing: 'billing address',
  },
  groupHint: plural('count', {
    one: 'Reveal {field}: {count} value, one reason and ticket',
    other: 'Reveal {field}: {count} values, one reason and ticket',
  }),
  groupCounts: plural('count', {
    one: 'Counts as {count} reveal of this hour, recorded field by field.',
    other: 'Counts as {count} reveals of this hour, recorded field by field.',
  }),
  tooFewLeft: plural('count', {
    one: 'Nothing revealed: only {count} reveal left this hour',
    other: 'Nothing revealed: only {count} reveals left this hour',
  }),
  alerts: 'Unusual access',
  /** `{values}` and `{customers}` are the next two texts. */
  alert: '{name} revealed {values} of {customers}: {reason}, {time}',
  ownAlert: 'You revealed {values} of {customers}: {reason}, {time}',
  values: plural('count', { one: '{count} masked value', other: '{count} masked values' }),
  customers: plural('count', { one: '{count} customer', other: '{count} customers' }),
  alertReasons: { pace: 'many within ten minutes', customers: 'many customers within an hour' },
  /** `{count}` is a number above one. */
  accessAlerts: {
    documents: {
      other: '{name} opened {count} documents within an hour, {time}',
      own: 'You opened {count} documents within an hour, {time}',
    },
    records: {
      other: '{name} opened {count} identity records within an hour, {time}',
      own: 'You opened {count} identity records within an hour, {time}',
    },
    exports: {
      other: '{name} took {count} exports within an hour, {time}',
      own: 'You took {count} exports within an hour, {time}',
    },
  },
  foreignSecret: 'A notification carried a secret that is not the one of its transaction, {time}',
  otherReviews: 'A colleague reviews this.',
  markReviewed: 'Mark as reviewed',
  reviewed: 'Marked as reviewed',
  reviewedBefore: 'A colleague reviewed it first',
  notReviewed: 'Not marked as reviewed',
} as const
