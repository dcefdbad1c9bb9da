import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { ProblemError } from '../problem/problem.ts'
import { isLoopback } from '../runtime/loopback.ts'
import { sendProblem } from './serve.ts'

/** Paths that the platform calls by the address of the machine: they hold nothing and set nothing. */
const probePaths: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics'])

const countHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length

/** True if a request is for Paydesk: it names the configured public address, or this machine, once. */
export function createOwnHostCheck(origin: URL): (request: IncomingMessage) => boolean {
  return (request) => {
    const { host } = request.headers
    if (host === undefined || countHosts(request) !== 1) return false
    if (host === origin.host) return true
    // Parse before comparing: letter case and the default port make no difference.
    const url = /^[\w.:[\]-]{1,260}$/.test(host) ? URL.parse(`${origin.protocol}//${host}`) : null
    return url !== null && (url.host === origin.host || isLoopback(url))
  }
}

/**
 * Refuses requests for another host: a page whose name was pointed at our address, or a cache that is keyed by
 * a name of somebody else, gets nothing of Paydesk.
 */
export function createForeignHostGuard(isOwnHost: (request: IncomingMessage) => boolean): RequestHandler {
  return (request, response, next) => {
    if (isOwnHost(request) || probePaths.has(request.path)) next()
    else sendProblem(response, new ProblemError('wrong_host'))
  }
}
