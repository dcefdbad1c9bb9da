import type { ApiKeyPermission } from '@paydesk/shared/administration/api-keys'
import {
  idempotencyKeySchema,
  type MerchantApiVersion,
  merchantPaymentInputSchema,
} from '@paydesk/shared/payments/merchant-api'
import { type PaymentRequestStatus, paymentRequestIdSchema } from '@paydesk/shared/payments/payment-requests'
import type { Request, RequestHandler, Response } from 'express'
import type { AuditEvent, AuditSubject } from '../../platform/audit/entry.ts'
import { describeInvalidFields, isJsonRequest, readBody } from '../../platform/http/input.ts'
import { sendProblem, toLoggedProblem } from '../../platform/http/serve.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { buildInfo } from '../../platform/runtime/build-info.ts'
import type { PaymentRequestRow } from '../../records/payment-requests.ts'
import {
  type ApiKeyAuthenticator,
  type ApiKeyAuthenticatorDeps,
  type AuthenticatedApiKey,
  merchantApiVersionPath,
} from './authenticate-api-key.ts'
import { createPayment } from './create.ts'
import {
  findMerchantPayment,
  type MerchantPaymentDeps,
  presentMerchantPayment,
  toApiFieldName,
} from './payment.ts'

export interface MerchantApiDeps extends ApiKeyAuthenticatorDeps, MerchantPaymentDeps {}

interface ApiCall {
  readonly system: AuthenticatedApiKey
  readonly request: Request
  readonly response: Response
}

interface ApiResult {
  readonly status: 200 | 201 | 202
  readonly row: PaymentRequestRow
  readonly headers?: Readonly<Record<string, string>>
  /** Events written to the audit log before the response is sent. */
  readonly auditEvents: readonly AuditEvent[]
}

interface ApiOperation {
  readonly scope: ApiKeyPermission
  readonly action: 'api_key.created_payment' | 'api_key.read_payment'
  readonly pattern: string
  readonly handle: (coming: ApiCall) => Promise<ApiResult>
}

const buildKeySubject = ({ id, merchant }: AuthenticatedApiKey): AuditSubject => ({
  kind: 'api_key',
  id,
  merchant,
})
const buildRequestSubject = ({ id, merchant }: PaymentRequestRow): AuditSubject => ({
  kind: 'payment_request',
  id,
  merchant,
})

/** Builds the event for a payment link that the API returns. A machine call has no purpose code. */
const buildLinkShownEvent = (row: PaymentRequestRow): AuditEvent => ({
  action: 'payment_link.shown',
  about: buildRequestSubject(row),
  purpose: { field: 'request.address', code: null, caseRef: null, stepUpAge: null },
})

const isUnresolved = (status: PaymentRequestStatus) => status === 'sending' || status === 'unknown'

/**
 * Rejects with the expected format only. Names below `client` are free text of the
 * caller, so they are reported as `client`.
 */
function rejectInvalidBody(issues: Parameters<typeof describeInvalidFields>[0]): never {
  const fields = describeInvalidFields(issues).map((field) => ({
    ...field,
    name: field.name.startsWith('client.') ? 'client' : field.name,
  }))
  throw new ProblemError('bad_request', { fields })
}

async function readCreateCall({ request, response }: ApiCall) {
  if (!isJsonRequest(request)) throw new ProblemError('unsupported_type')
  const key = idempotencyKeySchema.safeParse(request.get('idempotency-key'))
  if (!key.success)
    throw new ProblemError('bad_request', {
      fields: [{ name: 'Idempotency-Key', rule: 'idempotency_key' }],
    })
  await readBody(request, response)
  const body = merchantPaymentInputSchema.safeParse(request.body ?? {})
  if (!body.success) rejectInvalidBody(body.error.issues)
  return { idempotencyKey: key.data, body: body.data }
}

/**
 * Maps the request's status to an HTTP status. Throws `payment_refused` or
 * `payment_not_sent` if there is no payment.
 */
function getHttpStatus({ status, members }: PaymentRequestRow, isReplay: boolean): ApiResult['status'] {
  if (status === 'refused') {
    const names: unknown = members === null ? [] : JSON.parse(members)
    const all = Array.isArray(names) ? names.map((name) => toApiFieldName(String(name))) : []
    const fields = all.map((name) => ({ name, rule: 'accepted_by_service' as const }))
    throw new ProblemError('payment_refused', { fields })
  }
  if (status === 'not_sent') throw new ProblemError('payment_not_sent', { retryAfter: 5 })
  if (isUnresolved(status)) return 202
  return isReplay ? 200 : 201
}

