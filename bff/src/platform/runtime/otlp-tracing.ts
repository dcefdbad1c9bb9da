import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { SupportReference } from '@paydesk/shared/core/ids'
import { buildInfo } from './build-info.ts'
import type { Logger } from './log.ts'
import { formatTraceparent, parseTraceparent, type TraceContext, type Tracing } from './trace-context.ts'

/** Kinds and states of a span by their numbers in OTLP. */
const kinds = { server: 2, client: 3 } as const
const errorStatus = 2

interface OtlpAttribute {
  readonly key: string
  readonly value: { readonly stringValue: string } | { readonly intValue: string }
}

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  readonly status: { readonly code?: number }
}

const maxWaitingSpans = 4_096
const batchSpans = 512
const flushIntervalMs = 2_000
const sendTimeoutMs = 5_000

/** Attributes of a span; numbers are whole. */
function toAttributes(values: Readonly<Record<string, string | number>>): OtlpAttribute[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}

/** Time since 1970 in nanoseconds, of the clock that does not jump. */
const now = () => String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n)

/** Posts JSON; resolves with the status, null if there is no answer. Never rejects. */
function postJson(address: URL, body: string): Promise<number | null> {
  const request = address.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((done) => {
    const sent = request(address, { method: 'POST', headers, timeout: sendTimeoutMs }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? null)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', () => done(null))
    sent.end(body)
  })
}

const resource = {
  attributes: toAttributes({
    'service.name': 'paydesk',
    'service.version': buildInfo.version,
    'service.instance.id': randomBytes(6).toString('hex'),
  }),
}

/** Sends spans in groups; drops them, and says so in the log, if the collector does not take them. */
function createExporter(address: URL, log: Logger) {
  let waiting: OtlpSpan[] = []
  let dropped = 0
  let sending: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, batchSpans)
      const scopeSpans = [{ scope: { name: 'paydesk' }, spans }]
      const status = await postJson(address, JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }))
      if (status === null || status >= 300) dropped += spans.length
    }
    if (dropped > 0) log.warn({ dropped }, 'spans were dropped: the collector does not take them')
    dropped = 0
  }
  /** Runs one sending after the other, so that a slow collector gets one group at a time. */
  function flush(): Promise<void> {
    sending = sending.then(send)
    return sending
  }
  const timer = setInterval(() => void flush(), flushIntervalMs).unref()
  return {
    flush,
    record(span: OtlpSpan): void {
      if (waiting.length < maxWaitingSpans) waiting.push(span)
      else dropped += 1
    },
    async stop() {
      clearInterval(timer)
      await flush()
      waiting = []
    },
  }
}

/** Begins a span with an identifier of its own, as a child of `parent` if there is one. */
function beginSpan(parent: TraceContext | null): TraceContext & { readonly startedAt: string } {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    isSampled: parent?.isSampled ?? true,
    startedAt: now(),
  }
}

/**
 * Records a span for each request with a route and for each call that it makes, and sends them to a collector by OTLP
 * over HTTP as JSON. `endpoint` is its base address. A span has patterns, codes and the reference, and nothing that came
 * from outside but the identifiers of the trace. Loaded only if an endpoint is configured.
 */
export function createOtlpTracing(endpoint: URL, log: Logger): Tracing {
  const address = new URL(`${endpoint.href.replace(/\/$/, '')}/v1/traces`)
  const { record, flush, stop } = createExporter(address, log)
  const requests = new Map<SupportReference, TraceContext>()

  return {
    flush,
    stop,
    traceRequests(request, response, next) {
      const { reference } = response.locals
      const parent = parseTraceparent(request.get('traceparent'))
      const span = beginSpan(parent)
      requests.set(reference, span)
      response.once('close', () => {
        requests.delete(reference)
        const { pattern } = response.locals
        // Leave out pages, probes and requests that no route has.
        if (!span.isSampled || pattern === undefined || !/^\/(api|auth|v1)\b/.test(pattern)) return
        record({
          ...{ traceId: span.traceId, spanId: span.spanId },
          ...(parent === null ? {} : { parentSpanId: parent.spanId }),
          ...{ name: `${request.method} ${pattern}`, kind: kinds.server },
          ...{ startTimeUnixNano: span.startedAt, endTimeUnixNano: now() },
          attributes: toAttributes({
            'http.request.method': request.method,
            'http.route': pattern,
            'http.response.status_code': response.statusCode,
            'paydesk.reference': reference,
          }),
          status: response.statusCode >= 500 ? { code: errorStatus } : {},
        })
      })
      next()
    },
    beginCallSpan(reference, name) {
      const parent = requests.get(reference)
      if (parent === undefined) return null
      const span = beginSpan(parent)
      return {
        traceparent: formatTraceparent(span),
        end(outcome, isFault) {
          if (!span.isSampled) return
          record({
            ...{ traceId: span.traceId, spanId: span.spanId, parentSpanId: parent.spanId },
            ...{ name: `payment service: ${name}`, kind: kinds.client },
            ...{ startTimeUnixNano: span.startedAt, endTimeUnixNano: now() },
            attributes: toAttributes({ 'paydesk.outcome': outcome, 'paydesk.reference': reference }),
            status: isFault ? { code: errorStatus } : {},
          })
        },
      }
    },
  }
}
