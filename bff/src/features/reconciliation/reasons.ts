import type { DriftReason } from '@paydesk/shared/work/drift'

/** The reasons that a deployment has without setting its own, in the order in which they are offered. */
const usual: readonly DriftReason[] = Object.entries({
  compared_with_statement: 'Compared with the account statement: in order',
  asked_provider: 'The provider is asked and has answered',
  asked_operator: 'The operator of the service corrects it',
  corrected_in_shop: 'Corrected in the shop or in the books',
  known_effect: 'Known effect of a refund, a fee or a conversion',
  test_payment: 'A test payment',
}).map(([code, words]) => ({ code, words }))

/** What a deployment offers: its own reasons, or the usual ones. */
export function reasonsOf(drift: {
  readonly reasons: readonly DriftReason[] | null
}): readonly DriftReason[] {
  return drift.reasons ?? usual
}

/** A reason as it is shown; one that is not configured any more keeps its code as its words. */
export function reasonNamed(reasons: readonly DriftReason[], code: string): DriftReason {
  return reasons.find((one) => one.code === code) ?? { code, words: code }
}
