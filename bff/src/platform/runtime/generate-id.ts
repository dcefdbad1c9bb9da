import { randomBytes } from 'node:crypto'

/** Returns a new id: the prefix and twenty characters of base 36, about a hundred random bits. */
export function generateId(prefix: string): string {
  let text = `${prefix}_`
  while (text.length < prefix.length + 21) {
    const byte = randomBytes(1)[0] ?? 255
    // Skip bytes above 251: 252 is the largest multiple of 36 in a byte, and the rest would make some
    // characters likelier.
    if (byte < 252) text += (byte % 36).toString(36)
  }
  return text
}
