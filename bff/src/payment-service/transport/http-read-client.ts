import type { SupportReference } from '@paydesk/shared/core/ids'
import { Pool } from 'undici'
import type { CallSpanStarter } from '../../platform/runtime/trace-context.ts'
import { type JsonValue, parseJson } from '../parsing/json.ts'
import type { JsonLimits, ServiceOperation, UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import { buildServicePath, type ServiceBaseAddress } from '../parsing/path.ts'
import type { CheckedResponseBody } from './check-body.ts'
import { createUpstreamFault, type NotFoundAnswer, type UpstreamFault } from './fault.ts'
import { type BodySink, HttpExchange, type ReceivedBody } from './http-exchange.ts'
import type { LastGoodBodyLookup } from './last-good-body.ts'
import { runMinorGc } from './minor-gc.ts'
import { createSocketTracker } from './socket-tracker.ts'

export type HttpReadClientOptions = {
  readonly base: ServiceBaseAddress
  readonly clientName: string
  readonly token: string
  readonly limits: UpstreamLimits
  readonly clock: UpstreamClock
  /** Receives the `Date` header of every answer. */
  readonly onDate?: (header: string | undefined) => void
  readonly beginCallSpan?: CallSpanStarter | undefined
}

type BaseRequest = {
  readonly operation: ServiceOperation
  readonly reference: SupportReference
  readonly maxBytes: number
  /** Monotonic time in ms at which the socket is destroyed if the answer is not complete. */
  readonly deadline: number
  /**
   * Marks the second attempt, which takes a new socket: the other kept-alive sockets may be as dead as the
   * first.
   */
  readonly again: boolean
}

export type HttpReadRequest = BaseRequest & {
  /** Path segments below the base address, not encoded. */
  readonly segments: readonly string[]
  /** Limit for the elements of one array; the general limit applies if absent. */
  readonly maxElements?: number
}

/**
 * Check of a parsed body, which also gets the bytes. `last`: cache for a body that often comes again unchanged.
 */
export type JsonResponseCheck<T> = {
  readonly check: (body: JsonValue, bytes: Uint8Array) => CheckedResponseBody<T>
  readonly last?: LastGoodBodyLookup<T> | undefined
}

/** Request for a file. `path` must come from `classifyDocumentUrl`. */
export type HttpFileRequest = BaseRequest & { readonly path: string }

/**
 * File as received; `type` is its Content-Type. `release` frees the memory at once: call it when nothing
 * reads the bytes.
 */
export type ReceivedDocumentFile = {
  readonly bytes: Uint8Array
  readonly type: string | undefined
  readonly release: () => void
}

export type HttpAnswer<T> =
  /** Answer; `arrived` is the time of the last byte in ms since 1970. */
  { readonly kind: 'answer'; readonly value: T; readonly arrived: number } | NotFoundAnswer | UpstreamFault

/** Accept header of a request and the content types accepted for its answer. */
export type AcceptedMediaTypes = {
  readonly accept: string
  readonly takes: (type: string | undefined) => boolean
  readonly createSink?: (declared: number | null) => BodySink
}

export type HttpReadClient = {
  readonly getBytes: (
    request: HttpReadRequest,
    media: AcceptedMediaTypes,
  ) => Promise<ReceivedBody | NotFoundAnswer | UpstreamFault>
  /** Gets JSON. A body that is not JSON is a fault; otherwise the value is the result of `check`. */
  readonly getJson: <T>(
    request: HttpReadRequest,
    reading: JsonResponseCheck<T>,
  ) => Promise<HttpAnswer<CheckedResponseBody<T>>>
  readonly getFile: (request: HttpFileRequest) => Promise<HttpAnswer<ReceivedDocumentFile>>
  readonly close: () => Promise<void>
}

/**
 * Type rule for JSON: `application/json` or `application/…+json` with any parameters, or no type at all.
 * Refuses a body of another type even if it would parse.
 */
const jsonMedia: AcceptedMediaTypes = {
  accept: 'application/json',
  takes: (type) => type === undefined || /^\s*application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type),
}

/**
 * HTTP client for the reads of the payment service: GET only, two connection pools per environment
 * (kept-alive sockets, and new ones for second attempts). Credentials are attached here and for the senders
 * of `createOperatorActionSender` and `createPaymentCreationSender`, nowhere else (interface, Authentication).
 * One call is one attempt. Redirects are not followed, content codings not decoded, bytes are counted as they
 * arrive; at the deadline the socket is destroyed. Faults are values of fixed words; only an unsafe path
 * segment throws.
 */
