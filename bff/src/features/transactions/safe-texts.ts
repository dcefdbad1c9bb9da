import type { CustomerTexts } from '@paydesk/shared/messages/customer/en'
import type { ReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import type { customerSafeTextSchema } from '@paydesk/shared/payments/transactions'
import type { z } from 'zod'
import type { SituationName } from './situations.ts'

type SafeText = z.infer<typeof customerSafeTextSchema>
type SayKey = keyof CustomerTexts['say']
type DoNotSayKey = keyof CustomerTexts['doNotSay']

/** Situation, or one that our records or the clock make of it. */
export type CustomerSafeTextSituation =
  | SituationName
  /** Success of a test card. */
  | 'test_success'
  /** Open record whose validity ran out. */
  | 'lapsed'
  /** Open record whose validity ran out and which the customer, as is known, cannot finish any more. */
  | 'lapsed_for_customer'
  /** Facts disagree on how the payment stands. */
  | 'clarifying'
  /** Facts disagree on whose payment it is. */
  | 'withheld'

/** Request that a sentence makes of the customer. */
type CustomerRequest = 'none' | 'finish' | 'wait' | 'new_payment'

export const customerActionBySafeText: Readonly<Record<SayKey, CustomerRequest>> = {
  inProgress: 'none',
  finishOnPage: 'finish',
  continueOnPage: 'finish',
  notCompletedYet: 'wait',
  clarifying: 'wait',
  withheld: 'none',
  enterAmounts: 'finish',
  codeIsPrepared: 'finish',
  pinIsPrepared: 'finish',
  enterCode: 'finish',
  enterPin: 'finish',
  documents: 'none',
  success: 'none',
  testPayment: 'none',
  notSuccessful: 'new_payment',
  expired: 'new_payment',
  cancelled: 'new_payment',
  cardExpired: 'new_payment',
}

/** Sentence of each situation, with the instruction that goes with it, in every language. */
const pairs: Readonly<Record<CustomerSafeTextSituation, readonly [say: SayKey, doNotSay: DoNotSayKey]>> = {
  accepted: ['inProgress', 'paid'],
  starting: ['inProgress', 'paid'],
  validating: ['inProgress', 'paid'],
  validated: ['continueOnPage', 'paid'],
  processing: ['inProgress', 'paid'],
  instrument_verified: ['inProgress', 'paid'],
  instrument_review: ['notCompletedYet', 'checks'],
  verification_amounts: ['enterAmounts', 'paid'],
  verification_restarted: ['notCompletedYet', 'checks'],
  code_details: ['continueOnPage', 'paid'],
  code_generating: ['codeIsPrepared', 'code'],
  pin_generating: ['pinIsPrepared', 'pin'],
  await_code: ['enterCode', 'code'],
  await_pin: ['enterPin', 'pin'],
  engaging: ['finishOnPage', 'paid'],
  review: ['notCompletedYet', 'checks'],
  hold: ['notCompletedYet', 'checks'],
  risk_review: ['notCompletedYet', 'checks'],
  documents: ['documents', 'checks'],
  success: ['success', 'paid'],
  test_success: ['testPayment', 'test'],
  declined: ['notSuccessful', 'fault'],
  rejected: ['notSuccessful', 'checks'],
  failed: ['notSuccessful', 'fault'],
  expired: ['expired', 'fault'],
  cancelled: ['cancelled', 'fault'],
  card_expired: ['cardExpired', 'cardNumber'],
  pending_unexplained: ['notCompletedYet', 'checks'],
  lapsed: ['notCompletedYet', 'paid'],
  lapsed_for_customer: ['expired', 'finish'],
  clarifying: ['clarifying', 'result'],
  withheld: ['withheld', 'anything'],
  pending_undocumented: ['notCompletedYet', 'checks'],
  undocumented: ['notCompletedYet', 'checks'],
}

/** Returns the action that the sentence of a situation asks the customer for. */
export const getActionAskedOfCustomer = (name: CustomerSafeTextSituation): CustomerRequest =>
  customerActionBySafeText[pairs[name][0]]

/**
 * Returns the safe texts of a situation in each released language. `expiresAt`, ms since 1970, is named where
 * the customer is asked to finish; null if it is not known.
 */
export function getCustomerSafeTexts(
  name: CustomerSafeTextSituation,
  expiresAt: number | null,
  released: ReleasedCustomerTexts,
): SafeText[] {
  const [say, doNotSay] = pairs[name]
  const deadline = getActionAskedOfCustomer(name) === 'finish' ? expiresAt : null
  return released.map(({ language, texts, fill, time }) => {
    const sentence = texts.say[say]
    return {
      language,
      say: deadline === null ? sentence : `${sentence} ${fill(texts.deadline, { until: time(deadline) })}`,
      doNotSay: texts.doNotSay[doNotSay],
    }
  })
}
