import type { IdentityId } from '@paydesk/shared/core/ids'
import type { ServiceBaseAddress } from './path.ts'

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

/** Place of documents below the base address: segments of a path; `{identity}` stands for the identity. */
export type DocumentPath = readonly string[]

/** Stands in a document path for the id of the identity whose record names the document. */
export const identityPlaceholder = '{identity}'

/** Places at which the payment service keeps documents, unless the operator names others. */
export const defaultDocumentPaths: readonly DocumentPath[] = [
  ['v1', 'identity', identityPlaceholder, 'documents'],
  ['v1', 'identity', identityPlaceholder, 'supporting_documents'],
  ['documents'],
  ['files'],
]

/** True if the path leads below one of the places: a document URL must not fetch anything else with our token. */
function isDocumentPath(
  parts: readonly string[],
  identity: IdentityId,
  paths: readonly DocumentPath[],
): boolean {
  return paths.some(
    (path) =>
      parts.length > path.length &&
      path.every((part, i) => parts[i] === (part === identityPlaceholder ? identity : part)),
  )
}

/** Places from which documents of one environment may be fetched. */
export interface DocumentUrlRules {
  readonly base: ServiceBaseAddress
  readonly paths: readonly DocumentPath[]
}

/**
 * Classifies the URL of a document (interface, endpoint 5). A URL is `here` only if it is, character by
 * character, below one of the document paths of the environment. A text that a URL parser would have to correct is
 * `unusable`.
 */
export function classifyDocumentUrl(
  { base, paths }: DocumentUrlRules,
  identity: IdentityId,
  text: string,
): DocumentLocation {
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
  if (known.length < parts.length || !isDocumentPath(known, identity, paths)) return unusable
  return { where: 'here', path: url.pathname + url.search }
}
