import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ProblemError, presentProblem } from '../problem/problem.ts'
import type { Logger } from '../runtime/log.ts'
import { generateSupportReference } from '../runtime/reference.ts'

/** Answers requests that no parser can read like any other error, and repeats nothing of them. */
function rejectUnreadableRequest(error: Error, socket: Duplex, log: Logger): void {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reference = generateSupportReference()
  log.info({ err: error, reference }, 'not a readable request')
  if (socket.writableEnded) return
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n')
    return
  }
  const problem = presentProblem(
    new ProblemError(code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_request'),
    reference,
  )
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} Refused`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Creates the server with its limits: clients that send slowly or too much are cut off. */
export function createHttpServer(handler: RequestListener, log: Logger): Server {
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (request, response) => {
      // Reject whole URLs and other forms of a target: these are for proxies, and parsers disagree about
      // them. A line without a version ends the request where other parsers read on.
      if (request.url?.startsWith('/') === true && request.httpVersionMajor > 0)
        return handler(request, response)
      rejectUnreadableRequest(new Error('target'), request.socket, log)
    },
  )
  // Close connections of clients that neither read nor send; answers take seconds, not minutes.
  server.setTimeout(60_000)
  server.on('clientError', (error, socket) => rejectUnreadableRequest(error, socket, log))
  return server
}

/**
 * Prepares a server for an end without broken requests. Returns the function that begins it: the server takes
 * no new connection, answers what is in flight, and tells each client not to send more on the same connection.
 * `closed` is called once no connection is left.
 */
export function createServerDrain(server: Server): (closed: () => void) => void {
  const inFlight = new Set<ServerResponse>()
  let isDraining = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    inFlight.add(response)
    if (isDraining) response.shouldKeepAlive = false
    response.once('close', () => {
      inFlight.delete(response)
      // An answer that had begun before could not say that its connection ends.
      if (isDraining) server.closeIdleConnections()
    })
  })
  return (closed) => {
    isDraining = true
    for (const response of inFlight) if (!response.headersSent) response.shouldKeepAlive = false
    server.close(() => closed())
  }
}
