import type { DiscrepancyReason } from '@paydesk/shared/cases/reconciliation'

/** Reasons offered if the deployment sets none, in the order of display. */
const defaultReasons: readonly DiscrepancyReason[] = Object.entries({
  compared_with_statement: 'Compared with the account statement: in order',
  asked_provider: 'The provider is asked and has answered',
  asked_operator: 'The operator of the service corrects it',
  corrected_in_shop: 'Corrected in the shop or in the books',
  known_effect: 'Known effect of a refund, a fee or a conversion',
  test_payment: 'A test payment',
}).map(([code, words]) => ({ code, words }))

/** Returns the deployment's own reasons, or the defaults. */
export function getDiscrepancyReasons(drift: {
  readonly reasons: readonly DiscrepancyReason[] | null
}): readonly DiscrepancyReason[] {
  return drift.reasons ?? defaultReasons
}

/** Returns a reason for display. A reason that is not configured any more is shown by its code. */
export function findDiscrepancyReason(
  reasons: readonly DiscrepancyReason[],
  code: string,
): DiscrepancyReason {
  return reasons.find((one) => one.code === code) ?? { code, words: code }
}
