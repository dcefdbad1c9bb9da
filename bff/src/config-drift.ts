import { type DriftReason, driftReason } from '@paydesk/shared/drift'
import { z } from 'zod'

const name = 'PAYDESK_DRIFT_REASONS'
const object = z.record(z.string(), z.unknown())
/** As many as somebody reads through before they take any. */
const mostReasons = 30

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
  const entries = Object.entries(object.safeParse(parsed(text)).data ?? {})
  if (entries.length === 0 || entries.length > mostReasons) {
    problems.push(`${name} must be a JSON object of 1 to ${mostReasons} reasons, code to words`)
    return { reasons: null }
  }
  const reasons = entries.flatMap(([code, words], at) => {
    const read = driftReason.safeParse({ code, words })
    if (read.success) return [read.data]
    const wrong = read.error.issues.some(({ path }) => path[0] === 'code')
    const expected = wrong
      ? 'has a code that is not of the form small_letters'
      : 'needs words of 1 to 80 characters'
    problems.push(`${name}: reason ${at + 1} ${expected}`)
    return []
  })
  return { reasons }
}
