import type { SupportReference, TaskId, TransactionId } from '@paydesk/shared/core/ids'
import { isJsonObject } from './parsing/json.ts'
import type { UpstreamLimits } from './parsing/limits.ts'
import { buildPath, readBaseAddress } from './parsing/path.ts'
import type { UpstreamEnvironment } from './transport/call.ts'
import { buildCredentialHeaders } from './transport/http-core.ts'
import { type PostResult, postOnce } from './transport/post-once.ts'
import { parseAnswerJson, parseErrorCode } from './transport/posted-answer.ts'

/** What is asked of the service (service-facts, Operator actions); ids by their forms. */
export type OperatorActionRequest =
  | { readonly action: 'accept_task' | 'reject_task'; readonly task: TaskId }
  | { readonly action: 'cancel'; readonly transaction: TransactionId }

/**
 * What became of it. `answered`: the service took it. `refused`: it said no. `unknown`: it may have left, and
 * nothing that came says what became of it. `never_left`: provably nothing was sent.
 */
export type OperatorActionResult =
  | { readonly outcome: 'answered'; readonly status: number }
  | { readonly outcome: 'refused'; readonly status: number; readonly code: string | null }
  | { readonly outcome: 'unknown'; readonly status: number | null; readonly cause: string }
  | { readonly outcome: 'never_left'; readonly cause: string }

/** Asks once, without a second try at any layer. Never rejects, but where an id is none. */
export type OperatorActionSender = (
  asked: OperatorActionRequest,
  reference: SupportReference,
) => Promise<OperatorActionResult>

const maxBodyBytes = 16_384

function buildSegments(asked: OperatorActionRequest): string[] {
  switch (asked.action) {
    case 'accept_task':
      return ['v1', 'tasks', asked.task, 'accept']
    case 'reject_task':
      return ['v1', 'tasks', asked.task, 'reject']
    case 'cancel':
      return ['v1', 'transaction', asked.transaction, 'cancel']
  }
}

type Answer = Extract<PostResult, { kind: 'answer' }>

/** A page of somebody in between comes with a status too: of success only a body like the service's counts. */
function classifyAnswer(answer: Answer, limits: UpstreamLimits): OperatorActionResult {
  const { status } = answer
  const body = parseAnswerJson(answer, limits)
  const isSuccess = status >= 200 && status < 300 && status !== 206
  if (isSuccess && body !== null) return { outcome: 'answered', status }
  // 408 is said by whoever stopped waiting, not by whoever decided.
  if (status >= 400 && status < 500 && status !== 408) {
    const code = body != null && isJsonObject(body) ? parseErrorCode(body.code) : null
    return { outcome: 'refused', status, code }
  }
  // Beyond 599 nothing is defined: nobody who reads it later could say what it was.
  const known = status <= 599 ? status : null
  return { outcome: 'unknown', status: known, cause: isSuccess ? 'body' : `http_${known ?? 'odd'}` }
}

/**
 * The door through which decisions are carried out: the credentials, limits and address rules of the reads,
 * and one request for each call. Made only where a deployment has switched it on.
 */
export function createOperatorActionSender(
  environment: UpstreamEnvironment,
  limits: UpstreamLimits,
): OperatorActionSender {
  const base = readBaseAddress(environment.baseUrl)
  const credentials = buildCredentialHeaders(environment.clientName, environment.token)
  return async (asked, reference) => {
    const path = buildPath(base, buildSegments(asked))
    const posted = await postOnce({
      origin: base.origin,
      path,
      headers: [
        ...credentials,
        ...['accept', 'application/json', 'content-type', 'application/json', 'x-request-id', reference],
      ],
      body: '{}',
      connectMs: limits.connectMs,
      totalMs: limits.totalMs,
      headerBytes: limits.headerBytes,
      maxBytes: maxBodyBytes,
    })
    if (posted.kind === 'answer') return classifyAnswer(posted, limits)
    if (posted.kind === 'lost') return { outcome: 'unknown', status: posted.status, cause: posted.cause }
    return { outcome: 'never_left', cause: posted.cause }
  }
}
