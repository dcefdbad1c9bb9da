import { isIP } from 'node:net'
import { csrfHeader } from '@paydesk/shared/endpoints'
import type { Request } from 'express'
import { ProblemError } from '../problem/problem.ts'

/**
 * Refuses calls that a foreign page could have caused: the static header cannot be sent across sites
 * without a preflight that we never answer, and browsers say themselves where a call comes from.
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

/** Where a request came from, or null: behind proxies the address is text that others wrote. */
export function readSourceAddress(request: Request): string | null {
  const { ip } = request
  return ip !== undefined && isIP(ip) !== 0 ? ip : null
}
