import { plural } from '../../core/message.ts'

/** Texts of home and of the search box, which opens on every page. */
export const englishSearch = {
  title: 'Search',
  deepLink: { windowTitle: 'Open', title: 'Open from a link' },
  boxLabel: 'Search for a customer, transaction or identity',
  placeholder: 'Paste a customer ID, another ID or a whole log line',
  searching: 'Searching…',
  failed: 'Search failed',
  tryAgain: 'Try again',
  /** Object of "Copy …". */
  referenceNoun: 'reference',
  tooLong: 'The text has more than {max} characters. Paste only the line with the ID.',
  cardNumber:
    'This looks like a card number, so it was not sent. Card numbers cannot be searched and do not belong in Paydesk. Use the customer ID or the transaction ID.',
  paletteLabel: 'Search for an ID, a page or an action',
  palettePlaceholder: 'ID, page or action',
  commands: 'Suggestions',
  suggestions: 'Suggested IDs',
  attempts: {
    rid: 'Customer ID (RID)',
    transaction: 'Transaction ID',
    merchant_transaction_id: 'Merchant transaction ID',
    reference: 'Reference',
    identity: 'Identity ID',
    text: 'Text',
  },
  matches: plural('count', { one: '{count} match', other: '{count} matches' }),
  hits: {
    customer: 'Customer of {merchant}',
    customerInText: 'Customer of {merchant} · customer ID {nth} in the text',
    transaction: 'Transaction {id}',
    identity: 'Identity',
  },
  needsAttention: 'Needs your attention',
  accepted: {
    title: 'What you can search for',
    rid: {
      what: 'Customer ID (RID)',
      means: 'The merchant’s ID of a customer; may be an e-mail address or an IBAN',
    },
    transaction: { what: 'Transaction ID', means: 'Of the payment service' },
    merchant: { what: 'Merchant transaction ID', means: 'Or the reference of a transaction in our records' },
    identity: {
      what: 'Identity ID',
      means: 'Opens the identity, or the customer if your role has no access',
    },
    pasted: { what: 'Pasted text', means: 'We find the ID in a log line or URL' },
  },
  shortcuts: { title: 'Shortcuts', search: 'Search from any page' },
  here: {
    title: 'Environment and role',
    production: 'Real customers, real money',
    stage: 'Test environment – no real money',
    timeZone: 'Time zone of all times; hover for UTC',
  },
  privacy:
    'Suggestions appear for IDs as you type. Other text is sent only when you press Enter. Searched text never appears in URLs or logs. A customer ID that is found is stored encrypted. Every search is audited.',
} as const
