import { plural } from '../../core/message.ts'

/** Texts of a search without a result; they load when one is shown. */
export const englishSearchMisses = {
  outcomes: {
    found: 'found',
    not_found: 'not found',
    unavailable: 'no answer',
    not_this_form: 'other format',
    not_allowed: 'no access',
    not_asked: 'payment service not asked',
  },
  /** Titles of a search without a match: each claims no more than was tried. */
  misses: {
    found: 'No results',
    unavailable: 'Some sources did not answer – it may exist',
    unreadable: 'No ID found in this text',
    not_asked: 'Not in our records. The payment service was not asked about parts of this text.',
  },
  findings: {
    card_number: 'Looks like a card number, so nothing was searched. Card numbers do not belong here.',
    no_id: 'No ID found in this text, so nothing was searched.',
    customer_page: 'URL of a customer’s page',
    identity_page: 'URL of an identity’s page',
    rid_recorded: 'In our records at {merchant}',
    rid_recorded_nth: 'ID {count} in the text, in our records at {merchant}',
    rid_listed: 'Has transactions at {merchant}',
    rid_unknown: 'No customer with this ID at {merchant}',
    rid_unavailable: 'Not searched at {merchant}: {problem}',
    transaction_recorded: 'In our records',
    transaction_found: 'Found at the payment service',
    transaction_unknown: 'No transaction with this ID',
    transaction_unavailable: 'Not searched: {problem}',
    merchant_transaction_id_recorded: 'In our records',
    merchant_transaction_id_unknown: 'Not in our records ({coverage})',
    reference_recorded: 'In our records',
    reference_unknown: 'Not in our records',
    identity_found: 'Found at the payment service',
    identity_unknown: 'No customer with this identity ID',
    identity_not_allowed: 'Your role has no access to identities and opens the customer',
    identity_unavailable: 'Not searched: {problem}',
    owner_unavailable: 'No answer of the payment service which customer has this identity',
    no_part_recorded:
      'No part of this text is a customer ID in our records. Search for the ID alone to ask the payment service.',
    no_other_part_recorded:
      'No other part of this text is a customer ID in our records. Search for the ID alone to ask the payment service.',
    no_likely_part_recorded:
      'None of the {count} likeliest parts of this text is a customer ID in our records. Search for the ID alone to ask the payment service.',
  },
  coverage: plural('count', {
    none: 'no transactions yet',
    one: '{count} transaction since {day}',
    other: '{count} transactions since {day}',
  }),
  coverageOverMax: 'more than {count} transactions since {day}',
} as const
