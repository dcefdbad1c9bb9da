import type { Reference } from '@paydesk/shared/ids'
import { type Dispatcher, Pool } from 'undici'
import { type Fault, fault, faultOfError, faultOfStatus, type NotFound } from './fault.ts'
import { type JsonValue, parseJson } from './json.ts'
import type { UpstreamClock, UpstreamLimits } from './limits.ts'
import { type BaseAddress, buildPath } from './path.ts'
import { readRetryAfter } from './retry-after.ts'
import { createSockets } from './sockets.ts'

export type HttpCoreOptions = {
  readonly base: BaseAddress
  readonly clientName: string
  readonly token: string
  readonly limits: UpstreamLimits
  readonly clock: UpstreamClock
}

export type HttpRequest = {
  /** Unencoded segments below the base address. */
  readonly segments: readonly string[]
  readonly reference: Reference
  readonly maxBytes: number
  /** Elements of one array at most; the general limit where nothing is given. */
  readonly maxElements?: number
  /** Monotonic ms at which the socket is destroyed if the answer is not complete. */
  readonly deadline: number
  /** A second try takes a new socket: the other kept ones may be as dead as the first. */
  readonly again: boolean
}

export type HttpAnswer<T> =
  /** `arrived`: ms since 1970 at the last byte. */
  { readonly kind: 'answer'; readonly value: T; readonly arrived: number } | NotFound | Fault

/** What to ask for, and which types to take for it. */
export type Media = { readonly accept: string; readonly takes: (type: string | undefined) => boolean }

export type HttpCore = {
  readonly getBytes: (request: HttpRequest, media: Media) => Promise<HttpAnswer<Uint8Array>>
  readonly getJson: (request: HttpRequest) => Promise<HttpAnswer<JsonValue>>
  readonly close: () => Promise<void>
}

/**
 * The type rule for JSON: `application/json` or `application/…+json` with any parameters, or no
 * type at all. A body under another type is refused even if it would parse.
 */
const jsonMedia: Media = {
  accept: 'application/json',
  takes: (type) => type === undefined || /^\s*application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type),
}

/**
 * The one way to the payment service: GET, one pool of sockets per environment, credentials
 * attached here and nowhere else (interface, Authentication). One call is one try. Redirects are
 * not followed, content codings not undone, bytes counted as they arrive; when the time is up the
 * socket is destroyed. Faults are values of fixed words; only an unsafe segment throws.
 */
export function createHttpCore(options: HttpCoreOptions): HttpCore {
  const { base, limits, clock } = options
  const sockets = createSockets(limits.connectMs)
  const shared = {
    connections: Object.values(limits.slots).reduce((sum, slots) => sum + slots, 0),
    maxHeaderSize: limits.headerBytes,
    // Both are idle times and coarse; the watch below bounds everything exactly.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    connect: sockets.connect,
  }
  const keepFor = (ms: number) => ({ keepAliveTimeout: ms, keepAliveMaxTimeout: ms })
  const kept = new Pool(base.origin, { ...shared, ...keepFor(limits.keepAliveMs) })
  // Not `pipelining: 0`: with `connection: close` undici takes a reset for the end of the body.
  const unkept = new Pool(base.origin, { ...shared, ...keepFor(1) })
  const credentials = readCredentials(options.clientName, options.token)

  const getBytes: HttpCore['getBytes'] = async (request, media) => {
    const path = buildPath(base, request.segments)
    const headers = [...credentials, 'accept', media.accept, 'x-request-id', request.reference]
    const watch = startWatch(clock, limits.firstByteMs, request.deadline)
    const pool = request.again ? unkept : kept
    const since = performance.now()
    let started = false
    try {
      const response = await pool.request({ path, method: 'GET', headers, signal: watch.signal })
      started = true
      watch.started()
      return await readResponse(response, request.maxBytes, media, options)
    } catch (error) {
      const late = watch.reason()
      if (late !== null) return fault('upstream_timeout', late)
      return faultOfError(error, { started, reused: sockets.wasOlder(error, since) })
    } finally {
      watch.stop()
    }
  }

  return {
    getBytes,
    getJson: async (request) => {
      const got = await getBytes(request, jsonMedia)
      if (got.kind !== 'answer') return got
      const parsed = parseJson(got.value, {
        ...limits.json,
        elements: request.maxElements ?? limits.json.elements,
      })
      if (!parsed.ok) return fault('upstream_bad_response', parsed.fault)
      return { kind: 'answer', value: parsed.value, arrived: got.arrived }
    },
    close: async () => {
      await Promise.all([kept.destroy(), unkept.destroy()])
    },
  }
}

/** `identity` because a coded body could unpack to any size. Throws on what no header can hold. */
function readCredentials(clientName: string, token: string): readonly string[] {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(clientName))
    throw new Error('client name: not a header value')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('token of the payment service: not a header value')
  return ['from', clientName, 'authorization', `Bearer ${token}`, 'accept-encoding', 'identity']
}

async function readResponse(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  media: Media,
  { limits, clock }: HttpCoreOptions,
): Promise<HttpAnswer<Uint8Array>> {
  const { statusCode: status, headers, body } = response
  // The body may fail after it was given up; nobody else listens.
  body.on('error', () => {})
  if (status >= 300 && status < 400) return refuse(body, 'http_redirect')
  if ((one(headers['content-encoding']) ?? 'identity').toLowerCase() !== 'identity')
    return refuse(body, 'content_encoding')
  if (status >= 400) {
    const bytes = await readBody(body, limits.errorBodyBytes).catch(() => null)
    return faultOfStatus(
      status,
      bytes,
      readRetryAfter(one(headers['retry-after']), clock.wall()),
      limits.json,
    )
  }
  if (status === 206) return refuse(body, 'http_partial')
  const type = headers['content-type']
  if (Array.isArray(type) || !media.takes(type)) return refuse(body, 'content_type')
  if (Number(one(headers['content-length']) ?? 0) > maxBytes) return refuse(body, 'too_large')
  const bytes = await readBody(body, maxBytes)
  if (bytes === null) return fault('upstream_bad_response', 'too_large')
  return { kind: 'answer', value: bytes, arrived: clock.wall() }
}

type Body = Dispatcher.ResponseData['body']

/** Gives a body up; its socket goes with it. */
function refuse(body: Body, cause: string): Fault {
  body.destroy()
  return fault('upstream_bad_response', cause)
}

/** Null when there is more than `maxBytes`: the rest is not read. */
function readBody(body: Body, maxBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else {
        body.destroy()
        resolve(null)
      }
    })
    body.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    body.on('error', reject)
  })
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}

/** One timer for a try: first the time to the status line, then what is left of the whole. */
function startWatch(clock: UpstreamClock, firstByteMs: number, deadline: number) {
  const controller = new AbortController()
  let late: 'first_byte' | 'deadline' | null = null
  const arm = (why: 'first_byte' | 'deadline', ms: number) =>
    setTimeout(() => {
      late = why
      controller.abort()
    }, ms)
  const left = deadline - clock.monotonic()
  let timer = firstByteMs < left ? arm('first_byte', firstByteMs) : arm('deadline', left)
  return {
    signal: controller.signal,
    started: () => {
      clearTimeout(timer)
      timer = arm('deadline', deadline - clock.monotonic())
    },
    reason: () => late,
    stop: () => clearTimeout(timer),
  }
}
