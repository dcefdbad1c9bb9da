export const englishReasons = {
  /** Reasons of decisions that Paydesk offers if the configuration names none. */
  decisions: {
    accept: {
      identity_confirmed: 'Identity confirmed',
      documents_checked: 'Documents checked and in order',
      known_customer: 'Known customer, usual payment',
      customer_explained: 'Customer explained the payment',
      provider_confirmed: 'Provider confirmed the payment',
      false_alarm: 'False positive',
    },
    reject: {
      identity_not_proved: 'Identity not proved',
      documents_not_valid: 'Documents missing or not valid',
      instrument_not_own: 'Account or card of another person',
      suspected_misuse: 'Suspected misuse',
      outside_terms: 'Outside our terms for this customer',
      provider_refused: 'Rejected by the provider',
    },
    cancel: {
      customer_asked: 'Requested by the customer',
      entered_twice: 'Entered twice',
      wrong_amount: 'Wrong amount or currency',
      no_answer: 'No answer from the customer in time',
      runs_out: 'Expires before it can be decided',
      test_payment: 'Test payment',
    },
  },
  /** Reasons that explain a discrepancy. */
  discrepancies: {
    compared_with_statement: 'Compared with the account statement: in order',
    asked_provider: 'Provider has answered',
    asked_operator: 'Payment service is correcting it',
    corrected_in_shop: 'Corrected by the merchant or in accounting',
    known_effect: 'Known effect of a refund, fee or conversion',
    test_payment: 'Test payment',
  },
} as const
