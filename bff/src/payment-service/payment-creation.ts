import { type SupportReference, type TransactionId, transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Secret } from '../platform/runtime/secret.ts'
import { type HostedPageUrlRules, parseHostedPageUrl } from './hosted-url.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './parsing/json.ts'
import type { UpstreamLimits } from './parsing/limits.ts'
import { buildServicePath, parseServiceBaseAddress } from './parsing/path.ts'
import { parseStateRecord, type StateRecord } from './parsing/wire.ts'
import type { UpstreamEnvironment } from './transport/call.ts'
import { buildCredentialHeaders } from './transport/http-read-client.ts'
import { type PostResult, postOnce } from './transport/post-once.ts'
import { parseErrorCode, parsePostedAnswerJson } from './transport/posted-answer.ts'

/** Request to create a payment (interface, endpoint 1) and the values that its answer must agree with. */
export interface PaymentCreationRequest {
  /** Body, byte for byte as it was reviewed. */
  readonly body: string
  readonly merchant: string
  readonly merchantTransactionId: string
  readonly reference: string
  /** Paths of the fields in the body, such as `client.email`. */
  readonly members: readonly string[]
}

/**
 * Result of sending. `created`: the payment service created the transaction; `address` is null if the
 * returned URL is not trusted. `refused`: the payment service rejected the request; `members` are our fields
 * that it named. `unknown`: the request may have been sent, and no answer tells its outcome. `never_left`:
 * provably nothing was sent.
 */
export type PaymentCreationResult =
  | {
      readonly outcome: 'created'
      readonly status: number
      readonly transaction: TransactionId
      readonly record: StateRecord
      readonly address: Secret | null
    }
  | {
      readonly outcome: 'refused'
      readonly status: number
      readonly code: string | null
      readonly members: readonly string[]
    }
  | { readonly outcome: 'unknown'; readonly status: number | null; readonly cause: string }
  | { readonly outcome: 'never_left'; readonly cause: string }

/** Sends one request, without a retry at any layer. Never rejects. */
export type PaymentCreationSender = (
  sending: PaymentCreationRequest,
  reference: SupportReference,
) => Promise<PaymentCreationResult>

const maxBodyBytes = 65_536

const readText = (value: JsonValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Returns how the answer contradicts the request, or null if both agree. */
function findMismatch(body: JsonObject, sending: PaymentCreationRequest): string | null {
  const echo = body.original_message
  if (echo === undefined || !isJsonObject(echo)) return 'no_echo'
  if (echo.transaction_id !== sending.merchantTransactionId) return 'other_transaction'
  const [merchant, reference] = [readText(echo.merchant_id), readText(echo.reference)]
  if (merchant !== null && merchant !== sending.merchant) return 'other_merchant'
  return reference !== null && reference !== sending.reference ? 'other_reference' : null
}

type Answer = Extract<PostResult, { kind: 'answer' }>

/**
 * Accepts only a complete success. An incomplete one is `unknown`, so that the payment is searched at the
 * payment service.
 */
function parseSuccess(
  status: number,
  body: JsonValue | null | undefined,
  sending: PaymentCreationRequest,
  rules: HostedPageUrlRules,
) {
  const lacks = (cause: string): PaymentCreationResult => ({ outcome: 'unknown', status, cause })
  if (body == null || !isJsonObject(body)) return lacks('body')
  const transaction = transactionIdSchema.safeParse(body.id).data
  if (transaction === undefined) return lacks('no_id')
  const wrong = findMismatch(body, sending)
  if (wrong !== null) return lacks(wrong)
  const hosted = readText(body.redirect_url)
  if (hosted === null) return lacks('no_address')
  if (readText(body.state) === null) return lacks('no_state')
  const read = parseStateRecord(body)
  if (!read.ok) return lacks('body')
  const address = parseHostedPageUrl(hosted, rules)
  return { outcome: 'created', status, transaction, record: read.value, address } as const
}

/** Lists the ids of refused fields: entries with `id`, or the older form (service-facts, Errors). */
function listNamedFields(body: JsonObject): string[] {
  const given = [body.details, body.error].flatMap((list) => (Array.isArray(list) ? list : []))
  return given.flatMap((one: JsonValue) => {
    if (!isJsonObject(one)) return []
    return typeof one.id === 'string' ? [one.id] : Object.keys(one)
  })
}

/** Keeps only names of fields that we sent: any other text of the answer comes from outside. */
function filterOwnFields(body: JsonValue | null | undefined, { members }: PaymentCreationRequest): string[] {
  if (body == null || !isJsonObject(body)) return []
  const named = new Set(listNamedFields(body).slice(0, 100))
  return members.filter((member) => named.has(member) || named.has(member.slice(member.indexOf('.') + 1)))
}

/**
 * Statuses that prove that nothing was created: the payment service itself rejected the content. Other
 * statuses may come from a proxy that stopped waiting, or concern an id that a copy of the request may have
 * used.
 */
const refusalStatuses: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 411, 413, 414, 415, 422, 431,
])

function classifyAnswer(
  answer: Answer,
  sending: PaymentCreationRequest,
  rules: HostedPageUrlRules,
  limits: UpstreamLimits,
): PaymentCreationResult {
  const { status } = answer
  const body = parsePostedAnswerJson(answer, limits)
  if (status >= 200 && status < 300 && status !== 206) return parseSuccess(status, body, sending, rules)
  if (refusalStatuses.has(status)) {
    const code = body != null && isJsonObject(body) ? parseErrorCode(body.code) : null
    const members = filterOwnFields(body, sending)
    // Treat a refused id as unknown: ids are generated per request, so only a copy of this request can have
    // used it.
    if (members.includes('transaction.id')) return { outcome: 'unknown', status, cause: 'id_refused' }
    return { outcome: 'refused', status, code, members }
  }
  const known = status <= 599 ? status : null
  return { outcome: 'unknown', status: known, cause: `http_${known ?? 'odd'}` }
}

/**
 * Creates the sender for new payments, with the credentials, limits and URL rules of the reads and one HTTP
 * request per call. Created only for environments that have workflows.
 */
export function createPaymentCreationSender(
  environment: UpstreamEnvironment,
  limits: UpstreamLimits,
  rules: HostedPageUrlRules,
): PaymentCreationSender {
  const base = parseServiceBaseAddress(environment.baseUrl)
  const credentials = buildCredentialHeaders(environment.clientName, environment.token)
  // Append the slash with which the interface writes this path.
  const path = `${buildServicePath(base, ['v1', 'authorization'])}/`
  const { connectMs, totalMs, headerBytes } = limits
  return async (sending, reference) => {
    const span = environment.beginCallSpan?.(reference, 'authorization') ?? null
    const posted = await postOnce({
      ...{ origin: base.origin, path, body: sending.body, connectMs, totalMs, headerBytes },
      headers: [
        ...credentials,
        ...['accept', 'application/json', 'content-type', 'application/json', 'x-request-id', reference],
        ...(span === null ? [] : ['traceparent', span.traceparent]),
      ],
      maxBytes: maxBodyBytes,
    })
    span?.end(posted.kind, posted.kind !== 'answer')
    if (posted.kind === 'answer') return classifyAnswer(posted, sending, rules, limits)
    if (posted.kind === 'lost') return { outcome: 'unknown', status: posted.status, cause: posted.cause }
    return { outcome: 'never_left', cause: posted.cause }
  }
}
