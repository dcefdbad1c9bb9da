export const englishHelp = {
  title: 'Help',
  shortcuts: 'Shortcuts on this page',
  search: 'Search from any page',
  table: 'Table: row up, row down, open',
  searchSuggestions: 'Search box: move through suggestions, accept, dismiss',
  singleKeys: 'Shortcuts of one or two letters',
  glossary: 'Glossary',
  /** In the order of the dialog. */
  terms: {
    rid: {
      term: 'Customer ID (RID)',
      meaning: 'The merchant’s ID of a customer. It can look like an e-mail address or an IBAN.',
    },
    state: {
      term: 'State',
      meaning:
        'The payment service’s word on a transaction. Only the state decides. Undocumented values are grey and unchanged.',
    },
    compoundState: {
      term: 'compound_state',
      meaning: 'The state with its reason, for information. It decides nothing.',
    },
    final: {
      term: 'Final',
      meaning: 'The payment service says that the state will not change. Not yet confirmed.',
    },
    confirmed: {
      term: 'Confirmed',
      meaning: 'Final, and a verified notification and a later read agree on the state.',
    },
    secondRead: {
      term: 'Confirmed by second read',
      meaning: 'Final, and two reads some time apart agree. No notification arrived.',
    },
    review: {
      term: 'In review',
      meaning:
        'The payment service’s review team must decide, in its review console. A decision in Paydesk is a record and a work order for it.',
    },
    claim: {
      term: 'Claim',
      meaning:
        'A claimed case is yours for some minutes, renewed while you work on it. Then it is unassigned again.',
    },
    approval: {
      term: 'Approval',
      meaning: 'Another person, in any role, approves a decision before it takes effect.',
    },
    inbox: {
      term: 'Inbox',
      meaning:
        'What colleagues want from you or have done for you, for 30 days. Opening an entry marks it as read.',
    },
    sla: {
      term: 'SLA',
      meaning: 'Time from first seen in review to a decision: on time, due soon or overdue.',
    },
    inEffect: {
      term: 'In effect',
      meaning: 'A decision takes effect after its approval, or at once if it needs none.',
    },
    paymentRequest: {
      term: 'Payment request',
      meaning:
        'A payment that Paydesk asked the payment service for. A form creates one, however often you send it.',
    },
    unknown: {
      term: 'Status unknown',
      meaning:
        'A payment request may have reached the payment service, but no answer arrived. Paydesk finds out and never sends it again.',
    },
    snooze: { term: 'Snooze', meaning: 'Hides a case from the review queue until a time that you choose.' },
    coverage: {
      term: 'Coverage',
      meaning:
        'The payment service has no list of all transactions. Our lists hold what notifications, searches and imports brought.',
    },
    times: {
      term: 'First seen, last change',
      meaning:
        'Times of our own reads, because the payment service gives none. A change lies between two reads, so it is an interval.',
    },
    sync: {
      term: 'Sync',
      meaning: 'Every few minutes Paydesk refreshes all transactions that are open or unconfirmed.',
    },
    syncLag: {
      term: 'Sync lag',
      meaning: 'Time since the newest sync that has ended began. Our records may be as old as that.',
    },
    discrepancy: {
      term: 'Discrepancy',
      meaning:
        'State, notifications and our records disagree. A person explains it. It closes when the facts agree.',
    },
    seenBetween: {
      term: 'Seen between',
      meaning: 'A discrepancy began at some time between two reads. The exact time is unknown.',
    },
    missing: {
      term: 'Missing notification',
      meaning: 'The payment service says that it sent more notifications than we received.',
    },
    late: {
      term: 'Late',
      meaning:
        'A notification with an older state than the known one. It changes nothing, because only reads do.',
    },
    failed: {
      term: 'Failed',
      meaning: 'A notification that could not be processed. You can process it again.',
    },
    rejected: {
      term: 'Rejected',
      meaning:
        'A notification without valid proof of origin, too large or empty. It is counted and not stored.',
    },
    breakGlass: {
      term: 'Emergency access',
      meaning:
        'Wider rights for some minutes in an emergency. Compliance is informed at once, and a report is required afterwards.',
    },
    masked: {
      term: 'Masked',
      meaning: 'You see the part of a value that your role needs. Copying copies that part only.',
    },
    hidden: {
      term: 'Hidden for your role',
      meaning: 'Says nothing about the value, not even if there is one.',
    },
    notProvided: { term: 'Not provided', meaning: 'The record of the payment service has no such value.' },
    apiKey: {
      term: 'API key',
      meaning:
        'A system of the merchant creates and reads payments with an API key. The key is for one merchant and shown once.',
    },
    view: {
      term: 'View',
      meaning:
        'A filter of a list that you saved under a name. Its menu renames, moves, shares or deletes it, or lets the list open with it. You see shared views of colleagues while you work in their role.',
    },
    entry: {
      term: 'Audit entry',
      meaning:
        'Record of a read, a refusal or a decision. Each entry holds the hash of the entry before, so a change is detected.',
    },
    reference: { term: 'Reference', meaning: 'PD- and ten characters. Quote it, and we can find the event.' },
  },
} as const
