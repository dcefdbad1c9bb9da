import { type DiscrepancyReason, discrepancyReason } from '@paydesk/shared/cases/drift'
import { parseJsonRecord, readReasonList } from './reasons.ts'

const reasonsVariable = 'PAYDESK_DRIFT_REASONS'

/**
 * The reasons that a deployment offers for explaining a difference: `{"code":"Words"}`, in place of the usual
 * ones; null where those hold. What is wrong is added to `problems`, one line for each, without the values.
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
