import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { ProblemError, presentProblem } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { generateReference } from '../../platform/runtime/reference.ts'
import { type NotificationQueue, notificationQueueFull } from './notification-queue.ts'
import type { OriginVerifier } from './origin-verifier.ts'
import type { RefusalCounter, RefusalReason } from './refusals.ts'

/** One environment's way in. */
export interface EnvironmentEntry {
  readonly environment: EnvironmentName
  readonly proof: OriginVerifier
}

export interface NotificationHandlerDeps {
  /** By name, as it stands in the address. */
  readonly entrances: ReadonlyMap<string, EnvironmentEntry>
  readonly inbox: NotificationQueue
  readonly refusals: RefusalCounter
  readonly log: Logger
  /** Told of each notification once it is acknowledged: ms from its last byte to the answer. */
  acknowledged(environment: EnvironmentName, ms: number): void
}

/** Reads `notifyPath`. */
const notifyPathPattern = /^\/notify\/([a-z][a-z0-9-]{0,19})\/v1\/notification\/?(?:\?|$)/

/** Bytes of a body at most; real ones have a few thousand. */
const maxBodyBytes = 65_536

const buildHeaders = (type: string, body: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

// As text it leaves in one piece with its head; as bytes it would be a second one.
const acceptedBody = '{"received":true}'
const acceptedHeaders = buildHeaders('application/json', acceptedBody)

/** Gives the whole body, or why not: `too_large`, or `cut` where the sender went away. */
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
  no_proof: () => new ProblemError('origin_not_proved'),
  wrong_proof: () => new ProblemError('origin_not_proved'),
  too_large: () => new ProblemError('too_large'),
  encoded: () => new ProblemError('unsupported_encoding'),
  empty: () => new ProblemError('bad_request'),
  not_ready: () => new ProblemError('unavailable', { retryAfter: 5 }),
} as const satisfies Record<RefusalReason, () => ProblemError>

function sendRefusal(response: ServerResponse, error: ProblemError): void {
  const problem = presentProblem(error, generateReference())
  const body = JSON.stringify(problem)
  if (problem.retryAfter !== undefined) response.setHeader('retry-after', problem.retryAfter)
  response.writeHead(problem.status, buildHeaders('application/problem+json', body)).end(body)
}

const isEncoded = ({ headers }: IncomingMessage) =>
  headers['content-encoding'] !== undefined && !/^identity$/i.test(headers['content-encoding'])

/**
 * The public endpoint for notifications. Answers 202 when the notification is committed and synced, and
 * not before; nothing of it is parsed until then. Wrong proof is 401 and leaves only a count, which is all
 * that is logged of it. What is not for this endpoint goes on to `next`.
 */
export function createNotificationHandler({
  entrances,
  inbox,
  refusals,
  log,
  acknowledged,
}: NotificationHandlerDeps) {
  let logged: unknown = null
  /** A group fails as one, so that its failure is one line. */
  function logFailure(failure: unknown): void {
    if (failure !== notificationQueueFull && failure !== logged)
      log.error({ err: failure }, 'notifications not stored')
    logged = failure
  }

  function end({ environment }: EnvironmentEntry, response: ServerResponse, reason: RefusalReason): void {
    refusals.add(environment, reason)
    sendRefusal(response, refusalProblems[reason]())
  }

  /** The body is complete: proof first, and only what is proved is looked at at all. */
  function store(
    entrance: EnvironmentEntry,
    given: string | null,
    body: Uint8Array,
    response: ServerResponse,
  ): void {
    const { environment } = entrance
    const begun = performance.now()
    const proof = entrance.proof.verify(given, body)
    if (proof === 'no_proof' || proof === 'wrong_proof') end(entrance, response, proof)
    else if (body.length === 0) end(entrance, response, 'empty')
    else
      inbox.put({ environment, body, proof }, (failure) => {
        if (failure === null) {
          response.writeHead(202, acceptedHeaders).end(acceptedBody)
          acknowledged(environment, performance.now() - begun)
        } else {
          logFailure(failure)
          end(entrance, response, 'not_ready')
        }
      })
  }

  function take(entrance: EnvironmentEntry, request: IncomingMessage, response: ServerResponse): void {
    const given = entrance.proof.readProof(request.rawHeaders)
    if (given === null && entrance.proof.isRequired) end(entrance, response, 'no_proof')
    else if (isEncoded(request)) end(entrance, response, 'encoded')
    else
      readBody(request, (body) => {
        if (body === 'too_large') end(entrance, response, 'too_large')
        else if (body !== 'cut') store(entrance, given, body, response)
      })
  }

  return {
    handler(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const name = request.method === 'POST' ? notifyPathPattern.exec(request.url ?? '')?.[1] : undefined
      const entrance = name === undefined ? undefined : entrances.get(name)
      if (entrance === undefined) next()
      else take(entrance, request, response)
    },
  }
}
