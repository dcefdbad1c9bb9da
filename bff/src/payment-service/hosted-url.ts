import { isLoopback } from '../platform/runtime/loopback.ts'
import { Secret } from '../platform/runtime/secret.ts'

/** Rules for the URL of the customer's hosted page. */
export interface HostedPageUrlRules {
  /** Allowed hosts, with the port unless it is the default one. */
  readonly hostedHosts: ReadonlySet<string>
  /** Accepts plain http on loopback addresses. */
  readonly mayBePlain: boolean
}

const maxUrlLength = 2_048

/**
 * Checks the `redirect_url` of an answer (interface, Authorization response) and returns it unchanged, or
 * null if no customer should be sent there: it must be https, of a configured host and without credentials.
 * This URL is never built or completed by Paydesk.
 */
export function parseHostedPageUrl(
  text: string,
  { hostedHosts, mayBePlain }: HostedPageUrlRules,
): Secret | null {
  // Reject characters that make a browser read a URL differently than it looks: line breaks, tabs,
  // backslashes.
  if (text.length > maxUrlLength || !/^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isPlain = url.protocol === 'http:' && mayBePlain && isLoopback(url)
  if (url.protocol !== 'https:' && !isPlain) return null
  return hostedHosts.has(url.host) ? new Secret(text) : null
}
