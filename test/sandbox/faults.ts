import type { ServerResponse } from 'node:http'
import type { ServiceAnswer } from './answer.ts'
import { errorAnswer, htmlAnswer, sendAnswer } from './answer.ts'
import { alteredBody, swapAnswer } from './fault-bodies.ts'
import type { FaultName, ServiceOperation } from './fault-names.ts'
import {
  gzipBomb,
  rawAnswer,
  sendDrip,
  sendHuge,
  sendLarge,
  sendSlices,
  sendWithLength,
  waitWhileConnected,
} from './fault-wire.ts'
import type { World } from './world.ts'

export interface FaultContext {
  readonly response: ServerResponse
  readonly healthy: ServiceAnswer
  readonly operation: ServiceOperation
  readonly sinkholeUrl: string
  readonly world: World
}

type Apply = (context: FaultContext) => Promise<void> | void

const answering =
  (make: (healthy: ServiceAnswer) => ServiceAnswer): Apply =>
  ({ response, healthy }) =>
    sendAnswer(response, make(healthy))
const status = (code: number, name: string, headers: Readonly<Record<string, string>> = {}): Apply =>
  answering(() => {
    const plain = errorAnswer(code, name, `Sandbox fault ${code}`)
    return { ...plain, headers: { ...plain.headers, ...headers } }
  })
const body = (text: string): Apply => answering((healthy) => ({ ...healthy, status: 200, body: text }))
const altered = (fault: 'unknown-members' | 'duplicate-keys' | 'deep' | 'wide' | 'long-string'): Apply =>
  answering((healthy) => ({ ...healthy, body: alteredBody(fault, String(healthy.body)) }))
const exchanged =
  (what: 'id' | 'merchant' | 'rid'): Apply =>
  ({ response, healthy, operation, world }) =>
    sendAnswer(response, { ...healthy, body: swapAnswer(what, operation, String(healthy.body), world) })

const faults: Readonly<Record<FaultName, Apply>> = {
  slow: async ({ response, healthy }) => {
    await waitWhileConnected(2_000, response)
    if (!response.destroyed) sendAnswer(response, healthy)
  },
  hang: () => undefined,
  drip: sendDrip,
  reset: ({ response }) => {
    response.socket?.resetAndDestroy()
  },
  'reset-body': async ({ response, healthy }) => {
    const bytes = Buffer.from(healthy.body)
    response.writeHead(healthy.status, { ...healthy.headers, 'content-length': String(bytes.length) })
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
    await waitWhileConnected(50, response)
    response.socket?.resetAndDestroy()
  },
  '500': status(500, 'INTERNAL_ERROR'),
  '502': answering(() =>
    htmlAnswer(
      502,
      '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    ),
  ),
  '503': status(503, 'SERVICE_UNAVAILABLE'),
  '503-empty': answering(() => ({ status: 503, headers: {}, body: '' })),
  '429': status(429, 'TOO_MANY_REQUESTS', { 'retry-after': '1' }),
  '429-long': status(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' }),
  '429-odd': status(429, 'TOO_MANY_REQUESTS', { 'retry-after': 'abc' }),
  '401': status(401, 'AUTHENTICATION_ERROR'),
  '403': status(403, 'FORBIDDEN'),
  '400': answering(() =>
    errorAnswer(400, 'VALIDATION_ERROR', 'The request failed validation.', [
      { id: 'account.identifier', message: 'Mara Lindqvist is not a valid value' },
    ]),
  ),
  '404': status(404, 'NOT_FOUND'),
  html: answering(() => htmlAnswer(200, '<!doctype html><html><body><h1>Maintenance</h1></body></html>')),
  'no-type': answering((healthy) => ({ ...healthy, headers: {} })),
  empty: body(''),
  '204': answering(() => ({ status: 204, headers: {}, body: '' })),
  null: body('null'),
  array: body('[]'),
  string: body('"x"'),
  malformed: answering((healthy) => ({ ...healthy, body: String(healthy.body).replace(':', ' = ') })),
  truncated: ({ response, healthy }) => {
    const bytes = Buffer.from(healthy.body)
    rawAnswer(response, healthy, { connection: 'close' }, bytes.subarray(0, Math.ceil(bytes.length * 0.6)))
  },
  'short-length': ({ response, healthy }) => sendWithLength(response, healthy, 200),
  'long-length': ({ response, healthy }) =>
    sendWithLength(response, healthy, 0, 'garbage after the body {"id":'),
  redirect: ({ response, sinkholeUrl }) =>
    sendAnswer(response, { status: 302, headers: { location: `${sinkholeUrl}/somewhere-else` }, body: '' }),
  'gzip-bomb': answering((healthy) => ({
    ...healthy,
    headers: { ...healthy.headers, 'content-encoding': 'gzip' },
    body: gzipBomb(),
  })),
  large: sendLarge,
  deep: altered('deep'),
  wide: altered('wide'),
  'long-string': altered('long-string'),
  'huge-header': ({ response, healthy }) => sendHuge(response, healthy),
  'wrong-id': exchanged('id'),
  'wrong-merchant': exchanged('merchant'),
  'wrong-rid': exchanged('rid'),
  'unknown-members': altered('unknown-members'),
  'duplicate-keys': altered('duplicate-keys'),
  slicer: sendSlices,
}

export async function applyFault(fault: FaultName, context: FaultContext): Promise<void> {
  // Ignore errors: a client that disconnects early is the purpose of many faults.
  context.response.on('error', () => undefined)
  await faults[fault](context)
}
