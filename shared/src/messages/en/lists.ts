import { plural } from '../../core/message.ts'

/** Texts of tables, charts and forms that lists and dialogs share. */
export const englishLists = {
  pages: {
    moreThan: 'more than {rows}',
    shown: '{count} on this page',
    first: 'First',
    previous: 'Previous',
    next: 'Next',
    previousPage: 'Previous page',
    nextPage: 'Next page',
  },
  rows: {
    previous: 'Previous row',
    next: 'Next row',
    changed: plural('count', { one: '{count} row changed', other: '{count} rows changed' }),
  },
  filter: { title: 'Filter', active: 'Filter (active)', clear: 'Clear filter' },
  menu: { none: 'No values', chosen: '{count} of {all}' },
  export: {
    label: 'Export',
    button: 'Export CSV',
    rows: plural('count', { one: '{count} row', other: '{count} rows' }),
    progress: '{rows} of {all} rows',
    cancel: 'Cancel',
    done: plural('count', { one: '{count} row exported', other: '{count} rows exported' }),
    masked: ', masked for your role',
    recorded: 'The export is in the audit log.',
  },
  chart: { table: 'Show as table', share: 'Share', day: 'Values of a day' },
  purposes: {
    customer_call: 'Customer called or wrote to us',
    identity_check: 'Identity verification',
    payment_investigation: 'Payment investigation',
    fraud_suspicion: 'Suspected fraud or money laundering',
    authority_request: 'Authority or court request',
    subject_request: 'Data subject access request',
    incident: 'Urgent incident',
    link_handover: 'Payment link given to the customer',
  },
  chooseReason: 'Choose a reason',
  /** Input that a form lacks, said beside its button. */
  missing: {
    reason: 'Choose a reason.',
    ticket: 'Add a ticket.',
    comment: 'Add a comment.',
    option: 'Choose one of the options.',
    id: 'Enter a full ID.',
  },
  ticket: {
    label: 'Ticket or case',
    form: 'Letters, digits and - _ / . # with at least one digit, for example CASE-5512.',
    personalData: 'This looks like {kinds}: not accepted.',
  },
  personalData: {
    kinds: {
      iban: 'an IBAN',
      email: 'an e-mail address',
      card: 'a card number',
      document: 'a document number',
    },
    leaveOut: 'This looks like {kinds}: leave it out.',
  },
  signInAgain: 'Sign in again to continue',
  approval: {
    form: 'Answer to {name}',
    comment: 'Comment (required to reject)',
    approve: 'Approve',
    reject: 'Reject',
    recorded: 'Answer recorded',
    tooLate: 'Not recorded: it was answered before, or it expired.',
    failed: 'Answer not recorded',
    unknown: 'The answer may be recorded: refresh the requests before you answer again',
  },
} as const
