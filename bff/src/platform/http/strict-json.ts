/** Rule that a body breaks. */
export type JsonBodyFault = 'json' | 'unique_names' | 'storable_text'

export type StrictJsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rule: JsonBodyFault }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** True for text that each database stores and returns unchanged. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Returns the offset of the quote that ends the string beginning at `start`. The text must be JSON. */
function findStringEnd(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}

/**
 * Finds a repeated name or an unusable string in a text that is JSON. A loop, because a recursive walk would
 * exhaust the stack in a deeply nested body.
 */
function findFault(text: string): JsonBodyFault | null {
  const names: (Set<string> | null)[] = []
  let last = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      const end = findStringEnd(text, at)
      last = text.slice(at, end + 1)
      // Only an escape can hold NUL or half a pair: the bytes were UTF-8, and JSON has no raw control characters.
      if (last.includes('\\u') && !isStorableText(JSON.parse(last))) return 'storable_text'
      at = end
    } else if (sign === ':') {
      const name: string = JSON.parse(last)
      const known = names.at(-1)
      if (known?.has(name)) return 'unique_names'
      known?.add(name)
    } else if (sign === '{') names.push(new Set())
    else if (sign === '[') names.push(null)
    else if (sign === '}' || sign === ']') names.pop()
  }
  return null
}

/**
 * Parses a body that has one meaning only (RFC 8259, RFC 7493): UTF-8, each name once in an object, and texts
 * that can be stored. A byte order mark is skipped.
 */
export function parseStrictJson(bytes: Uint8Array): StrictJsonResult {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    return { ok: false, rule: 'json' }
  }
  const rule = findFault(text)
  return rule === null ? { ok: true, value } : { ok: false, rule }
}
