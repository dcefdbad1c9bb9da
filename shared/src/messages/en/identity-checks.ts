import { plural } from '../../core/message.ts'

/** Checks of an identity: what they compare, what they found, and what to do. */
export const englishIdentityChecks = {
  /** Each check: what is compared, and how. */
  checkNames: {
    members: 'Profile completeness',
    rid: 'Customer ID of the record',
    kyc: 'KYC state and identity review',
    addresses: 'Billing = residential address',
    others: 'Same identity for other customers',
  },
  checkMeanings: {
    members:
      'The payment service names 23 fields. A complete profile has all but title, middle name and address line 2.',
    rid: 'Compares remote_user_id of the record with the customer ID of the identity.',
    kyc: 'Compares kyc_state of the record with the step kyc of up to five transactions of the customer, open ones first.',
    addresses: 'Compares each part, ignoring case, spaces, full stops and commas.',
    others: 'Compares all customers of your merchants whose identity was opened in Paydesk.',
  },
  /** Results of the checks. */
  findings: {
    fields_missing: 'Missing: {names}.',
    no_visible_field_missing: 'No field that your role sees is missing.',
    profile_complete: 'Complete.',
    rid_hidden: 'Hidden for your role.',
    rid_missing: 'The record has no customer ID.',
    rid_matches: 'The customer ID matches.',
    transactions_not_loaded: 'The transactions could not be loaded.',
    kyc_state_missing: 'The record has no kyc_state.',
    kyc_states_differ: 'The record has {state}, a transaction of this customer has {names}.',
    kyc_passed_but_none: 'A transaction has passed its identity review, but kyc_state is NONE.',
    kyc_review_failed: 'kyc_state is {state}, but the identity review of a transaction failed or expired.',
    no_kyc_review: 'kyc_state is {state}. No loaded transaction has an identity review.',
    kyc_matches: 'kyc_state is {state}, and the transactions have {names}.',
    kyc_unrelated:
      'kyc_state is {state}, the transactions have {names}. It is not documented which belong together.',
    addresses_differ: 'Different: {names}.',
    address_on_one_side: 'Only one address has: {names}.',
    no_address: 'No address provided.',
    addresses_equal: 'The addresses are equal.',
    no_other_customers: 'None known to us.',
    other_customers: plural('count', {
      one: '{count} other customer has this identity.',
      other: '{count} other customers have this identity.',
    }),
    at_least_other_customers: plural('count', {
      one: 'At least {count} other customer has this identity.',
      other: 'At least {count} other customers have this identity.',
    }),
  },
  hiddenNotChecked: plural('count', {
    one: '{count} field is hidden for your role and was not checked.',
    other: '{count} fields are hidden for your role and were not checked.',
  }),
  /** Instructions for a finding. */
  advice: {
    fields_missing: 'Ask the customer, or the merchant if it submitted less than it has.',
    no_visible_field_missing: 'Ask a colleague whose role sees the other fields.',
    rid_hidden: 'Use the transactions that name this identity.',
    rid_missing: 'Use the transactions that name this identity.',
    transactions_not_loaded: 'Refresh shortly.',
    kyc_state_missing: 'Rely on neither alone: check the documents.',
    kyc_states_differ: 'Compare the record with the documents before you rely on the review.',
    kyc_passed_but_none: 'Compare the record with the documents before you rely on the review.',
    kyc_review_failed: 'Compare the record with the documents before you rely on the review.',
    no_kyc_review: 'Rely on neither alone: check the documents.',
    kyc_unrelated: 'Rely on neither alone: check the documents.',
    addresses_differ: 'Two addresses are allowed. Ask why if the payment gives cause.',
    address_on_one_side: 'Ask for the other address if it matters.',
    no_address: 'Ask for an address if it matters.',
    no_other_customers: 'The payment service has no list to confirm it.',
    other_customers: 'Open them: one person may have several accounts, or use the identity of someone else.',
    at_least_other_customers:
      'Open them: one person may have several accounts, or use the identity of someone else.',
  },
} as const
