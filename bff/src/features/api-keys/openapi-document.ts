import { supportReferenceSchema } from '@paydesk/shared/core/ids'
import { type Problem, type ProblemId, problemSchema } from '@paydesk/shared/core/problem'
import { englishFieldRules } from '@paydesk/shared/messages/en/field-rules'
import {
  idempotencyKeySchema,
  type MerchantPaymentInput,
  type MerchantPaymentResponse,
  merchantApiVersionSchema,
  merchantPaymentInputSchema,
  merchantPaymentResponseSchema,
} from '@paydesk/shared/payments/merchant-api'
import { paymentRequestIdSchema } from '@paydesk/shared/payments/payment-requests'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { createStaticTextHandler } from '../../platform/http/pages/static-text.ts'
import { getProblemType } from '../../platform/problem/problem.ts'
import { problemCatalogue } from '../../platform/problem/problem-catalogue.ts'
import { maxApiCallsPerMinute, merchantApiVersionPath, openApiPath } from './authenticate-api-key.ts'

/** Examples of the OpenAPI document, parsed by the contracts: an invalid example prevents the start. */
const paymentCreateExample: MerchantPaymentInput = merchantPaymentInputSchema.parse({
  workflow: 'bank_payment',
  transaction: { amount: '12550', currency: 'EUR', reference: 'ORDER-2026-000417' },
  client: { first_name: 'Maria', last_name: 'Example', email: 'maria@example.com' },
  account: { identifier: 'cust-00417' },
  account_holder: { iban: 'DE89370400440532013000' },
})

const idempotencyKeyExample = 'order-2026-000417'
const referenceExample = supportReferenceSchema.parse('PD-0123456789')

function buildPaymentExample(status: 'created' | 'unknown'): MerchantPaymentResponse {
  const isThere = status === 'created'
  return merchantPaymentResponseSchema.parse({
    payment: {
      id: 'q_0123456789abcdefghij',
      status,
      transaction: {
        id: 'pd-0123456789abcdefghij',
        reference: 'ORDER-2026-000417',
        amount: '12550',
        currency: 'EUR',
      },
      service_transaction_id: isThere ? '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10' : null,
      state: isThere ? 'PENDING' : null,
      compound_state: isThere ? 'PENDING.VALIDATED_TRANSACTION' : null,
      final: false,
      finality: 'open',
      redirect_url: isThere ? 'https://pay.example.com/t/3f6c1c1e' : null,
      expires_at: isThere ? '2026-11-26T09:00:00.000Z' : null,
      created_at: '2026-11-23T09:00:00.000Z',
      rejected_fields: [],
    },
    next: isThere ? null : 'Read this payment until its status changes.',
  })
}

const schemaPath = '#/components/schemas/'

/** Builds the contracts as JSON Schema (2020-12), each under its name and with references to the others. */
function buildSchemas() {
  const named = z.registry<{ id: string }>()
  named.add(merchantPaymentInputSchema, { id: 'PaymentCreate' })
  named.add(merchantPaymentResponseSchema, { id: 'PaymentAnswer' })
  named.add(merchantPaymentResponseSchema.shape.payment, { id: 'Payment' })
  named.add(merchantApiVersionSchema, { id: 'Version' })
  named.add(problemSchema, { id: 'Problem' })
  const made = z.toJSONSchema(named, { uri: (id) => schemaPath + id, target: 'draft-2020-12' })
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]),
  )
}

/** Builds the schema of a parameter from the contract that parses the parameter. */
function buildParameterSchema(contract: z.ZodType) {
  const { $schema, ...schema } = z.toJSONSchema(contract, { target: 'draft-2020-12' })
  return schema
}

const schemaRef = (id: string) => ({ $ref: schemaPath + id })

function buildProblemExample(id: ProblemId): Problem {
  const { status, title, detail } = problemCatalogue[id]
  const field = { name: 'account.identifier', rule: 'accepted_by_service' } as const
  const fields = { fields: [{ ...field, expected: englishFieldRules.rules.accepted_by_service }] }
  return {
    ...{ type: getProblemType(id), id, title, status, detail, reference: referenceExample },
    ...(id === 'payment_refused' && fields),
    ...(status === 429 || status === 503 ? { retryAfter: status === 429 ? 60 : 5 } : {}),
  }
}

const retryAfterHeader = {
  'Retry-After': { description: 'Whole seconds until another try makes sense.', schema: { type: 'integer' } },
}

/** Groups problem responses by HTTP status, because several problems can share one status. */
function buildProblemResponses(...ids: readonly ProblemId[]) {
  const byStatus = Map.groupBy(ids, (id) => problemCatalogue[id].status)
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      String(status),
      {
        description: all.map((id) => `\`${id}\`: ${problemCatalogue[id].title}.`).join(' '),
        ...((status === 429 || status === 503) && { headers: retryAfterHeader }),
        content: {
          'application/problem+json': {
            schema: schemaRef('Problem'),
            examples: Object.fromEntries(all.map((id) => [id, { value: buildProblemExample(id) }])),
          },
        },
      },
    ]),
  )
}

