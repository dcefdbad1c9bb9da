/** Texts that explain the search box, opened on request. */
export const englishSearchHelp = {
  accepted: {
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
  privacy:
    'Suggestions appear for IDs as you type. Other text is sent only when you press Enter. Searched text never appears in URLs or logs. A customer ID that is found is stored encrypted. Every search is audited.',
} as const
