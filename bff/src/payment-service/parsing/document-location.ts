import type { IdentityId } from '@paydesk/shared/core/ids'
import type { BaseAddress } from './path.ts'

/**
 * Where the bytes of a file are. `here` has the path that may be asked for with the service's credentials;
 * only `documentAddress` makes one.
 */
export type DocumentLocation =
  | { readonly where: 'here'; readonly path: string }
  | { readonly where: 'elsewhere' | 'unusable' }

const elsewhere: DocumentLocation = { where: 'elsewhere' }
const unusable: DocumentLocation = { where: 'unusable' }

const maxUrlLength = 2_048
const pathLetters = /^[A-Za-z0-9._~!$&'()*+,;=:@/%-]+$/
const queryLetters = /^(?:\?[A-Za-z0-9._~!$&'()*+,;=:@/?%-]+)?$/

/** One part of a path, decoded, or null where decoding it changes what the path means. */
function decodeSegment(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return text === '' || text === '.' || text === '..' || /[\p{Cc}/\\%]/u.test(text) ? null : text
  } catch {
    return null
  }
}

/**
 * Records of the interface lie at the same host: they are never taken for a document, nor is what belongs to
 * another identity.
 */
function isRecordPath(parts: readonly string[], identity: IdentityId): boolean {
  const [version, resource, id, ...rest] = parts
  if (version?.toLowerCase() !== 'v1') return false
  if (resource?.toLowerCase() !== 'identity') return /^(?:authorization|transaction)$/i.test(resource ?? '')
  return id !== identity || rest.length < 2
}

/**
 * Judges a text that stands for the address of a document (interface, endpoint 5): it is fetched only where
 * it is, letter for letter, an address below the environment's own base address. A text that a parser would
 * have to put right is unusable.
 */
export function classifyDocumentUrl(base: BaseAddress, identity: IdentityId, text: string): DocumentLocation {
  const url = text.length > maxUrlLength ? null : URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return unusable
  // No user name, no port that is the usual one, no dots to resolve, no tab: what is written is what is asked.
  if (url.username + url.password + url.hash !== '') return unusable
  if (url.origin + url.pathname + url.search !== text) return unusable
  if (url.origin !== base.origin || !url.pathname.startsWith(`${base.prefix}/`)) return elsewhere
  if (!pathLetters.test(url.pathname) || !queryLetters.test(url.search)) return unusable
  const parts = url.pathname
    .slice(base.prefix.length + 1)
    .split('/')
    .map(decodeSegment)
  const known = parts.filter((part) => part !== null)
  if (known.length < parts.length || isRecordPath(known, identity)) return unusable
  return { where: 'here', path: url.pathname + url.search }
}
