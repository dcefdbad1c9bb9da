import type { Dispatcher } from 'undici'
import { startDeadlineTimer } from '../../platform/runtime/timeout.ts'
import type { UpstreamClock, UpstreamLimits } from '../parsing/limits.ts'
import {
  classifyHttpError,
  classifyHttpStatus,
  createUpstreamFault,
  type NotFoundAnswer,
  type UpstreamFault,
} from './fault.ts'

/** Pattern common to the three date formats of HTTP: all begin with the name of a day. */
const dateHeaderPattern = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\x20-\x7e]{10,40}$/

/**
 * Parses Retry-After (whole seconds or an HTTP date) to ms from `now`, which is in ms since 1970. Null for
 * anything else: absent, negative, a past date, an unknown format.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  if (!dateHeaderPattern.test(text)) return null
  const ms = Date.parse(text) - now
  return ms > 0 ? ms : null
}

/** Complete body of a successful answer; `arrived` is the time of the last byte in ms since 1970. */
export type ReceivedBody = { readonly kind: 'answer'; readonly value: Uint8Array; readonly arrived: number }

/** Collects a response body chunk by chunk. */
export type BodySink = {
  readonly write: (chunk: Buffer) => void
  readonly finish: () => Uint8Array
  /** Frees the collected bytes of a body that is not used. */
  readonly discard?: () => void
}

export type HttpExchangeOptions = {
  readonly limits: UpstreamLimits
  readonly clock: UpstreamClock
  readonly maxBytes: number
  /** Monotonic time in ms. */
  readonly deadline: number
  readonly takes: (type: string | undefined) => boolean
  /** Creates the sink for a body that must not be held twice; `declared` is its Content-Length, or null. */
  readonly createSink?: ((declared: number | null) => BodySink) | undefined
  /** Tells if the error belongs to a socket that was older than this attempt. */
  readonly wasOlder: (error: Error) => boolean
  readonly done: (end: ReceivedBody | NotFoundAnswer | UpstreamFault) => void
  /** Receives the `Date` header of every answer. */
  readonly onDate: ((header: string | undefined) => void) | undefined
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/**
 * Handles one request and its answer with undici's callbacks, without the streams and signals of undici's own
 * request functions, because every read for a user runs through this class. Calls `done` exactly once; if
 * that happens before the last byte, the socket is destroyed.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #terms: HttpExchangeOptions
  #sink: BodySink = createChunkSink()
  #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | null = null
  #over = false
  /** Status code; 0 until the status line has arrived. */
  #status = 0
  #retryAfter: number | null = null
  #maxBodyBytes = 0
  #size = 0

  constructor(options: HttpExchangeOptions) {
    this.#terms = options
    const { limits, clock, deadline } = options
    const left = deadline - clock.monotonic()
    const firstByte = limits.firstByteMs < left
    this.#timer = this.#watch(firstByte ? 'first_byte' : 'deadline', firstByte ? limits.firstByteMs : left)
  }

  #watch(why: 'first_byte' | 'deadline', ms: number): NodeJS.Timeout {
    return startDeadlineTimer(ms, () => this.#late(why))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(new Error('given up'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (this.#over || status < 200) return
    this.#status = status
    const { limits, maxBytes, clock, takes, onDate } = this.#terms
    onDate?.(joinHeader(headers.date))
    const cause = findRefusalCause(status, headers, takes, maxBytes)
    if (cause !== null) this.#giveUp(createUpstreamFault('upstream_bad_response', cause))
    this.#maxBodyBytes = status < 400 ? maxBytes : limits.errorBodyBytes
    const { createSink } = this.#terms
    if (status < 400 && createSink !== undefined && !this.#over)
      this.#sink = createSink(declaredBytes(headers))
    if (status >= 400) this.#retryAfter = parseRetryAfter(joinHeader(headers['retry-after']), clock.wall())
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return
    this.#size += chunk.length
    if (this.#size <= this.#maxBodyBytes) this.#sink.write(chunk)
    else this.#giveUp(this.#ofStatus(null) ?? createUpstreamFault('upstream_bad_response', 'too_large'))
  }

  onResponseEnd(): void {
    const value = this.#sink.finish()
    const arrived = this.#terms.clock.wall()
    this.#end(this.#ofStatus(value) ?? { kind: 'answer', value, arrived })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const started = this.#status > 0
    const reused = this.#terms.wasOlder(error)
    this.#end(this.#ofStatus(null) ?? classifyHttpError(error, { started, reused }))
  }

  /**
   * Classifies a status of 400 or more; null for a lower status. `body`: error body as far as it was
   * received, or null.
   */
  #ofStatus(body: Uint8Array | null): NotFoundAnswer | UpstreamFault | null {
    if (this.#status < 400) return null
    return classifyHttpStatus(this.#status, body, this.#retryAfter, this.#terms.limits.json)
  }

  #late(why: 'first_byte' | 'deadline'): void {
    if (this.#over) return
    const { clock, deadline } = this.#terms
    const left = deadline - clock.monotonic()
    if (this.#status > 0 && left > 0) {
      this.#timer = this.#watch('deadline', left)
      return
    }
    this.#giveUp(this.#ofStatus(null) ?? createUpstreamFault('upstream_timeout', why))
  }

  #giveUp(end: NotFoundAnswer | UpstreamFault): void {
    this.#end(end)
    this.#controller?.abort(new Error('given up'))
  }

  #end(end: ReceivedBody | NotFoundAnswer | UpstreamFault): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#timer)
    if (end.kind !== 'answer') this.#sink.discard?.()
    this.#terms.done(end)
  }
}

function findRefusalCause(
  status: number,
  headers: Headers,
  takes: HttpExchangeOptions['takes'],
  maxBytes: number,
): string | null {
  if (status >= 300 && status < 400) return 'http_redirect'
  if (hasContentEncoding(headers)) return 'content_encoding'
  // Skip the type check: only the `code` of an error body is read, for any content type.
  if (status >= 400) return null
  if (status === 206) return 'http_partial'
  const type = headers['content-type']
  if (Array.isArray(type) || !takes(type)) return 'content_type'
  return (declaredBytes(headers) ?? 0) > maxBytes ? 'too_large' : null
}

function declaredBytes(headers: Headers): number | null {
  const length = joinHeader(headers['content-length'])
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}

/** Default sink: joins the chunks at the end. */
function createChunkSink(): BodySink {
  const chunks: Buffer[] = []
  return {
    write: (chunk) => void chunks.push(chunk),
    finish: () => {
      const [first, second] = chunks
      return first !== undefined && second === undefined ? first : Buffer.concat(chunks)
    },
  }
}

function hasContentEncoding(headers: Headers): boolean {
  const coding = joinHeader(headers['content-encoding'])
  return coding !== undefined && coding.toLowerCase() !== 'identity'
}

function joinHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
