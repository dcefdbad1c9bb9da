import type { DecisionReason, Verdict } from '@paydesk/shared/cases/decisions'

const defaultReasonLabels: Readonly<Record<Verdict, Readonly<Record<string, string>>>> = {
  accept: {
    identity_confirmed: 'Identity confirmed',
    documents_checked: 'Documents checked and in order',
    known_customer: 'Known customer, payment as usual',
    customer_explained: 'Customer explained the payment',
    provider_confirmed: 'Provider confirmed the payment',
    false_alarm: 'The rule fired without a cause',
  },
  reject: {
    identity_not_proved: 'Identity not proved',
    documents_not_valid: 'Documents missing or not valid',
    instrument_not_own: 'Account or card is not the customer’s own',
    suspected_misuse: 'Suspected misuse',
    outside_terms: 'Outside our terms for this customer',
    provider_refused: 'Provider refused it',
  },
  cancel: {
    customer_asked: 'The customer asked for it',
    entered_twice: 'Entered twice',
    wrong_amount: 'Wrong amount or currency',
    no_answer: 'The customer did not answer in time',
    runs_out: 'Runs out before it can be judged',
    test_payment: 'A test payment',
  },
}

/** Reasons offered if the deployment sets none, in the order of display. */
export const defaultDecisionReasons: readonly DecisionReason[] = (
  ['accept', 'reject', 'cancel'] as const
).flatMap((verdict) =>
  Object.entries(defaultReasonLabels[verdict]).map(([code, words]) => ({ code, verdict, words })),
)

/** Returns the deployment's own reasons, or the defaults. */
export function getDecisionReasons(review: {
  readonly reasons: readonly DecisionReason[] | null
}): readonly DecisionReason[] {
  return review.reasons ?? defaultDecisionReasons
}

/** Returns a reason for display. A reason that is not configured any more is shown by its code. */
export function findDecisionReason(
  reasons: readonly DecisionReason[],
  verdict: Verdict,
  code: string,
): DecisionReason {
  const known = reasons.find((one) => one.verdict === verdict && one.code === code)
  return known ?? { code, verdict, words: code }
}
