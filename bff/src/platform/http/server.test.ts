import { connect } from 'node:net'
import { problemSchema } from '@paydesk/shared/core/problem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../runtime/log.ts'
import { createHttpServer } from './server.ts'

const lines: string[] = []
const server = createHttpServer(
  (_request, response) => response.end('fine'),
  createLogger('debug', { write: (line) => void lines.push(line) }),
)
let port = 0

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function sendBytes(bytes: string | Buffer): Promise<string> {
  return new Promise((answered, failed) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.once('error', failed)
    socket.once('close', () => answered(text))
    socket.write(bytes)
  })
}

describe('createHttpServer', () => {
  it.each([
    ['no method', 'zqx7 zqx7\r\n\r\n', 400],
    ['a TLS greeting', Buffer.from('16030100c8010000c40303', 'hex'), 400],
    ['a control character in the address', 'GET /\u0001zqx7 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['a space before the colon', 'GET / HTTP/1.1\r\nhost : zqx7\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nzqx7', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\nzqx7',
      400,
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: x\r\na: b\r\n zqx7: c\r\nd\r\n\r\n', 400],
    ['no version, with more behind it', 'GET /zqx7\r\n\r\nzqx7 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['too long an address', `GET /${'z'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 413],
    ['too long a header', `GET / HTTP/1.1\r\nhost: x\r\na: ${'z'.repeat(20_000)}\r\n\r\n`, 413],
  ])('%s is rejected like any other error, and not repeated', async (_, bytes, status) => {
    const [head = '', body = '', ...more] = (await sendBytes(bytes)).split('\r\n\r\n')
    expect(more).toEqual([])
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain('content-type: application/problem+json; charset=utf-8')
    expect(head).toContain('cache-control: no-store')
    expect(problemSchema.parse(JSON.parse(body)).status).toBe(status)
    expect(head + body).not.toMatch(/zqx7|zzz/)
    const { reference } = problemSchema.parse(JSON.parse(body))
    expect(lines.join('')).toContain(`"reference":"${reference}"`)
    expect(lines.join('')).not.toMatch(/zqx7|zzz/)
  })

  it('answers readable requests', async () => {
    expect(await sendBytes('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(/fine$/)
  })

  it('limits the time for headers and for whole requests', () => {
    expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout]).toEqual([
      5_000, 10_000, 5_000,
    ])
  })
})
