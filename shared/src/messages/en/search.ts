import { plural } from '../../core/message.ts'

/** Texts of home and of the search box, which opens on every page. */
export const englishSearch = {
  title: 'Search',
  deepLink: { windowTitle: 'Open', title: 'Open from a link' },
  boxLabel: 'Search for a customer, transaction or identity',
  placeholder: 'Paste any ID or a log line',
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
  help: 'What you can search for',
} as const
