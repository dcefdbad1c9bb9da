import { createServer, type Socket } from 'node:net'
import type { GeneratedCustomer } from './records.ts'

/** Answer of the payment service as bytes on the wire, made from the correct body. */
export type WireAnswer = (healthy: string) => string | Buffer

const ok: WireAnswer = (body) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`

/** Builds an HTTP answer with any status line, headers and body. */
export function buildWireAnswer(status: string, headers: readonly string[], body: string | Buffer): Buffer {
  const bytes = Buffer.from(body)
  const lines = [
    `HTTP/1.1 ${status}`,
    ...headers,
    `content-length: ${bytes.length}`,
    'connection: close',
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines.join('\r\n')), bytes])
}

function healthyBody({ records, ...ids }: GeneratedCustomer, path: string): string | null {
  const rest = path.replace(/^.*\/v1\//, '')
  if (rest === `authorization/${ids.transaction}`) return JSON.stringify(records.state)
  if (rest === `transaction/${ids.transaction}/notifications`) return JSON.stringify(records.notifications)
  if (rest === `identity/${ids.identity}`) return JSON.stringify(records.identity)
  return rest === `transaction/states/${ids.merchant}/${encodeURIComponent(ids.rid)}`
    ? JSON.stringify(records.list)
    : null
}

/** Starts a payment service with one customer whose answers can be made wrong down to the byte. */
export async function startHostileService(customer: GeneratedCustomer) {
  let answer: WireAnswer = ok
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.once('data', (chunk) => {
      const path = /^GET (\S+)/.exec(chunk.toString('latin1'))?.[1] ?? ''
      const healthy = healthyBody(customer, path)
      socket.end(healthy === null ? buildWireAnswer('404 Not Found', [], '') : answer(healthy))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    /** Sets the answer for all later reads of the customer; without an argument answers are correct again. */
    become(next: WireAnswer = ok) {
      answer = next
    },
    stop: () =>
      new Promise<void>((stopped) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => stopped())
      }),
  }
}
