import type { z } from 'zod'

/** Answers that were given out more than once as the same object, with their bytes once they are known. */
const sharedBodies = new WeakMap<object, Buffer | null>()

/** An answer that is another one but for one member. */
interface Variation {
  readonly of: object
  readonly member: string
  readonly contract: z.ZodType
}

/** On the answer itself, where nothing copies or writes it: a table beside would have an entry for each answer. */
const variation = Symbol('variation')

const getVariation = (answer: object): Variation | undefined => Reflect.get(answer, variation)

interface Frame {
  readonly before: Buffer
  readonly after: Buffer
  /** What was written last: reads that are merged or kept give many the very same value. */
  last: { readonly value: unknown; readonly body: Buffer } | null
}

/** By the answer that is varied: what stands before and after the member; null where it is not found just once. */
const frames = new WeakMap<object, Frame | null>()

/** Says that this very object, which nobody changes, is the answer for several people: it is checked and written once. */
export function markCacheable<T extends object>(answer: T): T {
  if (!sharedBodies.has(answer)) sharedBodies.set(answer, null)
  return answer
}

/**
 * The same answer with another value of one member, checked by that member's contract: of what was written
 * of the last variation only this member is written anew.
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

/** A text in JSON cannot look like a member: its quotes are escaped. Only another member can. */
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

/** The bytes of an answer of which the same, or all but its one member, was checked and written before; else null. */
export function getSerializedResponse(answer: unknown): Buffer | null {
  if (typeof answer !== 'object' || answer === null) return null
  const how = getVariation(answer)
  return how === undefined ? (sharedBodies.get(answer) ?? null) : serializeVariation(answer, how)
}

/** Keeps the bytes of an answer that was found good by its contract, where it is shared. */
export function storeSerializedResponse(answer: unknown, body: Buffer): void {
  if (typeof answer !== 'object' || answer === null) return
  const how = getVariation(answer)
  if (how !== undefined) frames.set(how.of, findFrame(answer, how, body))
  else if (sharedBodies.has(answer)) sharedBodies.set(answer, body)
}
