/** Plain names and values in addresses; the same name several times is a list. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const search = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const all = search.getAll(name)
      const [first] = all
      return [name, all.length === 1 && first !== undefined ? first : all]
    }),
  )
}

export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string') search.append(name, each)
    }
  }
  // A comma needs no escape, and lists are to be read by people.
  return search.size > 0 ? `?${String(search).replaceAll('%2C', ',')}` : ''
}
