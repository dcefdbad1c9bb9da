import { isIP } from 'node:net'
import { csrfHeader } from '@paydesk/shared/endpoints'
import type { Request } from 'express'
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

/**
 * Returns the source address of a request; null if the text is not an IP address, since proxies pass on text
 * from outside.
 */
export function readSourceAddress(request: Request): string | null {
  const { ip } = request
  return ip !== undefined && isIP(ip) !== 0 ? ip : null
}
