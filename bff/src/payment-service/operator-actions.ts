import type { ReviewTaskId, SupportReference, TransactionId } from '@paydesk/shared/core/ids'
import { isJsonObject } from './parsing/json.ts'
import type { UpstreamLimits } from './parsing/limits.ts'
import { buildServicePath, parseServiceBaseAddress } from './parsing/path.ts'
import type { UpstreamEnvironment } from './transport/call.ts'
import { buildCredentialHeaders } from './transport/http-read-client.ts'
import { type PostResult, postOnce } from './transport/post-once.ts'
import { parseErrorCode, parsePostedAnswerJson } from './transport/posted-answer.ts'

/** Operator action to send (service-facts, Operator actions); the ids are validated. */
export type OperatorActionRequest =
  | { readonly action: 'accept_task' | 'reject_task'; readonly task: ReviewTaskId }
  | { readonly action: 'cancel'; readonly transaction: TransactionId }

/**
 * Result of sending. `answered`: the payment service accepted the action. `refused`: it rejected the action.
 * `unknown`: the request may have been sent, and no answer tells its outcome. `never_left`: provably nothing
 * was sent.
 */
export type OperatorActionResult =
  | { readonly outcome: 'answered'; readonly status: number }
  | { readonly outcome: 'refused'; readonly status: number; readonly code: string | null }
  | { readonly outcome: 'unknown'; readonly status: number | null; readonly cause: string }
  | { readonly outcome: 'never_left'; readonly cause: string }

/** Sends one request, without a retry at any layer. Rejects only on an id that is not valid in a path. */
export type OperatorActionSender = (
  operatorActionRequest: OperatorActionRequest,
  reference: SupportReference,
) => Promise<OperatorActionResult>

const maxBodyBytes = 16_384

function buildSegments(operatorActionRequest: OperatorActionRequest): string[] {
  switch (operatorActionRequest.action) {
    case 'accept_task':
      return ['v1', 'tasks', operatorActionRequest.task, 'accept']
    case 'reject_task':
      return ['v1', 'tasks', operatorActionRequest.task, 'reject']
    case 'cancel':
      return ['v1', 'transaction', operatorActionRequest.transaction, 'cancel']
  }
}

type Answer = Extract<PostResult, { kind: 'answer' }>

/**
 * Classifies the answer. A proxy's error page has a status too, so a success must have a JSON body or none.
 */
function classifyAnswer(answer: Answer, limits: UpstreamLimits): OperatorActionResult {
  const { status } = answer
  const body = parsePostedAnswerJson(answer, limits)
  const isSuccess = status >= 200 && status < 300 && status !== 206
  if (isSuccess && body !== null) return { outcome: 'answered', status }
  // Exclude 408: a proxy that stopped waiting sends it, not the system that decides.
  if (status >= 400 && status < 500 && status !== 408) {
    const code = body != null && isJsonObject(body) ? parseErrorCode(body.code) : null
    return { outcome: 'refused', status, code }
  }
  // Drop a status above 599: no standard defines it, so it would mean nothing to a later reader.
  const known = status <= 599 ? status : null
  return { outcome: 'unknown', status: known, cause: isSuccess ? 'body' : `http_${known ?? 'odd'}` }
}

/**
 * Creates the sender for operator actions, with the credentials, limits and URL rules of the reads and one
 * HTTP request per call. Created only for environments where operator actions are on.
 */
export function createOperatorActionSender(
  environment: UpstreamEnvironment,
  limits: UpstreamLimits,
): OperatorActionSender {
  const base = parseServiceBaseAddress(environment.baseUrl)
  const credentials = buildCredentialHeaders(environment.clientName, environment.token)
  return async (operatorActionRequest, reference) => {
    const path = buildServicePath(base, buildSegments(operatorActionRequest))
    const span = environment.beginCallSpan?.(reference, 'action') ?? null
    const posted = await postOnce({
      origin: base.origin,
      path,
      headers: [
        ...credentials,
        ...['accept', 'application/json', 'content-type', 'application/json', 'x-request-id', reference],
        ...(span === null ? [] : ['traceparent', span.traceparent]),
      ],
      body: '{}',
      connectMs: limits.connectMs,
      totalMs: limits.totalMs,
      headerBytes: limits.headerBytes,
      maxBytes: maxBodyBytes,
    })
    span?.end(posted.kind, posted.kind !== 'answer')
    if (posted.kind === 'answer') return classifyAnswer(posted, limits)
    if (posted.kind === 'lost') return { outcome: 'unknown', status: posted.status, cause: posted.cause }
    return { outcome: 'never_left', cause: posted.cause }
  }
}
