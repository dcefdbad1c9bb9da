import { buildApiKeyColumnValues, generateApiKey } from '@paydesk/bff/features/api-keys/keys'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import { environmentNameSchema } from '@paydesk/shared/core/ids'
import { merchantPaymentResponseSchema } from '@paydesk/shared/payments/merchant-api'
import { requestWithJar } from '../stack/browse.ts'
import type { Answer, Stack } from '../stack/start.ts'

export const dayMs = 86_400_000

/** Body of a request for a new API key. */
export const systemOf = (merchant: string) => ({
  ...{ label: 'Web shop', merchant, days: 90 },
  permissions: ['payments:create', 'payments:read'],
})

interface Of {
  readonly environment?: string
  readonly merchant?: string
  readonly scopes?: readonly string[]
  readonly endsAt?: number
}

/** Inserts an API key created yesterday. Bypasses the page, because many keys are needed. */
export async function insertSystem(stack: Pick<Stack, 'deps'>, of: Of = {}) {
  const { store, cipher } = stack.deps
  const { environment = 'stage', merchant = 'demo-merchant' } = of
  const key = generateApiKey(environmentNameSchema.parse(environment))
  const id = generateId('s')
  const now = Date.now()
  await store.db
    .insertInto('api_keys')
    .values({
      ...{ id, environment, merchant, label: 'Web shop', ...buildApiKeyColumnValues(key, { cipher }) },
      scopes: JSON.stringify(of.scopes ?? ['payments:create', 'payments:read']),
      ...{ issuer: 'i', subject: 'ada', name: cipher.seal(staffTextCipherContext, 'Ada Moreau') },
      ...{ created_at: now - dayMs, expires_at: of.endsAt ?? now + dayMs },
    })
    .execute()
  return { id, key }
}

/** Valid body of a payment; `more` replaces fields. */
export const askedPayment = (more: Readonly<Record<string, unknown>> = {}) => ({
  workflow: 'DEMO_OPEN_BANKING',
  transaction: { amount: '12550', currency: 'EUR' },
  client: { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@example.test' },
  account: { identifier: 'cust-00417' },
  ...more,
})

interface Call {
  readonly key?: string | null
  readonly idempotency?: string | null
  readonly body?: unknown
  /** Raw body, sent in place of `body` as JSON. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the merchant API as a backend does: with an API key, without cookies or CSRF header. */
export async function callApi(
  origin: string,
  method: string,
  path: string,
  { key = null, idempotency = null, body, text, headers }: Call = {},
): Promise<Answer> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await requestWithJar(new Map(), new URL(path, origin), {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(idempotency !== null && { 'idempotency-key': idempotency }),
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  })
  const given = await response.text()
  const isJson = /json\b/.test(response.headers.get('content-type') ?? '')
  return {
    ...{ status: response.status, headers: response.headers, text: given },
    json: isJson && given !== '' ? JSON.parse(given) : null,
  }
}

/** Creates a payment through the merchant API. */
export const createPayment = (
  origin: string,
  key: string,
  idempotency: string,
  body: unknown = askedPayment(),
) => callApi(origin, 'POST', '/v1/payments', { key, idempotency, body })

export const readPayment = (origin: string, key: string, id: string) =>
  callApi(origin, 'GET', `/v1/payments/${id}`, { key })

/** Parses the payment in an answer by its contract. */
export const paymentIn = (answer: Answer) => merchantPaymentResponseSchema.parse(answer.json).payment
