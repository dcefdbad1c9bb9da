const patterns = new Map<string, RegExp>()

/** Returns the pattern of a contract's path, whose groups are its parameters; each is compiled once. */
export function pathPattern(path: string): RegExp {
  const known = patterns.get(path)
  if (known !== undefined) return known
  const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  patterns.set(path, pattern)
  return pattern
}
