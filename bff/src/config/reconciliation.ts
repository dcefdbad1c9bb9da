import { type DriftReason, driftReason } from '@paydesk/shared/work/drift'
import { membersOf, readReasonList } from './reasons.ts'

const name = 'PAYDESK_DRIFT_REASONS'

/**
 * The reasons that a deployment offers for explaining a difference: `{"code":"Words"}`, in place of the usual
 * ones; null where those hold. What is wrong is added to `problems`, one line for each, without the values.
 */
export function readDrift(
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): { readonly reasons: readonly DriftReason[] | null } {
  const text = source[name]
  if (text === undefined) return { reasons: null }
  const place = { name, of: 'a JSON object', problems }
  return { reasons: readReasonList(membersOf(text), place, (one) => driftReason.safeParse(one)) }
}
