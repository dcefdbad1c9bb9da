import { buildConnector, Client, type Dispatcher } from 'undici'
import { setDeadline } from '../../platform/runtime/timeout.ts'

export type PostOptions = {
  readonly origin: string
  readonly path: string
  /** Name, value, name, value. */
  readonly headers: readonly string[]
  readonly body: string
  /** ms for connecting, and for everything together. */
  readonly connectMs: number
  readonly totalMs: number
  readonly headerBytes: number
  /** Bytes of the answer's body at most, as they arrive. */
  readonly maxBytes: number
}

/**
 * What came of one request. `never_left`: there was no connection on which it could have left. `lost`: it
 * may have left and no whole answer came, only its status perhaps.
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
 * Hands out one connection, once: whatever the HTTP library makes of a failure, there is nothing on which
 * it could send again. `close` gives whether it was handed out, and from then on it is not.
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
      // Where it failed there is no second value at all.
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

/** Gathers one answer; `over` is called once. */
class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number
  readonly #over: (whole: boolean, cause: string) => void
  readonly #chunks: Buffer[] = []
  #size = 0
  #headers: Headers = {}
  /** 0 until the status line. */
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
 * Sends one POST, at most once: on a connection of its own that is made for it, never kept and never made
 * again. Redirects are not followed, codings not undone. Never rejects; resolves within `totalMs`.
 */
export async function postOnce(terms: PostOptions): Promise<PostResult> {
  const socket = createSingleUseConnector(terms.connectMs)
  const client = new Client(terms.origin, {
    connect: socket.connect,
    pipelining: 1,
    maxHeaderSize: terms.headerBytes,
    // The whole is bounded below, exactly.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const posted = await new Promise<PostResult>((done) => {
    const gathering = new AnswerCollector(terms.maxBytes, (whole, cause) => {
      clearTimeout(timer)
      if (whole) return done(gathering.whole())
      const status = gathering.status === 0 ? null : gathering.status
      done(socket.close() ? { kind: 'lost', status, cause } : { kind: 'never_left', cause })
    })
    const timer = setDeadline(terms.totalMs, () => gathering.onLate())
    client.dispatch(
      { path: terms.path, method: 'POST', headers: [...terms.headers], body: terms.body },
      gathering,
    )
  })
  await client.destroy()
  return posted
}
