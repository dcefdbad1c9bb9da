import { type Problem, type ProblemId, problem } from '@paydesk/shared/core/problem'
import { idempotencyKey, paymentAnswer, paymentCreate } from '@paydesk/shared/payments/merchant-api'
import { requestId } from '@paydesk/shared/payments/payment-request'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { serveFixed } from '../../platform/http/pages/fixed-answers.ts'
import { typeOf } from '../../platform/problem/problem.ts'
import { catalogue } from '../../platform/problem/problem-catalogue.ts'
import { callsPerMinute, documentPath } from './door.ts'
import { askedExample, keyExample, paymentExample, referenceExample } from './examples.ts'

const schemaPath = '#/components/schemas/'

/** The contracts as JSON Schema (2020-12), each under its name, and naming each other. */
function schemas() {
  const named = z.registry<{ id: string }>()
  named.add(paymentCreate, { id: 'PaymentCreate' })
  named.add(paymentAnswer, { id: 'PaymentAnswer' })
  named.add(paymentAnswer.shape.payment, { id: 'Payment' })
  named.add(problem, { id: 'Problem' })
  const made = z.toJSONSchema(named, { uri: (id) => schemaPath + id, target: 'draft-2020-12' })
  return Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]),
  )
}

/** The form of a parameter, of the very contract that reads it. */
function parameterOf(contract: z.ZodType) {
  const { $schema, ...schema } = z.toJSONSchema(contract, { target: 'draft-2020-12' })
  return schema
}

const ref = (id: string) => ({ $ref: schemaPath + id })

function problemExample(id: ProblemId): Problem {
  const { status, title, detail } = catalogue[id]
  const fields = { fields: [{ name: 'transaction.amount', expected: 'a whole number of cents' }] }
  return {
    ...{ type: typeOf(id), id, title, status, detail, reference: referenceExample },
    ...(id === 'payment_refused' && fields),
    ...(status === 429 || status === 503 ? { retryAfter: status === 429 ? 60 : 5 } : {}),
  }
}

const retryAfter = {
  'Retry-After': { description: 'Whole seconds until another try makes sense.', schema: { type: 'integer' } },
}

/** Answers that are problems, by status; several problems may have the same one. */
function problems(...ids: readonly ProblemId[]) {
  const byStatus = Map.groupBy(ids, (id) => catalogue[id].status)
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      String(status),
      {
        description: all.map((id) => `\`${id}\`: ${catalogue[id].title}.`).join(' '),
        ...((status === 429 || status === 503) && { headers: retryAfter }),
        content: {
          'application/problem+json': {
            schema: ref('Problem'),
            examples: Object.fromEntries(all.map((id) => [id, { value: problemExample(id) }])),
          },
        },
      },
    ]),
  )
}

function answered(description: string, headers?: object, isUnknown = false) {
  const example = isUnknown ? paymentExample('unknown') : paymentExample('created')
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: ref('PaymentAnswer'), example } },
  }
}

const always = ['key_refused', 'key_scope', 'too_many_requests', 'record_unavailable', 'unavailable'] as const
const location = { Location: { description: 'Where the payment is read.', schema: { type: 'string' } } }
const replayed = {
  ...location,
  'Idempotency-Replayed': {
    description: '`true`: nothing was sent by this call, because one before it had.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const create = {
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
      schema: parameterOf(idempotencyKey),
      example: keyExample,
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ref('PaymentCreate'), example: askedExample } },
  },
  responses: {
    '200': answered('The payment that this key was used for before, as it is now.', replayed),
    '201': answered('The payment was created.', location),
    '202': answered(
      'It is not known yet whether the payment service has it. It is being found out, and never sent again: read the payment.',
      { ...replayed, ...retryAfter },
      true,
    ),
    ...problems(
      ...(['bad_request', 'too_large', 'unsupported_type', 'idempotency_conflict', 'requests_off'] as const),
      ...(['payment_refused', 'payment_not_sent'] as const),
      ...always,
      'internal',
    ),
  },
} as const

const read = {
  operationId: 'readPayment',
  summary: 'Read a payment',
  description:
    'A payment of the key’s merchant and environment, as Paydesk knows it. Fulfil once `state` is final and `finality` is `proved`.',
  parameters: [
    {
      name: 'payment',
      in: 'path',
      required: true,
      description: 'The payment’s `id`.',
      schema: parameterOf(requestId),
      example: paymentExample('created').payment.id,
    },
  ],
  responses: {
    '200': answered('The payment.'),
    ...problems('bad_request', 'not_found', ...always, 'internal'),
  },
} as const

/** The interface for systems (OpenAPI 3.1), made of the contracts by which calls are read and answered. */
function makeDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Paydesk for systems of the merchant',
      version: '1',
      description: `Creates and reads payments of one merchant in one environment, with a key of that. A key may make ${callsPerMinute} calls a minute at each instance. Every error is \`application/problem+json\` with an \`id\` and a \`reference\` to quote; its \`type\` leads to what it means. Keys belong in a backend, never in a page or an app.`,
    },
    // Where the document is, whatever its name there.
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [{ name: 'payments', description: 'Payments of the key’s merchant and environment.' }],
    paths: {
      '/v1/payments': { post: { tags: ['payments'], ...create } },
      '/v1/payments/{payment}': { get: { tags: ['payments'], ...read } },
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
      schemas: schemas(),
    },
  }
}

/** Serves the document to everybody: nothing in it is of anybody. */
export function showDocument(): RequestHandler {
  return serveFixed(documentPath, 'application/json; charset=utf-8', JSON.stringify(makeDocument()))
}
