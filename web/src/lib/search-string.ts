/** Parses plain names and values of an address; a repeated name becomes a list. */
export function parseUrlSearch(text: string): Record<string, string | string[]> {
  const search = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const all = search.getAll(name)
      const [first] = all
      return [name, all.length === 1 && first !== undefined ? first : all]
    }),
  )
}

/**
 * Formats names and values for an address, with the question mark; a list repeats its name. Leaves out values that are
 * no text.
 */
export function stringifyUrlSearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string') search.append(name, each)
    }
  }
  // Keep commas unescaped: a query may contain them, and people read these lists.
  return search.size > 0 ? `?${String(search).replaceAll('%2C', ',')}` : ''
}
