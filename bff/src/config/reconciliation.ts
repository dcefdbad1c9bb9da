import { type DiscrepancyReason, discrepancyReason } from '@paydesk/shared/cases/drift'
import { parseJsonRecord, readReasonList } from './reasons.ts'

const reasonsVariable = 'PAYDESK_DRIFT_REASONS'

/**
 * Reads the reasons that a deployment offers for explaining a discrepancy: `{"code":"Words"}`, instead of the
 * default reasons; null if the defaults apply. Adds one line per error to `problems`, without values.
 */
export function readReconciliationConfig(
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): { readonly reasons: readonly DiscrepancyReason[] | null } {
  const text = source[reasonsVariable]
  if (text === undefined) return { reasons: null }
  const place = { name: reasonsVariable, of: 'a JSON object', problems }
  return { reasons: readReasonList(parseJsonRecord(text), place, (one) => discrepancyReason.safeParse(one)) }
}
