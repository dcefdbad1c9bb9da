/** Texts of a received notification, on its own page and on the pages of its transaction. */
export const englishReceivedNotifications = {
  statuses: {
    new: { label: 'New', description: 'Stored, not processed yet.' },
    waiting: { label: 'Waiting', description: 'We will refresh its transaction.' },
    confirmed: { label: 'Confirmed', description: 'We refreshed its transaction after it arrived.' },
    stored: { label: 'Stored', description: 'It names no transaction.' },
    isolated: {
      label: 'Failed',
      description: 'It could not be processed. Other notifications are not delayed.',
    },
  },
  effects: {
    agrees: { label: 'Match', description: 'The refresh gave the state of the notification.' },
    changed: { label: 'Changed', description: 'The refresh gave the announced change.' },
    differs: { label: 'Differs', description: 'The refresh gave another state.' },
    not_found: { label: 'Not found', description: 'The payment service does not know the transaction.' },
  },
  kinds: {
    transaction: 'Transaction',
    incoming_transfer: 'Incoming transfer',
    unreadable: 'Unreadable',
  },
} as const
