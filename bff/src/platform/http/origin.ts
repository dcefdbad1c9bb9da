import { isIP } from 'node:net'
import { csrfHeader } from '@paydesk/shared/endpoints'
import type { Express, Request } from 'express'
import { ProblemError } from '../problem/problem.ts'

/**
 * Rejects calls that a foreign page could have caused: the static header cannot be sent across sites without
 * a preflight, which Paydesk never answers, and browsers name the origin of a call.
 */
export function rejectCrossSiteRequest(request: Request, ownOrigin: string): void {
  const site = request.get('sec-fetch-site')
  const origin = request.get('origin')
  const foreign =
    request.get(csrfHeader.name) !== csrfHeader.value ||
    (site !== undefined && site !== 'same-origin') ||
    (origin !== undefined && origin !== ownOrigin)
  if (foreign) throw new ProblemError('cross_site')
}

/** Address with the port of the connection, as some proxies write it: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
const addressWithPort = /^(?:\[([0-9a-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i

/** Returns the IP address that a proxy names, without a port; null for other text, which comes from outside. */
export function parseForwardedAddress(text: string | undefined): string | null {
  const [, inBrackets, plain] = addressWithPort.exec(text ?? '') ?? []
  const address = inBrackets ?? plain ?? text ?? ''
  return isIP(address) === 0 ? null : address
}

/**
 * Names the proxies whose forwarding headers count. Inner proxies may write a port as well: without it they are known
 * as proxies, and the address behind them is that of the caller.
 */
export function trustProxies(app: Express, proxies: readonly string[]): Express {
  app.set('trust proxy', proxies)
  const trusts = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean
  return app.set('trust proxy', (address: string | undefined, hop: number) =>
    trusts(parseForwardedAddress(address) ?? address, hop),
  )
}

/**
 * Returns the source address of a request; null if the text is not an IP address, since proxies pass on text
 * from outside.
 */
export const readSourceAddress = ({ ip }: Request): string | null => parseForwardedAddress(ip)
