import { plural } from '../../core/message.ts'

export const englishSubjectAccess = {
  title: 'Subject access exports',
  about:
    'Everything that we store about one customer, for that customer. A second person approves each export.',
  begin:
    'No requests in the last 30 days. If a customer asks for their data, open the customer and choose Subject access export.',
  /** Button and dialog on the page of a customer. */
  export: 'Subject access export',
  intro:
    'Contains all data we hold about this customer, and when and why staff saw it. Names of staff, secrets and results of checks are left out. A second person approves the export; then each of you can download it once.',
  ticket: 'Ticket of the customer’s request',
  ticketHelp: 'For example CASE-4711: letters, digits and - _ / . #. The audit log shows it.',
  request: 'Request export',
  sending: 'Sending…',
  results: {
    asked: 'Export requested. A second person must approve it within 24 hours.',
    open_already: 'Not requested: a request for this customer is already open.',
  },
  openRequests: 'Open requests',
  notRequested: 'Export not requested',
  unknownOutcome: 'We do not know if the request was saved. Check the page Subject access exports',
  view: 'View exports',
  approvalHelp:
    'Check that the ticket is the customer’s own request. After approval, each of you can download the export once.',
  ready: 'Ready to download',
  noneReady: 'No exports to download',
  recent: 'Last 30 days',
  noneRecent: 'No requests. You can request an export on the page of a customer.',
  download: 'Download export',
  downloading: 'Downloading…',
  downloadHelp: 'You can download it once. It contains unmasked personal data.',
  downloaded: 'Export downloaded',
  notDownloaded: 'Download failed. If it had started, request the export again',
  statuses: {
    waiting: 'Awaiting approval',
    confirmed: 'Approved',
    refused: 'Rejected',
    expired: 'Expired without an answer',
    over: 'No longer available',
  },
  customer: 'Customer',
  ticketNumber: 'Ticket {number}',
  requested: '{name} requested the export {time}',
  ownRequested: 'You requested the export {time}',
  downloadedBy: 'Downloaded by {name}, {time}',
  waiting: plural('count', {
    one: '{count} export awaiting your approval',
    other: '{count} exports awaiting your approval',
  }),
  review: 'Review',
} as const
