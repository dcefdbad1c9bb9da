import { z } from 'zod'

const jsonRecord = z.record(z.string(), z.unknown())
/** As many as somebody reads through before they take any. */
const maxReasons = 30

/** The members of a variable that holds a JSON object; undefined for any other text. */
export function parseJsonRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return jsonRecord.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

interface ReasonSource {
  /** The variable, and its part where it has several lists. */
  readonly name: string
  readonly of: string
  readonly problems: string[]
}

/**
 * Reasons as a deployment writes them, code to words, each read by `read`; null where it is no list of them.
 * What is wrong is added to `problems`, one line for each, without the values.
 */
export function readReasonList<Reason>(
  given: unknown,
  { name, of, problems }: ReasonSource,
  read: (reason: { code: string; words: unknown }) => z.ZodSafeParseResult<Reason>,
): readonly Reason[] | null {
  const entries = Object.entries(jsonRecord.safeParse(given).data ?? {})
  if (entries.length === 0 || entries.length > maxReasons) {
    problems.push(`${name} must be ${of} of 1 to ${maxReasons} reasons, code to words`)
    return null
  }
  return entries.flatMap(([code, words], at) => {
    const reason = read({ code, words })
    if (reason.success) return [reason.data]
    const isCode = reason.error.issues.some(({ path }) => path[0] === 'code')
    const expected = isCode
      ? 'has a code that is not of the form small_letters'
      : 'needs words of 1 to 80 characters'
    problems.push(`${name}: reason ${at + 1} ${expected}`)
    return []
  })
}
