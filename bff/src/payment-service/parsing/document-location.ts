import type { IdentityId } from '@paydesk/shared/core/ids'
import type { BaseAddress } from './path.ts'

/**
 * Location of a file. `here` has a path that may be requested with our credentials; only
 * `classifyDocumentUrl` creates that variant.
 */
export type DocumentLocation =
  | { readonly where: 'here'; readonly path: string }
  | { readonly where: 'elsewhere' | 'unusable' }

const elsewhere: DocumentLocation = { where: 'elsewhere' }
const unusable: DocumentLocation = { where: 'unusable' }

const maxUrlLength = 2_048
const pathLetters = /^[A-Za-z0-9._~!$&'()*+,;=:@/%-]+$/
const queryLetters = /^(?:\?[A-Za-z0-9._~!$&'()*+,;=:@/?%-]+)?$/

/** Decodes one path segment; null if decoding would change the meaning of the path. */
function decodeSegment(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return text === '' || text === '.' || text === '..' || /[\p{Cc}/\\%]/u.test(text) ? null : text
  } catch {
    return null
  }
}

/**
 * Detects paths of records of the interface, which are on the same host: a document URL must not fetch a
 * record, nor anything that belongs to another identity.
 */
function isRecordPath(parts: readonly string[], identity: IdentityId): boolean {
  const [version, resource, id, ...rest] = parts
  if (version?.toLowerCase() !== 'v1') return false
  if (resource?.toLowerCase() !== 'identity') return /^(?:authorization|transaction)$/i.test(resource ?? '')
  return id !== identity || rest.length < 2
}

/**
 * Classifies the URL of a document (interface, endpoint 5). A URL is `here` only if it is, character by
 * character, below the base address of the environment. A text that a URL parser would have to correct is
 * `unusable`.
 */
export function classifyDocumentUrl(base: BaseAddress, identity: IdentityId, text: string): DocumentLocation {
  const url = text.length > maxUrlLength ? null : URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return unusable
  // Require that the parser changes nothing: no user name, default port, dot segments or tabs.
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
