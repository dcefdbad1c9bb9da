import type { DiscrepancyReason } from '@paydesk/shared/cases/drift'

/** The reasons that a deployment has without setting its own, in the order in which they are offered. */
const defaultReasons: readonly DiscrepancyReason[] = Object.entries({
  compared_with_statement: 'Compared with the account statement: in order',
  asked_provider: 'The provider is asked and has answered',
  asked_operator: 'The operator of the service corrects it',
  corrected_in_shop: 'Corrected in the shop or in the books',
  known_effect: 'Known effect of a refund, a fee or a conversion',
  test_payment: 'A test payment',
}).map(([code, words]) => ({ code, words }))

/** What a deployment offers: its own reasons, or the usual ones. */
export function getDiscrepancyReasons(drift: {
  readonly reasons: readonly DiscrepancyReason[] | null
}): readonly DiscrepancyReason[] {
  return drift.reasons ?? defaultReasons
}

/** A reason as it is shown; one that is not configured any more keeps its code as its words. */
export function findDiscrepancyReason(
  reasons: readonly DiscrepancyReason[],
  code: string,
): DiscrepancyReason {
  return reasons.find((one) => one.code === code) ?? { code, words: code }
}
