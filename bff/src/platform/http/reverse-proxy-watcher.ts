import type { Request, RequestHandler } from 'express'
import type { Logger } from '../runtime/log.ts'
import { parseForwardedAddress, readSourceAddress } from './origin.ts'

export interface ReverseProxyState {
  /** True if `PAYDESK_TRUST_PROXY` names a proxy. */
  readonly isNamed: boolean
  /** True if there must be a proxy: people use https, which Paydesk itself does not speak. */
  readonly isHttps: boolean
  /**
   * Time (ms since 1970) since which requests come through a proxy that is not named, so that their source
   * addresses are not known; null if none did.
   */
  readonly unnamedSince: number | null
}

/** Knows how far the source address of a request can be believed. */
export interface ReverseProxyWatcher {
  /** Notices requests of a proxy that is not named. Must run before everything that limits by address. */
  readonly notice: RequestHandler
  /**
   * Key by which calls of strangers are limited: one stranger must not use up the limit of others. Null if
   * nothing tells strangers apart; such a call must not be limited.
   */
  readonly limitKey: (request: Request) => string | null
  readonly state: () => ReverseProxyState
}

const forwardingHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-proto',
  'x-forwarded-host',
  'via',
]

const hint = 'set PAYDESK_TRUST_PROXY to the address of the proxy in front, such as loopback or 10.0.0.0/8'

/** True if the peer of the connection is one of the named proxies. */
function isTrustedPeer({ app, socket }: Request): boolean {
  const trusts: unknown = app.get('trust proxy fn')
  return typeof trusts === 'function' && trusts(socket.remoteAddress, 0) === true
}

/** Address that the nearest proxy added itself; what stands before it may be written by anybody. */
function readLastForwarded(request: Request): string | null {
  const last = request.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return parseForwardedAddress(last ?? request.get('x-real-ip'))
}

/**
 * Watches for a proxy that the configuration does not name: everybody then seems to have its address. With an
 * https origin there must be one, because Paydesk itself does not speak TLS.
 */
export function createReverseProxyWatcher(
  { isNamed, isHttps }: { readonly isNamed: boolean; readonly isHttps: boolean },
  log: Logger,
  now: () => number = Date.now,
): ReverseProxyWatcher {
  let unnamedSince: number | null = null
  const isBehindUnnamed = (request: Request) =>
    !isTrustedPeer(request) && (isHttps || forwardingHeaders.some((name) => name in request.headers))
  if (isHttps && !isNamed) log.warn(`no proxy is named: sign-ins are not limited; ${hint}`)
  return {
    notice(request, _response, next) {
      if (
        unnamedSince === null &&
        forwardingHeaders.some((name) => name in request.headers) &&
        !isTrustedPeer(request)
      ) {
        unnamedSince = now()
        log.warn(`requests come through a proxy that is not named; ${hint}`)
      }
      next()
    },
    limitKey(request) {
      if (!isBehindUnnamed(request)) return readSourceAddress(request) ?? 'unknown'
      const forwarded = readLastForwarded(request)
      return forwarded === null ? null : `${request.socket.remoteAddress ?? ''} ${forwarded}`
    },
    state: () => ({ isNamed, isHttps, unnamedSince }),
  }
}