/** Creates the handlers of the merchant API: authenticated by API key, without session, cookies or CORS. */
export function createMerchantApi(
  apiKeyAuthenticator: ApiKeyAuthenticator,
  deps: MerchantApiDeps,
): Readonly<Record<'create' | 'read' | 'version', RequestHandler>> {
  async function create(coming: ApiCall): Promise<ApiResult> {
    const { system, request, response } = coming
    const content = await readCreateCall(coming)
    const { reference } = response.locals
    const callOrigin = { system, request, response }
    const { row, isReplay } = await createPayment(
      {
        ...{ ...content, system, reference },
        beforeSend: (left) =>
          apiKeyAuthenticator.writeAudit(
            [
              { action: 'api_key.created_payment', about: buildKeySubject(system) },
              { action: 'payment_request.sent', about: buildRequestSubject(left) },
            ],
            callOrigin,
            null,
          ),
      },
      deps,
    )
    if (isReplay) response.setHeader('idempotency-replayed', 'true')
    const about = buildRequestSubject(row)
    if (!isReplay && (row.status === 'refused' || row.status === 'not_sent'))
      await apiKeyAuthenticator.writeAudit([{ action: 'payment_request.answered', about }], callOrigin, null)
    return {
      status: getHttpStatus(row, isReplay),
      row,
      headers: { location: `/v1/payments/${row.id}` },
      auditEvents: isReplay
        ? [
            { action: 'api_key.read_payment', about: buildKeySubject(system) },
            { action: 'payment_request.viewed', about },
          ]
        : [{ action: 'payment_request.answered', about }],
    }
  }

  async function read({ system, request }: ApiCall): Promise<ApiResult> {
    const id = paymentRequestIdSchema.safeParse(request.params.payment)
    if (!id.success) throw new ProblemError('not_found')
    const row = await findMerchantPayment(id.data, system, deps)
    const auditEvents: readonly AuditEvent[] = [
      { action: 'api_key.read_payment', about: buildKeySubject(system) },
      { action: 'payment_request.viewed', about: buildRequestSubject(row) },
    ]
    return { status: 200, row, auditEvents }
  }

  async function answer(coming: ApiCall, { handle, action }: ApiOperation): Promise<void> {
    const { system, response } = coming
    const apiResult = await handle(coming).catch(async (thrown: unknown) => {
      const problem = toLoggedProblem(thrown, response.locals.reference, deps.log)
      await apiKeyAuthenticator.writeAudit([{ action, about: buildKeySubject(system) }], coming, problem.id)
      throw problem
    })
    const told = await presentMerchantPayment(apiResult.row, deps)
    const body = Buffer.from(JSON.stringify(told))
    const auditEvents = told.payment.redirect_url === null ? [] : [buildLinkShownEvent(apiResult.row)]
    await apiKeyAuthenticator.writeAudit([...apiResult.auditEvents, ...auditEvents], coming, null)
    response.writeHead(apiResult.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...(apiResult.status === 202 && { 'retry-after': '5' }),
      ...apiResult.headers,
    })
    response.end(body)
  }

  type Handler = (call: ApiCall) => void | Promise<void>
  const authenticated =
    (
      { pattern, scope }: { pattern: string; scope: ApiKeyPermission | null },
      handle: Handler,
    ): RequestHandler =>
    async (request, response) => {
      response.locals.pattern = pattern
      try {
        if (Object.keys(request.query).length > 0)
          throw new ProblemError('bad_request', { fields: [{ name: '(the query)', rule: 'no_parameters' }] })
        const system = await apiKeyAuthenticator.authenticate(request, response, scope)
        await handle({ system, request, response })
      } catch (thrown) {
        sendProblem(response, toLoggedProblem(thrown, response.locals.reference, deps.log))
      }
    }

  const served = (apiOperation: ApiOperation) =>
    authenticated(apiOperation, (call) => answer(call, apiOperation))
  return {
    create: served({
      ...{ scope: 'payments:create', action: 'api_key.created_payment', pattern: '/v1/payments' },
      handle: create,
    }),
    read: served({
      ...{ scope: 'payments:read', action: 'api_key.read_payment', pattern: '/v1/payments/:payment' },
      handle: read,
    }),
    version: authenticated({ pattern: merchantApiVersionPath, scope: null }, ({ response }) => {
      response.json(buildInfo satisfies MerchantApiVersion)
    }),
  }
}
