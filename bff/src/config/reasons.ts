import { z } from 'zod'

const jsonRecordSchema = z.record(z.string(), z.unknown())
/** Limit of reasons per list: users read the whole list before they choose. */
const maxReasons = 30

/** Parses a JSON object; undefined for any other text. */
export function parseJsonRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return jsonRecordSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

interface ReasonSource {
  /** Name of the variable, plus the list inside it if the variable holds several lists. */
  readonly name: string
  readonly of: string
  readonly problems: string[]
}

/**
 * Reads configured reasons (code to label), each with `read`; null if `given` is not an object of 1 to 30
 * reasons. Adds one line per error to `problems`, without values.
 */
export function readReasonList<Reason>(
  given: unknown,
  { name, of, problems }: ReasonSource,
  read: (reason: { code: string; label: unknown }) => z.ZodSafeParseResult<Reason>,
): readonly Reason[] | null {
  const entries = Object.entries(jsonRecordSchema.safeParse(given).data ?? {})
  if (entries.length === 0 || entries.length > maxReasons) {
    problems.push(`${name} must be ${of} of 1 to ${maxReasons} reasons, code to text`)
    return null
  }
  return entries.flatMap(([code, label], at) => {
    const reason = read({ code, label })
    if (reason.success) return [reason.data]
    const isCode = reason.error.issues.some(({ path }) => path[0] === 'code')
    const expected = isCode
      ? 'has a code that is not of the form small_letters'
      : 'needs a text of 1 to 80 characters, or one for en and one for de'
    problems.push(`${name}: reason ${at + 1} ${expected}`)
    return []
  })
}
