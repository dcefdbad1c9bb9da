import { type JsonValue, parseJson } from '../parsing/json.ts'
import type { UpstreamLimits } from '../parsing/limits.ts'
import type { PostResult } from './post-once.ts'

/** Parses the answer's body as JSON; null if the body is not readable JSON, undefined if it is empty. */
export function parsePostedAnswerJson(
  { type, coded, body }: Extract<PostResult, { kind: 'answer' }>,
  limits: UpstreamLimits,
): JsonValue | null | undefined {
  if (body.length === 0) return undefined
  const isJson = type === undefined || /^\s*application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type)
  if (coded || !isJson) return null
  const parsed = parseJson(body, limits.json)
  return parsed.ok ? parsed.value : null
}

/** Returns `code` of the error body if it has the form of a code (service-facts, Errors), else null. */
export function parseErrorCode(code: JsonValue | undefined): string | null {
  const isCode = typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,39}$/.test(code) && !/\d{5}/.test(code)
  return isCode ? code : null
}
