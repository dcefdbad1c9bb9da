/** Texts of the subject access export, for the customer who reads it. */
export const englishSubjectExport = {
  actions: {
    'search.made': 'Searched for you by an ID',
    'customer.viewed': 'Viewed your payments',
    'customer.transactions.viewed': 'Viewed the list of your payments',
    'customer.identity.viewed': 'Viewed a summary of your identity record, masked',
    'transaction.viewed': 'Viewed a payment',
    'transaction.record.viewed': 'Viewed the technical record of a payment, masked',
    'transaction.notifications.viewed': 'Viewed messages about a payment',
    'transaction.history.viewed': 'Viewed the history of a payment',
    'transaction.received.viewed': 'Viewed messages about a payment',
    'identity.viewed': 'Viewed your identity record, masked',
    'identity.record.viewed': 'Viewed your technical identity record, masked',
    'field.revealed': 'Revealed one value that is usually masked',
    'caller.checked': 'Compared the answer of a caller with your data, without seeing the data',
    'document.viewed': 'Viewed a document',
    'decision.made': 'Made a decision on a payment',
    'decision.answered': 'Checked the decision of a colleague',
    'payment_request.sent': 'Requested a payment of yours from the payment service',
    'payment_link.shown': 'Viewed your payment link, to give it to you',
    'subject_access.requested': 'Requested this export',
    'subject_access.decided': 'Checked the request for this export',
    'subject_access.downloaded': 'Downloaded this export, to give it to you',
  },
  /** Actions by the beginning of their name. */
  actionGroups: {
    'review.': 'Worked on the review of a payment',
    'case.': 'Worked on the review of a payment',
    'decision.': 'Worked on a decision on a payment',
    'question.': 'Asked or answered a colleague about it',
    'discrepancy.': 'Explained why two records differ',
    'reconciliation.': 'Explained why two records differ',
    'document.': 'Worked with a document',
    'payment_request.': 'Worked on a requested payment',
    'access.refused': 'Was refused access',
  },
  otherAction: 'Viewed it or worked on it',
  /** One label for all purposes that must not be told. */
  hiddenPurpose: 'A check that the law requires',
  employee: 'Employee {number}',
  system: 'Our system',
  payment: 'payment {id}',
  you: 'you',
  results: { allowed: 'done', refused: 'refused', failed: 'failed' },
  intro: {
    content: 'This is the data that we hold about you in our payment desk, and who viewed it, when and why.',
    employees:
      'Employees have numbers in the order in which they appear here. The numbers mean nothing elsewhere.',
    units: 'Times are in UTC. Amounts are in the smallest unit of the currency.',
  },
  omissions: {
    identity: 'Your identity record and documents: we hold no copy. The payment service stores them.',
    comments:
      'Comments that employees wrote for each other: they may be about other people. Their number is given.',
    checks: 'Results of checks that the law forbids us to disclose, and whether there are any.',
    secrets: 'Passwords, keys and codes of our systems.',
  },
} as const
