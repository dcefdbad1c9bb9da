/** Texts of the facts at the top of every page about a transaction. */
export const englishRecordHeadline = {
  label: 'Key facts',
  amount: 'Amount',
  state: 'State',
  customer: 'Customer ID (RID)',
  merchant: 'Merchant',
  date: 'First seen',
  firstSeen: 'first seen {time}',
  created: 'created {time}',
  missing: {
    amount: { notProvided: 'Amount not provided', hidden: 'Amount hidden for your role' },
    currency: 'currency hidden for your role',
    customer: { notProvided: 'Customer not provided', hidden: 'Customer hidden for your role' },
    merchant: { notProvided: 'Merchant not provided', hidden: 'Merchant hidden for your role' },
    state: 'State not known yet',
    date: 'Not in our records yet',
  },
  /** Bar above the facts if the record does not belong to the customer of our records. */
  otherCustomer: {
    title: 'Customer mismatch: the record names another customer than our records.',
    todo: 'Tell neither customer, and do not decide before compliance has compared the two.',
  },
  copied: { amount: 'amount', customer: 'customer ID' },
} as const
