import { buildConnector } from 'undici'

export type SocketTracker = {
  readonly connect: buildConnector.connector
  /** Tells if the error is from a socket that was connected before `since` (`performance.now()`). */
  readonly wasOlder: (error: unknown, since: number) => boolean
}

/**
 * Connects as undici does, with Node's certificate checks, and records the connect time of a socket that
 * fails. A kept-alive socket that the server closed at the moment of its reuse (RFC 9112, 9.3.1) is worth
 * another attempt regardless of the retry budget.
 */
export function createSocketTracker(connectMs: number): SocketTracker {
  const connector = buildConnector({ timeout: connectMs })
  const connectedAt = new WeakMap<Error, number>()
  return {
    connect: (options, callback) => {
      connector(options, (...result) => {
        const since = performance.now()
        result[1]?.prependListener('error', (error: Error) => connectedAt.set(error, since))
        callback(...result)
      })
    },
    wasOlder: (error, since) => {
      const connected = error instanceof Error ? connectedAt.get(error) : undefined
      return connected !== undefined && connected < since
    },
  }
}
