import { plural } from '../../core/message.ts'

export const englishCustomers = {
  customer: 'Customer',
  notLoaded: 'Customer not loaded',
  recent: 'Recent customers',
  rid: 'customer ID',
  ridAtMerchant: 'Customer ID (RID) at merchant {merchant}',
  /** A customer ID that looks like personal data. */
  ridForms: {
    email: {
      label: 'in the form of an e-mail address',
      note: 'The customer ID is an e-mail address, so it is masked and never in a URL or a log.',
    },
    iban: {
      label: 'in the form of an IBAN',
      note: 'The customer ID is an IBAN, so it is masked and never in a URL or a log.',
    },
  },
  views: { label: 'Views of the customer', overview: 'Overview', timeline: 'Timeline' },
  newPayment: 'New payment',
  paymentRequests: 'Payment requests',
  transaction: 'Transaction',
  transactions: 'Transactions',
  transactionsOfCustomer: 'Transactions of the customer',
  /** Open work about the customer; each is a link to its rows. */
  openWork: {
    title: 'Open work',
    inReview: plural('count', {
      one: '{count} transaction in review',
      other: '{count} transactions in review',
    }),
    discrepancies: plural('count', { one: '{count} open discrepancy', other: '{count} open discrepancies' }),
    paymentRequests: plural('count', {
      one: '{count} unpaid payment request',
      other: '{count} unpaid payment requests',
    }),
    questions: plural('count', { one: '{count} open question', other: '{count} open questions' }),
  },
  open: {
    position: 'Open transaction {position} of {count}',
    count: plural('count', { one: '{count} open transaction', other: '{count} open transactions' }),
    none: 'No transactions.',
    allFinal: 'No open transactions: all are final.',
    readableNone: plural('count', {
      one: '{count} readable transaction, none open.',
      other: '{count} readable transactions, none open.',
    }),
    previous: 'Previous',
    next: 'Next',
    /** After "Previous" and "Next", for screen readers. */
    openOne: 'open transaction',
    previousOpen: 'Previous open transaction',
    nextOpen: 'Next open transaction',
    all: plural('count', { one: '{count} transaction', other: 'All {count} transactions' }),
  },
  history: {
    columns: {
      state: 'State',
      reason: 'Reason',
      amount: 'Amount',
      amountRange: 'Amount (minor units)',
      firstSeen: 'First seen',
      changed: 'Last change',
      expires: 'Expires',
      merchantId: 'Merchant’s ID',
      workflow: 'Workflow',
      compound: 'Raw state',
      id: 'ID',
    },
    compoundOption: 'Raw state (transaction_state)',
    inReview: 'In review',
    pending: 'Pending or in review',
    filterById: 'Filter by transaction ID',
    clearFilter: 'Clear filter',
    notProvided: 'not provided',
    none: 'The payment service lists no transactions for this customer ID.',
    noneUsable: plural('count', {
      one: '{count} transaction, without a usable ID.',
      other: '{count} transactions, none with a usable ID.',
    }),
    noMatch: plural('count', {
      one: '{count} transaction, not matched by the filter.',
      other: '{count} transactions, none matches the filter.',
    }),
    total: plural('count', { one: '{count} transaction.', other: '{count} transactions.' }),
    part: plural('count', {
      one: '{shown} of {count} transaction.',
      other: '{shown} of {count} transactions.',
    }),
    unreadable: plural('count', {
      one: '{count} more has no usable ID.',
      other: '{count} more have no usable ID.',
    }),
    serviceOrder: 'In the order of the payment service.',
    ownAmounts: 'Amounts come from our own records.',
  },
} as const
