/** Answers that were given out more than once as the same object, with their bytes once they are known. */
const shared = new WeakMap<object, Buffer | null>()

/** Says that this very object, which nobody changes, is the answer for several people: it is checked and written once. */
export function share<T extends object>(answer: T): T {
  if (!shared.has(answer)) shared.set(answer, null)
  return answer
}

/** The bytes of a shared answer that was checked and written before, else null. */
export function writtenOf(answer: unknown): Buffer | null {
  return typeof answer === 'object' && answer !== null ? (shared.get(answer) ?? null) : null
}

/** Keeps the bytes of an answer that was found good by its contract, where it is shared. */
export function keepWritten(answer: unknown, body: Buffer): void {
  if (typeof answer === 'object' && answer !== null && shared.has(answer)) shared.set(answer, body)
}
