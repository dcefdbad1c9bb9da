/** Facts that disagree, by the ID of the rule: what it is, its usual cause, what to do, when it closes by itself. */
export const englishDiscrepancies = {
  kinds: {
    provider_failed_but_success: {
      says: 'The state is SUCCESS, but the last provider operation failed.',
      means:
        'The money may not have been taken. Usually a later operation succeeded and is not in the record yet.',
      todo: 'Do not ship before the payment is confirmed. Then compare it with the account statement.',
      closes: 'When the record shows a later successful operation.',
    },
    provider_success_but_failed: {
      says: 'The transaction ended without success, but the last provider operation succeeded.',
      means:
        'Money may have moved. Usually it was taken before a review ended the transaction, and is returned later.',
      todo: 'Finance compares it with the account statement and asks the provider where the money is.',
      closes: 'Only if the record changes. A final state rarely does.',
    },
    manual_reconciliation: {
      says: 'A provider response requests manual reconciliation.',
      means: 'The provider could not match the money. Usually the amount or the reference differed.',
      todo: 'Finance compares it with the account statement.',
      closes: 'When no provider response requests it any more.',
    },
    test_in_production: {
      says: 'Test transaction in production.',
      means: 'No real money moved. Usually someone tried the payment page with a test card.',
      todo: 'Do not ship. Ask the merchant who created it.',
      closes: 'Never: it stays a test.',
    },
    expired_but_open: {
      says: 'The transaction has expired, but the record is still open.',
      means:
        'Nobody can continue it. Usually the payment service has not ended it yet, or someone still has to decide.',
      todo: 'Refresh after a while. If it stays open, tell the payment service.',
      closes: 'When the payment service ends it or extends its validity.',
    },
    sca_open_after_expiry: {
      says: 'Waiting for strong customer authentication (SCA), but the transaction has expired.',
      means: 'The customer cannot complete it any more. Usually the payment service has not ended it yet.',
      todo: 'Do not ask the customer to complete it: a new payment is needed. Refresh after a while.',
      closes: 'When the payment service ends it or extends its validity.',
    },
    step_open_after_end: {
      says: 'The transaction is final, but a workflow step is still pending.',
      means: 'Only the state decides: the transaction is over. Usually the step was left open when it ended.',
      todo: 'Nothing. If the step is the identity review, compliance checks the identity record.',
      closes: 'When the payment service closes the step. It may stay open.',
    },
    documents_without_step: {
      says: 'The payment service processes documents, but the workflow has no step for documents or identity review.',
      means:
        'Nobody can see what it waits for. Usually the payment service’s review team requested documents after the workflow was chosen.',
      todo: 'Compliance checks the identity record and asks the payment service what is missing.',
      closes: 'When the state changes or one of the two steps opens.',
    },
    kyc_done_but_none: {
      says: 'The identity review of this transaction is complete, but the KYC state of the identity is NONE.',
      means:
        'The review left no trace on the customer. Usually the result is entered later, or under another identity.',
      todo: 'Compliance checks the identity record before it relies on this review.',
      closes: 'When the identity has a KYC state.',
    },
    final_state_left: {
      says: 'The transaction was in a final state before, and the record shows another state now.',
      means:
        'A final state should not change. Usually the payment service’s review team corrected it manually after the end.',
      todo: 'Check what was shipped or rejected meanwhile, and ask the payment service.',
      closes: 'Only if the record shows the previous state again.',
    },
    end_announced_but_open: {
      says: 'A notification announced a final state, but the record is still open.',
      means: 'The notification alone does not count. Usually the record follows within minutes.',
      todo: 'Do not ship. Refresh after a while. If it stays open, tell the payment service.',
      closes: 'When the record is final too.',
    },
    end_not_announced: {
      says: 'The transaction is final, but no notification of its end has arrived.',
      means: 'The end is unconfirmed. Usually the notification is late or was lost.',
      todo: 'Compare the list of sent notifications before you ship.',
      closes: 'When a notification of the end arrives.',
    },
    provider_success_but_open: {
      says: 'The provider reported success, but the transaction has been open for more than a day without a change.',
      means:
        'The money is on hold. Usually a check of the payment service is stuck, or the customer has not finished.',
      todo: 'Do not ship. Ask the payment service what it waits for.',
      closes: 'When the state changes or goes into review.',
    },
    other_currency: {
      says: 'The provider request has another currency than the notifications.',
      means: 'The amount may have been converted. Usually the customer’s account has another currency.',
      todo: 'Finance compares amount and currency with the account statement.',
      closes: 'When a provider response or a notification has the same currency.',
    },
    amounts_differ: {
      says: 'Notifications of this transaction announce different amounts.',
      means: 'The paid amount is uncertain. Usually fees were deducted, or the customer paid another amount.',
      todo: 'Finance compares order and account statement before shipping.',
      closes: 'Never: announced amounts stay. Finance explains it.',
    },
    other_customer: {
      says: 'The record names another customer than our records.',
      means:
        'It may be listed for a customer whose payment it is not. Usually customer IDs were mixed up or renamed.',
      todo: 'Tell neither customer. Compliance compares customer ID, identity and the list of the payment service.',
      closes: 'When our records have the customer of the record, after the next update.',
    },
    review_without_step: {
      says: 'The newest notification is about an identity review, but the workflow has none.',
      means:
        'The review runs outside the workflow. Usually the payment service’s review team requested it after the workflow was chosen.',
      todo: 'Compliance checks the identity record. The workflow will not show the result.',
      closes: 'When the step opens, another notification arrives or the transaction ends.',
    },
    lifetime_below_seen: {
      says: 'The customer’s lifetime amount is lower than the sum of the successful payments in our records.',
      means:
        'The amount or the payments are wrong. Usually the customer has a second identity, or the amount is updated late.',
      todo: 'Finance compares the customer’s payments; compliance searches for a second identity.',
      closes: 'When the lifetime amount of the payment service has caught up.',
    },
  },
  /** In the list of discrepancies, if it differs there. */
  closesInList: {
    other_customer: 'When the record names the previous customer again. Otherwise compliance explains it.',
  },
} as const
