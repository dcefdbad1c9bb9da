export type ServiceBaseAddress = { readonly origin: string; readonly prefix: string }

/**
 * Checks and splits the base address of an environment. Throws on text that is not a URL, on credentials,
 * query, fragment or another scheme than http(s); the message does not repeat the address.
 */
export function parseServiceBaseAddress(baseUrl: string): ServiceBaseAddress {
  const url = URL.parse(baseUrl)
  if (url === null) throw new Error('base address of the payment service: not an address')
  const extras = url.username + url.password + url.search + url.hash
  if (extras !== '' || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Error('base address of the payment service: only scheme, host, port and path')
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

const plainSegment = /^[A-Za-z0-9_-]+$/

/**
 * Builds the path of a request below the base address. Segments are validated ids and fixed words, so a
 * segment that would change the shape of the path is a bug: throws, without repeating the segment.
 */
export function buildServicePath(base: ServiceBaseAddress, segments: readonly string[]): string {
  // Take the fast path for nearly all segments: they hold nothing that encoding or a parser would change.
  if (segments.every((segment) => plainSegment.test(segment))) return `${base.prefix}/${segments.join('/')}`
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) throw unsafe()
  if (!segments.every((segment) => segment.isWellFormed())) throw unsafe()
  const path = `${base.prefix}/${segments.map(encodeURIComponent).join('/')}`
  // Compare with the parser's result: it resolves `.` and `..`, which the encoding leaves alone.
  const parsed = URL.parse(path, base.origin)
  if (parsed === null || parsed.origin !== base.origin || parsed.pathname !== path) throw unsafe()
  const below = parsed.pathname.slice(base.prefix.length + 1).split('/')
  if (below.length !== segments.length) throw unsafe()
  if (below.some((part, i) => decodeURIComponent(part) !== segments[i])) throw unsafe()
  return path
}

function unsafe(): Error {
  return new Error('unsafe path segment for the payment service')
}
