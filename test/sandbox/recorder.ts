import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json } from './json.ts'
import { ReadCounts } from './read-counts.ts'

interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  status: number | null
  aborted: boolean
}

const most = 20_000

/** Records requests of the product, so that tests can count requests, retries and aborts. */
export class RequestRecorder {
  readonly reads = new ReadCounts()
  #requests: RecordedRequest[] = []
  #open = 0
  #largest = 0

  record(request: IncomingMessage, response: ServerResponse): void {
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      status: null,
      aborted: false,
    }
    if (this.#requests.length < most) this.#requests.push(recorded)
    const over = this.reads.begin(recorded.method, recorded.path)
    this.#open += 1
    this.#largest = Math.max(this.#largest, this.#open)
    response.once('close', () => {
      over()
      this.#open -= 1
      recorded.status = response.headersSent ? response.statusCode : null
      recorded.aborted = !response.writableFinished
    })
  }

  clear(): void {
    this.reads.clear()
    this.#requests = []
    this.#largest = this.#open
  }

  toJson(): Json {
    const requests = this.#requests.map(
      (recorded): Json => ({
        method: recorded.method,
        path: recorded.path,
        headers: Object.fromEntries(
          Object.entries(recorded.headers).map(([name, value]) => [name, value === undefined ? null : value]),
        ),
        rawHeaders: [...recorded.rawHeaders],
        status: recorded.status,
        aborted: recorded.aborted,
      }),
    )
    return {
      count: requests.length,
      aborted: this.#requests.filter(({ aborted }) => aborted).length,
      open: this.#open,
      largestParallel: this.#largest,
      requests,
    }
  }
}
