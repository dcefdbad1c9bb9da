import { buildConnector, Client, type Dispatcher } from 'undici'
import { startDeadlineTimer } from '../../platform/runtime/timeout.ts'

export type PostOptions = {
  readonly origin: string
  readonly path: string
  /** Header names and values, alternating. */
  readonly headers: readonly string[]
  readonly body: string
  /** Time limits in ms: to connect, and for the whole request. */
  readonly connectMs: number
  readonly totalMs: number
  readonly headerBytes: number
  /** Limit for the received bytes of the answer's body. */
  readonly maxBytes: number
}

/**
 * Result of one request. `never_left`: no connection existed, so nothing was sent. `lost`: the request may
 * have been sent and no complete answer arrived, at most its status.
 */
export type PostResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly type: string | undefined
      readonly coded: boolean
      readonly body: Uint8Array
    }
  | { readonly kind: 'lost'; readonly status: number | null; readonly cause: string }
  | { readonly kind: 'never_left'; readonly cause: string }

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/**
 * Hands out one connection, once: the HTTP library has no second connection on which to send again after a
 * failure. `close` returns if the connection was handed out, and prevents that from then on.
 */
function createSingleUseConnector(connectMs: number) {
  const connector = buildConnector({ timeout: connectMs })
  let [asked, handed, closed] = [false, false, false]
  const connect: buildConnector.connector = (options, callback) => {
    if (asked) return callback(new Error('there is one connection only'), null)
    asked = true
    connector(options, (...result) => {
      if (closed) {
        result[1]?.destroy()
        return callback(new Error('given up'), null)
      }
      // Compare with null loosely: after a failed connect the library passes no second argument at all.
      handed = result[1] != null
      callback(...result)
    })
  }
  const close = (): boolean => {
    closed = true
    return handed
  }
  return { connect, close }
}

const joinHeader = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(', ') : header

/** Collects one answer; calls `over` when the answer is complete or has failed. */
class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number
  readonly #over: (whole: boolean, cause: string) => void
  readonly #chunks: Buffer[] = []
  #size = 0
  #headers: Headers = {}
  /** Status code; 0 until the status line has arrived. */
  status = 0

  constructor(maxBytes: number, over: (whole: boolean, cause: string) => void) {
    this.#maxBytes = maxBytes
    this.#over = over
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return
    this.status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes) this.#over(false, 'too_large')
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#over(true, 'answered')
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = 'code' in error ? String(error.code) : ''
    this.#over(false, /^\w{1,40}$/.test(code) ? code.toLowerCase() : 'failed')
  }

  onLate(): void {
    this.#over(false, 'deadline')
  }

  whole(): PostResult {
    const coding = joinHeader(this.#headers['content-encoding'])
    return {
      kind: 'answer',
      status: this.status,
      type: joinHeader(this.#headers['content-type']),
      coded: coding !== undefined && coding.toLowerCase() !== 'identity',
      body: Buffer.concat(this.#chunks),
    }
  }
}

/**
 * Sends one POST at most once, on a new connection that is never kept or reopened. Redirects are not
 * followed, content codings not decoded. Never rejects; resolves within `totalMs`.
 */
export async function postOnce(options: PostOptions): Promise<PostResult> {
  const socket = createSingleUseConnector(options.connectMs)
  const client = new Client(options.origin, {
    connect: socket.connect,
    pipelining: 1,
    maxHeaderSize: options.headerBytes,
    // Disable undici's timeouts: `startDeadlineTimer` below bounds the whole request exactly.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const posted = await new Promise<PostResult>((done) => {
    const gathering = new AnswerCollector(options.maxBytes, (whole, cause) => {
      clearTimeout(timer)
      if (whole) return done(gathering.whole())
      const status = gathering.status === 0 ? null : gathering.status
      done(socket.close() ? { kind: 'lost', status, cause } : { kind: 'never_left', cause })
    })
    const timer = startDeadlineTimer(options.totalMs, () => gathering.onLate())
    client.dispatch(
      { path: options.path, method: 'POST', headers: [...options.headers], body: options.body },
      gathering,
    )
  })
  await client.destroy()
  return posted
}
