import { randomBytes } from 'node:crypto'

/** A new id: the prefix and twenty characters of 36, a hundred bits, beyond guessing. */
export function generateId(prefix: string): string {
  let text = `${prefix}_`
  while (text.length < prefix.length + 21) {
    const byte = randomBytes(1)[0] ?? 255
    // 252 is the largest multiple of 36 in a byte: what lies above would make some letters likelier.
    if (byte < 252) text += (byte % 36).toString(36)
  }
  return text
}
