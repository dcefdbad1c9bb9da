import type { z } from 'zod'

/** Answers that are returned more than once as the same object, with their bytes once known. */
const sharedBodies = new WeakMap<object, Buffer | null>()

/** Answer that differs from another answer in one field only. */
interface Variation {
  readonly of: object
  readonly member: string
  readonly contract: z.ZodType
}

/**
 * Key on the answer itself, where no code copies or writes it: a separate table would need an entry per
 * answer.
 */
const variation = Symbol('variation')

const getVariation = (answer: object): Variation | undefined => Reflect.get(answer, variation)

interface Frame {
  readonly before: Buffer
  readonly after: Buffer
  /** Last serialised value: merged or cached reads give many callers the same value. */
  last: { readonly value: unknown; readonly body: Buffer } | null
}

/**
 * Serialised bytes before and after the varying field, per base answer; null if the field's text is
 * ambiguous.
 */
const frames = new WeakMap<object, Frame | null>()

/**
 * Marks an object, which must never change, as the answer for several people: the answer is validated and
 * serialised once.
 */
export function markCacheable<T extends object>(answer: T): T {
  if (!sharedBodies.has(answer)) sharedBodies.set(answer, null)
  return answer
}

/**
 * Returns the same answer with another value of one field, validated by the contract of that field. Only this
 * field is serialised again.
 */
export function markCacheableExcept<T extends object, M extends keyof T & string>(
  of: T,
  member: M,
  value: T[M],
  contract: z.ZodType<T[M]>,
): T {
  const how: Variation = { of, member, contract }
  return Object.defineProperty({ ...of, [member]: value }, variation, { value: how, enumerable: false })
}

const serializeField = (member: string, value: unknown) =>
  `${JSON.stringify(member)}:${JSON.stringify(value)}`

/**
 * Finds the bytes around a field. A JSON text cannot look like a field, because its quotes are escaped; only
 * another field can.
 */
function findFrame(answer: object, { member }: Variation, body: Buffer): Frame | null {
  const text = Buffer.from(serializeField(member, Reflect.get(answer, member)))
  const at = body.indexOf(text)
  if (at < 0 || body.indexOf(text, at + 1) >= 0) return null
  return { before: body.subarray(0, at), after: body.subarray(at + text.length), last: null }
}

function serializeVariation(answer: object, { of, member, contract }: Variation): Buffer | null {
  const frame = frames.get(of)
  if (frame == null) return null
  const value: unknown = Reflect.get(answer, member)
  if (frame.last !== null && frame.last.value === value) return frame.last.body
  const checked = contract.safeParse(value)
  if (!checked.success) return null
  const body = Buffer.concat([frame.before, Buffer.from(serializeField(member, checked.data)), frame.after])
  frame.last = { value, body }
  return body
}

/**
 * Returns the bytes of an answer that was validated and serialised before, at least all but its one field;
 * else null.
 */
export function getSerializedResponse(answer: unknown): Buffer | null {
  if (typeof answer !== 'object' || answer === null) return null
  const how = getVariation(answer)
  return how === undefined ? (sharedBodies.get(answer) ?? null) : serializeVariation(answer, how)
}

/** Stores the bytes of an answer that passed its contract, if the answer is cacheable. */
export function storeSerializedResponse(answer: unknown, body: Buffer): void {
  if (typeof answer !== 'object' || answer === null) return
  const how = getVariation(answer)
  if (how !== undefined) frames.set(how.of, findFrame(answer, how, body))
  else if (sharedBodies.has(answer)) sharedBodies.set(answer, body)
}
