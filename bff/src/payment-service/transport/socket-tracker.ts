import { buildConnector } from 'undici'

export type SocketTracker = {
  readonly connect: buildConnector.connector
  /** True where a socket failed that had been connected before `since` (performance.now). */
  readonly wasOlder: (error: unknown, since: number) => boolean
}

/**
 * Connects as undici does, certificates checked as Node does, and remembers how old a socket was
 * when it failed: a kept-alive socket that the other side closed in the same moment in which it was
 * taken again (RFC 9112, 9.3.1) is worth another try whatever the retry budget says.
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
