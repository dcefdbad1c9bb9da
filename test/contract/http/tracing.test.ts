import { createServer, type IncomingMessage, request } from 'node:http'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startOn } from '../../support/contract/support.ts'
import { freePort, listensOn } from '../../support/stack/ports.ts'
import type { Stack } from '../../support/stack/start.ts'

const attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) })
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))
const nanoseconds = z.string().regex(/^\d{19}$/)
const span = z.object({
  ...{ traceId: hex(32), spanId: hex(16), parentSpanId: hex(16).optional() },
  ...{ name: z.string(), kind: z.int(), attributes: z.array(attribute) },
  ...{ startTimeUnixNano: nanoseconds, endTimeUnixNano: nanoseconds, status: z.object({}) },
})
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
})

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

let stack: Stack
/** Spans that the collector received, and `traceparent` of the calls that the payment service received. */
const spans: z.output<typeof span>[] = []
const received: (string | undefined)[] = []
const servers: ReturnType<typeof createServer>[] = []

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  const port = await freePort()
  await listensOn(server, port)
  servers.push(server)
  return `http://127.0.0.1:${port}`
}

beforeAll(async () => {
  const collector = createServer(async (incoming, response) => {
    expect(incoming.url).toBe('/v1/traces')
    const { resourceSpans } = exported.parse(JSON.parse(await readBody(incoming)))
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.end('{}')
  })
  // Stands before the payment service and writes down the header of each call.
  const service = createServer((incoming, response) => {
    received.push(incoming.headers.traceparent?.toString())
    const { headers, method } = incoming
    const target = new URL(incoming.url ?? '/', stack.sandbox.serviceUrl)
    incoming.pipe(
      request(target, { headers, method, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  stack = await startOn('embedded', {
    workers: false,
    config: {
      OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector),
      PAYDESK_STAGE_BASE_URL: `${await listen(service)}/stage`,
    },
  })
})
afterAll(async () => {
  await stack.stop()
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
})

it('a trace of a search crosses the request, Paydesk and the payment service', async () => {
  const visitor = await stack.as('support')
  const traceId = 'a1'.repeat(16)
  const browserSpan = 'b2'.repeat(8)
  const { path, method } = endpoints.searchRecords
  const answer = await visitor.send(method, path.replace(':env', 'stage'), {
    headers: {
      ...{ 'content-type': 'application/json', 'x-paydesk': '1' },
      traceparent: `00-${traceId}-${browserSpan}-01`,
    },
    body: JSON.stringify({ text: 'cust-00417' }),
  })
  expect(answer.status).toBe(200)
  const findSpans = () => spans.filter((one) => one.traceId === traceId)
  const findNames = async () => {
    await stack.deps.tracing.flush()
    return findSpans().map(({ name }) => name)
  }
  await expect.poll(findNames).toContain(`${method} ${path}`)
  const [own, ...others] = findSpans().filter(({ parentSpanId }) => parentSpanId === browserSpan)
  expect(others).toEqual([])
  const calls = findSpans().filter((one) => one !== own)
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) expect(call.parentSpanId).toBe(own?.spanId)
  // The payment service saw each of these calls as its parent.
  const parents = received.filter((header) => header?.includes(traceId))
  expect(parents.toSorted()).toEqual(calls.map(({ spanId }) => `00-${traceId}-${spanId}-01`).toSorted())
  expect(JSON.stringify(findSpans())).not.toMatch(/cust-00417|127\.0\.0\.1|localhost/)
})

it('records no span if the caller does not sample, and none for a page', async () => {
  const visitor = await stack.as('support')
  const unsampled = 'c3'.repeat(16)
  const ofPage = 'c5'.repeat(16)
  await visitor.send('GET', '/api/session', {
    headers: { 'x-paydesk': '1', traceparent: `00-${unsampled}-${'d4'.repeat(8)}-00` },
  })
  await visitor.send('GET', '/sign-in', {
    headers: { traceparent: `00-${ofPage}-${'d4'.repeat(8)}-01` },
  })
  await stack.deps.tracing.flush()
  expect(spans.filter(({ traceId }) => [unsampled, ofPage].includes(traceId))).toEqual([])
})
