import { connect } from 'node:net'
import type { Answer, Visitor } from '../stack/start.ts'

export interface RawRequest {
  readonly method?: string
  /** Request target, sent byte for byte even if an HTTP client would encode or reject the target. */
  readonly target: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function parsed(text: string): Answer {
  const end = text.indexOf('\r\n\r\n')
  const [status = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const at = line.indexOf(':')
    headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  const body = end < 0 ? '' : text.slice(end + 4)
  const isJson = body !== '' && /json/.test(headers.get('content-type') ?? '')
  return { status: Number(status.split(' ')[1]), headers, text: body, json: isJson ? JSON.parse(body) : null }
}

/** Sends one request with exactly this target over a separate connection. */
export function sendRaw(origin: string, request: RawRequest): Promise<Answer> {
  const { hostname, port, host } = new URL(origin)
  const { method = 'GET', target, headers = {}, body = '' } = request
  const all = {
    host,
    connection: 'close',
    ...headers,
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((answered, failed) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', failed)
    socket.once('close', () => answered(parsed(Buffer.concat(chunks).toString('utf8'))))
    socket.write(
      Buffer.concat([
        Buffer.from(`${method} `),
        Buffer.from(target),
        Buffer.from(` HTTP/1.1\r\n${lines.join('')}\r\n${body}`),
      ]),
    )
  })
}

/** Sends the head of a request with a part of its body, and disconnects once the server has read both. */
export async function breakOff(origin: string, request: RawRequest, part: string): Promise<void> {
  const { hostname, port, host } = new URL(origin)
  const head = { host, ...request.headers }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect({ host: hostname, port: Number(port) })
  // The server answers the expectation once it has the head and waits for the body.
  const isExpected = new Promise((ready) => socket.once('data', ready))
  socket.write(
    `${request.method} ${request.target} HTTP/1.1\r\nexpect: 100-continue\r\n${lines.join('')}\r\n`,
  )
  await isExpected
  await new Promise((sent) => socket.write(part, sent))
  socket.destroy()
}

/** Headers with which our own pages call, for a signed-in visitor. */
export function callHeadersOf(visitor: Visitor): Record<string, string> {
  const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, 'x-paydesk': '1', 'content-type': 'application/json' }
}
