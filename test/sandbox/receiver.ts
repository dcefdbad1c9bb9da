import { createServer } from 'node:http'
import { readBody } from './answer.ts'

interface Arrival {
  readonly path: string
  readonly body: string
  readonly checksum: unknown
}

/**
 * Starts a stand-in for the product in the sandbox's own tests: stores arrivals and answers 204, or 503
 * first.
 */
export async function startReceiver() {
  const arrivals: Arrival[] = []
  let failures = 0
  const server = createServer((request, response) => {
    void readBody(request).then((bytes) => {
      const body = bytes?.toString('utf8') ?? ''
      arrivals.push({ path: request.url ?? '', body, checksum: request.headers['x-isx-checksum'] })
      failures -= 1
      response.writeHead(failures >= 0 ? 503 : 204).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    arrivals,
    origin: `http://127.0.0.1:${port}`,
    failNext(count: number) {
      failures = count
    },
    clear() {
      arrivals.length = 0
      failures = 0
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
