import type { SupportReference } from '@paydesk/shared/core/ids'
import { Pool } from 'undici'
import { type JsonValue, parseJson } from '../parsing/json.ts'
import type { UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import { type BaseAddress, buildPath } from '../parsing/path.ts'
import type { CheckedBody } from './check-body.ts'
import { createFault, type NotFound, type UpstreamFault } from './fault.ts'
import { type BodySink, HttpExchange, type ResponseBytes } from './http-exchange.ts'
import type { LastBody } from './last-good-body.ts'
import { runMinorGc } from './minor-gc.ts'
import { createSocketTracker } from './socket-tracker.ts'

export type HttpCoreOptions = {
  readonly base: BaseAddress
  readonly clientName: string
  readonly token: string
  readonly limits: UpstreamLimits
  readonly clock: UpstreamClock
  /** Told of the `Date` of every answer. */
  readonly onDate?: (header: string | undefined) => void
}

type BaseRequest = {
  readonly reference: SupportReference
  readonly maxBytes: number
  /** Monotonic ms at which the socket is destroyed if the answer is not complete. */
  readonly deadline: number
  /** A second try takes a new socket: the other kept ones may be as dead as the first. */
  readonly again: boolean
}

export type HttpRequest = BaseRequest & {
  /** Unencoded segments below the base address. */
  readonly segments: readonly string[]
  /** Elements of one array at most; the general limit where nothing is given. */
  readonly maxElements?: number
}

/** What is made of a body. `last`: where the same body comes again and again. */
export type BodyReading<T> = {
  readonly check: (body: JsonValue) => CheckedBody<T>
  readonly last?: LastBody<T> | undefined
}

/** `path` was made by `documentAddress`. */
export type FileRequest = BaseRequest & { readonly path: string }

/** A file as it came; `type`: what the header calls it. `release` gives its memory back at once: call it when nothing reads it. */
export type DownloadedFile = {
  readonly bytes: Uint8Array
  readonly type: string | undefined
  readonly release: () => void
}

export type HttpAnswer<T> =
  /** `arrived`: ms since 1970 at the last byte. */
  { readonly kind: 'answer'; readonly value: T; readonly arrived: number } | NotFound | UpstreamFault

/** What to ask for, and which types to take for it. */
export type AcceptedMedia = {
  readonly accept: string
  readonly takes: (type: string | undefined) => boolean
  readonly createSink?: (declared: number | null) => BodySink
}

export type HttpCore = {
  readonly getBytes: (
    request: HttpRequest,
    media: AcceptedMedia,
  ) => Promise<ResponseBytes | NotFound | UpstreamFault>
  /** A body that is no JSON is a fault of the answer; what `check` finds is its value. */
  readonly getJson: <T>(request: HttpRequest, reading: BodyReading<T>) => Promise<HttpAnswer<CheckedBody<T>>>
  readonly getFile: (request: FileRequest) => Promise<HttpAnswer<DownloadedFile>>
  readonly close: () => Promise<void>
}

/**
 * The type rule for JSON: `application/json` or `application/…+json` with any parameters, or no
 * type at all. A body under another type is refused even if it would parse.
 */
const jsonMedia: AcceptedMedia = {
  accept: 'application/json',
  takes: (type) => type === undefined || /^\s*application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type),
}

/**
 * The one way to the payment service's reads: GET, one pool of sockets per environment, credentials
 * attached here and at the operator's door, nowhere else (interface, Authentication). One call is one try. Redirects are
 * not followed, content codings not undone, bytes counted as they arrive; when the time is up the
 * socket is destroyed. Faults are values of fixed words; only an unsafe segment throws.
 */
export function createHttpCore(options: HttpCoreOptions): HttpCore {
  const { base, limits, clock } = options
  const sockets = createSocketTracker(limits.connectMs)
  const shared = {
    connections: Object.values(limits.slots).reduce((sum, slots) => sum + slots, 0),
    maxHeaderSize: limits.headerBytes,
    // Both are idle times and coarse; each exchange bounds itself exactly.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    connect: sockets.connect,
  }
  const keepFor = (ms: number) => ({ keepAliveTimeout: ms, keepAliveMaxTimeout: ms })
  const kept = new Pool(base.origin, { ...shared, ...keepFor(limits.keepAliveMs) })
  // Not `pipelining: 0`: with `connection: close` undici takes a reset for the end of the body.
  const unkept = new Pool(base.origin, { ...shared, ...keepFor(1) })
  const credentials = buildCredentialHeaders(options.clientName, options.token)

  const get = async (
    path: string,
    request: BaseRequest,
    media: AcceptedMedia,
  ): Promise<ResponseBytes | NotFound | UpstreamFault> => {
    const headers = [...credentials, 'accept', media.accept, 'x-request-id', request.reference]
    const pool = request.again ? unkept : kept
    const since = performance.now()
    return new Promise((done) => {
      const { maxBytes, deadline } = request
      const wasOlder = (error: Error) => sockets.wasOlder(error, since)
      const { onDate } = options
      const { takes, createSink } = media
      const terms = { limits, clock, maxBytes, deadline, takes, createSink, wasOlder, done, onDate }
      pool.dispatch({ path, method: 'GET', headers }, new HttpExchange(terms))
    })
  }

  const getBytes: HttpCore['getBytes'] = async (request, media) =>
    get(buildPath(base, request.segments), request, media)

  return {
    getBytes,
    getFile: async ({ path, ...request }) => {
      let type: string | undefined
      // A record of the interface is no document, whatever address led to it.
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
    getJson: async (request, { check, last }) => {
      const got = await getBytes(request, jsonMedia)
      if (got.kind !== 'answer') return got
      const { value: bytes, arrived } = got
      const again = last?.(bytes)
      if (again?.made !== undefined) return { kind: 'answer', value: again.made, arrived }
      const elements = request.maxElements ?? limits.json.elements
      const parsed = parseJson(bytes, { ...limits.json, elements })
      if (!parsed.ok) return createFault('upstream_bad_response', parsed.fault)
      const value = check(parsed.value)
      if (value.kind === 'good') again?.keep(value)
      return { kind: 'answer', value, arrived }
    },
    close: async () => {
      await Promise.all([kept.destroy(), unkept.destroy()])
    },
  }
}

/** Bytes that come before their parts are collected. */
const gcIntervalBytes = 1_048_576

/** Large memory that waits to be collected counts until then, so it is given back by hand. */
function releaseMemory({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

/**
 * A body in one piece from the beginning: putting it together at the end would hold it twice. What was asked
 * for and not written to costs an address and no memory.
 */
function createSingleBufferSink(maxBytes: number): NonNullable<AcceptedMedia['createSink']> {
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

/** The headers that name us; `identity` because a coded body could unpack to any size. Throws on what no header can hold. */
export function buildCredentialHeaders(clientName: string, token: string): readonly string[] {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(clientName))
    throw new Error('client name: not a header value')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('token of the payment service: not a header value')
  return ['from', clientName, 'authorization', `Bearer ${token}`, 'accept-encoding', 'identity']
}
