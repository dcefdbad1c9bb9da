import { isLoopback } from '../platform/runtime/loopback.ts'
import { Secret } from '../platform/runtime/secret.ts'

/** Which addresses are taken for the customer's hosted page. */
export interface HostedUrlRules {
  /** Hosts, with the port where it is unusual. */
  readonly hostedHosts: ReadonlySet<string>
  /** Whether plain http is taken of this machine. */
  readonly mayBePlain: boolean
}

const maxUrlLength = 2_048

/**
 * The `redirect_url` of an answer (interface, Authorization response) as it came, or null where nobody should be
 * sent there: it must be https, of a configured host, without a user name. It is never built or completed.
 */
export function parseHostedUrl(text: string, { hostedHosts, mayBePlain }: HostedUrlRules): Secret | null {
  // What a browser would read in another way than it looks is no address: breaks, tabs, backslashes.
  if (text.length > maxUrlLength || !/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isPlain = url.protocol === 'http:' && mayBePlain && isLoopback(url)
  if (url.protocol !== 'https:' && !isPlain) return null
  return hostedHosts.has(url.host) ? new Secret(text) : null
}