function buildPaymentResponse(description: string, headers?: object, isUnknown = false) {
  const example = isUnknown ? buildPaymentExample('unknown') : buildPaymentExample('created')
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: schemaRef('PaymentAnswer'), example } },
  }
}

const commonProblems = [
  'key_refused',
  'key_scope',
  'too_many_requests',
  'record_unavailable',
  'unavailable',
] as const
const locationHeader = { Location: { description: 'Where the payment is read.', schema: { type: 'string' } } }
const replayHeaders = {
  ...locationHeader,
  'Idempotency-Replayed': {
    description: '`true`: nothing was sent by this call, because one before it had.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const createOperation = {
  operationId: 'createPayment',
  summary: 'Create a payment',
  description:
    'Creates a payment once for each `Idempotency-Key`: the same call again answers with the same payment. Open its `redirect_url` in the customer’s browser, as it is. An answer that is lost is asked for again with the same key.',
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: 'One payment of each. Use a new one for each payment, and the same one to ask again.',
      schema: buildParameterSchema(idempotencyKeySchema),
      example: idempotencyKeyExample,
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaRef('PaymentCreate'), example: paymentCreateExample } },
  },
  responses: {
    '200': buildPaymentResponse(
      'The payment that this key was used for before, as it is now.',
      replayHeaders,
    ),
    '201': buildPaymentResponse('The payment was created.', locationHeader),
    '202': buildPaymentResponse(
      'It is not known yet whether the payment service has it. It is being found out, and never sent again: read the payment.',
      { ...replayHeaders, ...retryAfterHeader },
      true,
    ),
    ...buildProblemResponses(
      ...([
        'bad_request',
        'too_large',
        'unsupported_type',
        'idempotency_conflict',
        'payment_requests_off',
      ] as const),
      ...(['payment_refused', 'payment_not_sent'] as const),
      ...commonProblems,
      'internal',
    ),
  },
} as const

const readOperation = {
  operationId: 'readPayment',
  summary: 'Read a payment',
  description:
    'A payment of the key’s merchant and environment, as Paydesk knows it. Fulfil once `state` is final and `finality` is `confirmed`.',
  parameters: [
    {
      name: 'payment',
      in: 'path',
      required: true,
      description: 'The payment’s `id`.',
      schema: buildParameterSchema(paymentRequestIdSchema),
      example: buildPaymentExample('created').payment.id,
    },
  ],
  responses: {
    '200': buildPaymentResponse('The payment.'),
    ...buildProblemResponses('bad_request', 'not_found', ...commonProblems, 'internal'),
  },
} as const

const versionOperation = {
  operationId: 'readVersion',
  summary: 'Read the version',
  description: 'Version and build of the Paydesk that answers, with any active key.',
  responses: {
    '200': {
      description: 'The version.',
      content: {
        'application/json': {
          schema: schemaRef('Version'),
          example: merchantApiVersionSchema.parse({ version: '1.4.0', build: '9fceb02d0ae5' }),
        },
      },
    },
    ...buildProblemResponses('bad_request', 'key_refused', 'too_many_requests', 'unavailable', 'internal'),
  },
} as const

/** Builds the OpenAPI 3.1 document of the merchant API from the contracts that parse calls and responses. */
function createOpenApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Paydesk for systems of the merchant',
      version: '1',
      description: `Creates and reads payments of one merchant in one environment, with a key of that. A key may make ${maxApiCallsPerMinute} calls a minute at each instance. Every error is \`application/problem+json\` with an \`id\` and a \`reference\` to quote; its \`type\` leads to what it means. Keys belong in a backend, never in a page or an app.`,
    },
    // Resolve paths against the host that serves the document, under any name.
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [
      { name: 'payments', description: 'Payments of the key’s merchant and environment.' },
      { name: 'installation', description: 'The Paydesk that answers.' },
    ],
    paths: {
      [merchantApiVersionPath]: { get: { tags: ['installation'], ...versionOperation } },
      '/v1/payments': { post: { tags: ['payments'], ...createOperation } },
      '/v1/payments/{payment}': { get: { tags: ['payments'], ...readOperation } },
    },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key that an administrator made; it has the scopes `payments:create` and `payments:read`, or one of them.',
        },
      },
      schemas: buildSchemas(),
    },
  }
}

/** Serves the document without authentication: it contains no data of a merchant or a person. */
export function createOpenApiDocumentHandler(): RequestHandler {
  return createStaticTextHandler(
    openApiPath,
    'application/json; charset=utf-8',
    JSON.stringify(createOpenApiDocument()),
  )
}
