import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { ProblemError, presentProblem } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { generateSupportReference } from '../../platform/runtime/reference.ts'
import type { NotificationOriginVerifier } from './notification-origin-verifier.ts'
import { type NotificationQueue, notificationQueueFullError } from './notification-queue.ts'
import type { NotificationRejectionReason, RejectedNotificationCounter } from './rejected-notifications.ts'

/** Endpoint of one environment. */
export interface NotificationEndpoint {
  readonly environment: EnvironmentName
  readonly verifier: NotificationOriginVerifier
}

export interface NotificationHandlerDeps {
  /** Keyed by environment name, as in the URL. */
  readonly endpoints: ReadonlyMap<string, NotificationEndpoint>
  readonly notificationQueue: NotificationQueue
  readonly refusals: RejectedNotificationCounter
  readonly log: Logger
  /** Called after each acknowledgement: `ms` from the last byte of the notification to the response. */
  acknowledged(environment: EnvironmentName, ms: number): void
}

/** Matches `notificationEndpointPath`. */
const notifyPathPattern = /^\/notify\/([a-z][a-z0-9-]{0,19})\/v1\/notification\/?(?:\?|$)/

/** Size limit of a body; real ones have a few thousand bytes. */
const maxBodyBytes = 65_536

const buildHeaders = (type: string, body: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

// Keep the body a string: a string is sent in one piece with the headers, a buffer in a second one.
const acceptedBody = '{"received":true}'
const acceptedHeaders = buildHeaders('application/json', acceptedBody)

/** Passes on the whole body; `too_large`, or `cut` if the sender disconnected. */
function readBody(request: IncomingMessage, read: (body: Uint8Array | 'too_large' | 'cut') => void): void {
  const chunks: Buffer[] = []
  let length = 0
  let done = false
  const finish = (body: Uint8Array | 'too_large' | 'cut') => {
    if (!done) read(body)
    done = true
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) finish('too_large')
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBodyBytes) finish('too_large')
    else chunks.push(chunk)
  })
  request.on('end', () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
  request.on('error', () => finish('cut'))
  request.on('close', () => finish('cut'))
}

const refusalProblems = {
  no_proof: () => new ProblemError('origin_not_verified'),
  wrong_proof: () => new ProblemError('origin_not_verified'),
  too_large: () => new ProblemError('too_large'),
  encoded: () => new ProblemError('unsupported_encoding'),
  empty: () => new ProblemError('bad_request'),
  not_ready: () => new ProblemError('unavailable', { retryAfter: 5 }),
} as const satisfies Record<NotificationRejectionReason, () => ProblemError>

function sendRefusal(response: ServerResponse, error: ProblemError): void {
  const problem = presentProblem(error, generateSupportReference())
  const body = JSON.stringify(problem)
  if (problem.retryAfter !== undefined) response.setHeader('retry-after', problem.retryAfter)
  response.writeHead(problem.status, buildHeaders('application/problem+json', body)).end(body)
}

const isEncoded = ({ headers }: IncomingMessage) =>
  headers['content-encoding'] !== undefined && !/^identity$/i.test(headers['content-encoding'])

/**
 * Creates the public endpoint for notifications. Answers 202 once a notification is committed and synced, not
 * before; nothing of it is parsed until then. A wrong proof is answered with 401 and only counted; the count
 * is all that is logged. Passes other requests to `next`.
 */
export function createNotificationHandler({
  endpoints,
  notificationQueue,
  refusals,
  log,
  acknowledged,
}: NotificationHandlerDeps) {
  let logged: unknown = null
  /** Logs one line per failed group, whose notifications all fail with the same error. */
  function logFailure(failure: unknown): void {
    if (failure !== notificationQueueFullError && failure !== logged)
      log.error({ err: failure }, 'notifications not stored')
    logged = failure
  }

  function refuse(
    { environment }: NotificationEndpoint,
    response: ServerResponse,
    reason: NotificationRejectionReason,
  ): void {
    refusals.add(environment, reason)
    sendRefusal(response, refusalProblems[reason]())
  }

  /** Verifies the proof of the complete body first; the rest is done only if the origin is as configured. */
  function verifyAndStore(
    endpoint: NotificationEndpoint,
    receivedProof: string | null,
    body: Uint8Array,
    response: ServerResponse,
  ): void {
    const { environment } = endpoint
    const begun = performance.now()
    const proof = endpoint.verifier.verify(receivedProof, body)
    if (proof === 'no_proof' || proof === 'wrong_proof') refuse(endpoint, response, proof)
    else if (body.length === 0) refuse(endpoint, response, 'empty')
    else
      notificationQueue.put({ environment, body, proof }, (failure) => {
        if (failure === null) {
          response.writeHead(202, acceptedHeaders).end(acceptedBody)
          acknowledged(environment, performance.now() - begun)
        } else {
          logFailure(failure)
          refuse(endpoint, response, 'not_ready')
        }
      })
  }

  function receive(endpoint: NotificationEndpoint, request: IncomingMessage, response: ServerResponse): void {
    const receivedProof = endpoint.verifier.readProof(request.rawHeaders)
    if (receivedProof === null && endpoint.verifier.isRequired) refuse(endpoint, response, 'no_proof')
    else if (isEncoded(request)) refuse(endpoint, response, 'encoded')
    else
      readBody(request, (body) => {
        if (body === 'too_large') refuse(endpoint, response, 'too_large')
        else if (body !== 'cut') verifyAndStore(endpoint, receivedProof, body, response)
      })
  }

  return {
    handler(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const name = request.method === 'POST' ? notifyPathPattern.exec(request.url ?? '')?.[1] : undefined
      const endpoint = name === undefined ? undefined : endpoints.get(name)
      if (endpoint === undefined) next()
      else receive(endpoint, request, response)
    },
  }
}
