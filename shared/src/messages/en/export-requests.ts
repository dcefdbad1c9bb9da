import { plural } from '../../core/message.ts'

/** Texts of exports of many rows: the request, its state, and the page of requests. */
export const englishExportRequests = {
  lists: {
    transactions: 'Transactions',
    reconciliation: 'Discrepancies of a day',
    audit_log: 'Audit log',
    audit_entries: 'Audit entries',
    decisions: 'Decisions',
    notifications: 'Notifications',
    payment_requests: 'Payment requests',
    cases: 'Review queue',
    questions: 'Questions',
    customer_transactions: 'Transactions of one customer',
  },
  rows: plural('count', { one: '{count} row', other: '{count} rows' }),
  statuses: {
    waiting: 'Awaiting approval',
    confirmed: 'Approved: can be downloaded',
    refused: 'Rejected',
    withdrawn: 'Withdrawn',
    expired: 'Approval expired',
    over: 'Approved, time for the download over',
  },
  /** Beside the list, after the export was refused for its size. */
  needed: {
    title: 'This export needs an approval',
    explain:
      'It has {rows}. Above {limit} a colleague must approve it; then you can download it for an hour, with this filter. Or narrow the filter.',
    request: 'Request approval',
    own: 'Your last request for this list, {rows}: {status}.',
    view: 'View requests',
  },
  request: {
    title: 'Request export',
    label: 'Export request',
    purpose: 'Why is a copy needed outside Paydesk?',
    comment: 'Comment for the approver',
    minimum: 'Minimum {min} characters',
    stored: 'Stored with your name.',
    send: 'Request export',
    sending: 'Requesting…',
    failed: 'Export not requested',
    unknown: 'No answer. Check the requests before you send again',
    results: {
      asked: 'Export requested. A colleague must approve it first.',
      open_already: 'Nothing sent: your request for these rows is still open.',
    },
  },
  page: {
    title: 'Export requests',
    noneOwn: 'You have requested no exports. Small exports need no request.',
    about: 'Exports of many rows of a list. A second person approves each before its download.',
    begin:
      'No export requests. Small exports download at once. A large one needs an approval: Paydesk offers it when you choose Export on a list.',
    openTransactions: 'Open transactions',
    others: 'Of colleagues',
    filter: 'Filter',
    noFilter: 'All rows',
    merchants: 'Merchants',
    day: 'Day',
    from: 'From',
    to: 'Until',
    requested: '{name} requested the export {time}',
    ownRequested: 'You requested the export {time}',
    answerHelp: 'Your answer is recorded with your name. The requester reads your comment.',
    withdraw: 'Withdraw',
    withdrawn: 'Request withdrawn',
    notWithdrawn: 'Request not withdrawn',
    download: 'Download',
    downloads: plural('count', { one: 'Downloaded {count} time', other: 'Downloaded {count} times' }),
    notDownloaded: 'Export not downloaded',
    masked: 'The file is masked for the role in which you download it.',
  },
  home: {
    waiting: plural('count', {
      one: '{count} export awaiting your approval',
      other: '{count} exports awaiting your approval',
    }),
    review: 'Review',
  },
} as const
