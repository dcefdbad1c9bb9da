import type { DiscrepancyReason } from '@paydesk/shared/cases/reconciliation'
import { germanReasons } from '@paydesk/shared/messages/de/reasons'
import { englishReasons } from '@paydesk/shared/messages/en/reasons'

const german: Readonly<Record<string, string>> = germanReasons.discrepancies

/** Reasons offered if the deployment sets none, in the order of display. */
const defaultReasons: readonly DiscrepancyReason[] = Object.entries(englishReasons.discrepancies).map(
  ([code, en]) => ({ code, label: { en, de: german[code] ?? en } }),
)

/** Returns the deployment's own reasons, or the defaults. */
export function getDiscrepancyReasons(reconciliation: {
  readonly reasons: readonly DiscrepancyReason[] | null
}): readonly DiscrepancyReason[] {
  return reconciliation.reasons ?? defaultReasons
}

/** Returns a reason for display. A reason that is not configured any more is shown by its code. */
export function findDiscrepancyReason(
  reasons: readonly DiscrepancyReason[],
  code: string,
): DiscrepancyReason {
  return reasons.find((one) => one.code === code) ?? { code, label: code }
}
