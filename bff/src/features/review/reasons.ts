import type { DecisionReason, Verdict } from '@paydesk/shared/cases/decision'

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

/** The reasons that a deployment has without setting its own, in the order in which they are offered. */
export const defaultDecisionReasons: readonly DecisionReason[] = (
  ['accept', 'reject', 'cancel'] as const
).flatMap((verdict) =>
  Object.entries(defaultReasonLabels[verdict]).map(([code, words]) => ({ code, verdict, words })),
)

/** What a deployment offers: its own reasons, or the usual ones. */
export function getDecisionReasons(review: {
  readonly reasons: readonly DecisionReason[] | null
}): readonly DecisionReason[] {
  return review.reasons ?? defaultDecisionReasons
}

/** A reason as it is shown; one that is not configured any more keeps its code as its words. */
export function findDecisionReason(
  reasons: readonly DecisionReason[],
  verdict: Verdict,
  code: string,
): DecisionReason {
  const known = reasons.find((one) => one.verdict === verdict && one.code === code)
  return known ?? { code, verdict, words: code }
}