export function createHttpReadClient(options: HttpReadClientOptions): HttpReadClient {
  const { base, limits, clock } = options
  const sockets = createSocketTracker(limits.connectMs)
  const shared = {
    connections: Object.values(limits.slots).reduce((sum, slots) => sum + slots, 0),
    maxHeaderSize: limits.headerBytes,
    // Disable undici's timeouts: they are coarse and bound idle time only. Each exchange sets its own exact
    // deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    connect: sockets.connect,
  }
  const keepFor = (ms: number) => ({ keepAliveTimeout: ms, keepAliveMaxTimeout: ms })
  const kept = new Pool(base.origin, { ...shared, ...keepFor(limits.keepAliveMs) })
  // Keep `pipelining` at 1: with 0 (`connection: close`) undici takes a reset for the end of the body.
  const unkept = new Pool(base.origin, { ...shared, ...keepFor(1) })
  const credentials = buildCredentialHeaders(options.clientName, options.token)

  const get = async (
    path: string,
    request: BaseRequest,
    media: AcceptedMediaTypes,
  ): Promise<ReceivedBody | NotFoundAnswer | UpstreamFault> => {
    const span = options.beginCallSpan?.(request.reference, request.operation) ?? null
    const headers = [
      ...[...credentials, 'accept', media.accept, 'x-request-id', request.reference],
      ...(span === null ? [] : ['traceparent', span.traceparent]),
    ]
    const pool = request.again ? unkept : kept
    const since = performance.now()
    return new Promise((answer) => {
      const done = (end: ReceivedBody | NotFoundAnswer | UpstreamFault) => {
        span?.end('cause' in end ? end.cause : end.kind, end.kind === 'fault')
        answer(end)
      }
      const { maxBytes, deadline } = request
      const wasOlder = (error: Error) => sockets.wasOlder(error, since)
      const { onDate } = options
      const { takes, createSink } = media
      const terms = { limits, clock, maxBytes, deadline, takes, createSink, wasOlder, done, onDate }
      pool.dispatch({ path, method: 'GET', headers }, new HttpExchange(terms))
    })
  }

  const getBytes: HttpReadClient['getBytes'] = async (request, media) =>
    get(buildServicePath(base, request.segments), request, media)

  return {
    getBytes,
    getFile: async ({ path, ...request }) => {
      let type: string | undefined
      // Refuse JSON: a record of the interface is not a document, even if a document URL leads to it.
      const takes = (given: string | undefined) => {
        type = given
        return given === undefined || !jsonMedia.takes(given)
      }
      const vessel = createSingleBufferSink(request.maxBytes)
      const got = await get(path, request, { accept: '*/*', takes, createSink: vessel })
      if (got.kind !== 'answer') return got
      const bytes = got.value
      return { ...got, value: { bytes, type, release: () => releaseMemory(bytes) } }
    },
    getJson: async (request, reading) => {
      const got = await getBytes(request, jsonMedia)
      if (got.kind !== 'answer') return got
      const elements = request.maxElements ?? limits.json.elements
      const read = readJsonBody(got.value, reading, { ...limits.json, elements })
      return read.ok ? { kind: 'answer', value: read.value, arrived: got.arrived } : read.fault
    },
    close: async () => {
      await Promise.all([kept.destroy(), unkept.destroy()])
    },
  }
}

/** Parses and checks a body as received; `ok` is false if the body is not JSON within the limits. */
export function readJsonBody<T>(
  bytes: Uint8Array,
  { check, last }: JsonResponseCheck<T>,
  limits: JsonLimits,
):
  | { readonly ok: true; readonly value: CheckedResponseBody<T> }
  | { readonly ok: false; readonly fault: UpstreamFault } {
  const again = last?.(bytes)
  if (again?.made !== undefined) return { ok: true, value: again.made }
  const parsed = parseJson(bytes, limits)
  if (!parsed.ok) return { ok: false, fault: createUpstreamFault('upstream_bad_response', parsed.fault) }
  const value = check(parsed.value, bytes)
  if (value.kind === 'good') again?.keep(value)
  return { ok: true, value }
}

/** Bytes received between two minor garbage collections, which free the chunks of the body. */
const gcIntervalBytes = 1_048_576

/** Detaches the buffer: large memory otherwise counts as used until the next garbage collection. */
function releaseMemory({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

/**
 * Collects a body in one buffer, because joining chunks at the end would hold the body twice. Allocated pages
 * that are not written to use address space only, no memory.
 */
function createSingleBufferSink(maxBytes: number): NonNullable<AcceptedMediaTypes['createSink']> {
  return (declared) => {
    const room = Buffer.allocUnsafeSlow(Math.min(declared ?? maxBytes, maxBytes))
    let size = 0
    return {
      write: (chunk) => {
        const before = Math.floor(size / gcIntervalBytes)
        size += chunk.copy(room, size)
        if (Math.floor(size / gcIntervalBytes) > before) runMinorGc()
      },
      finish: () => room.subarray(0, size),
      discard: () => releaseMemory(room),
    }
  }
}

/**
 * Builds the credential headers; `identity` because a compressed body could unpack to any size. Throws on
 * characters that a header cannot carry.
 */
export function buildCredentialHeaders(clientName: string, token: string): readonly string[] {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(clientName))
    throw new Error('client name: not a header value')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('token of the payment service: not a header value')
  return ['from', clientName, 'authorization', `Bearer ${token}`, 'accept-encoding', 'identity']
}
