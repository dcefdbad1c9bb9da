import { createServer, type Server, type Socket } from 'node:net'
import { reviewTaskIdSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { afterEach, describe, expect, it } from 'vitest'
import { generateSupportReference } from '../platform/runtime/reference.ts'
import { createOperatorActionSender } from './operator-actions.ts'
import { defaultUpstreamLimits } from './parsing/limits.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** Starts a server that runs `deal` per received chunk and records the received bytes. */
async function serving(deal: (socket: Socket, nth: number) => void) {
  const heard: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const nth = connections
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      heard.push(data.toString())
      deal(socket, nth)
    })
  })
  open.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, heard, count: () => connections }
}

const patient = { ...defaultUpstreamLimits, connectMs: 10_000, totalMs: 20_000 }
/** Limits that end soon, but not before a request has been sent on a busy machine. */
const quick = { ...defaultUpstreamLimits, connectMs: 2_000, totalMs: 2_500 }
const doorTo = (baseUrl: string, limits = patient) =>
  createOperatorActionSender(
    { name: 'stage', baseUrl, clientName: 'client', token: 'token-of-the-door', merchantIds: [] },
    limits,
  )
const accept = { action: 'accept_task', task: reviewTaskIdSchema.parse('u1djo3rfd') } as const
const head = (status: string, more = '') => `HTTP/1.1 ${status}\r\n${more}`
const whole = (status: string, body: string, type = 'application/json') =>
  head(status, `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)

describe('one operator action', () => {
  it.each([
    [accept, '/stage/v1/tasks/u1djo3rfd/accept'],
    [
      { action: 'reject_task', task: reviewTaskIdSchema.parse('_t-1') } as const,
      '/stage/v1/tasks/_t-1/reject',
    ],
    [
      { action: 'cancel', transaction: transactionIdSchema.parse('3f6c1c1e') } as const,
      '/stage/v1/transaction/3f6c1c1e/cancel',
    ],
  ])('sends %j to its path with the headers of the reads', async (asked, path) => {
    const { port, heard } = await serving((socket) => socket.end(head('204 No Content', '\r\n')))
    const reference = generateSupportReference()
    const acted = await doorTo(`http://127.0.0.1:${port}/stage`)(asked, reference)
    expect(acted).toEqual({ outcome: 'answered', status: 204 })
    const request = heard.join('')
    expect(request.split('\r\n')[0]).toBe(`POST ${path} HTTP/1.1`)
    for (const line of [
      'from: client',
      'authorization: Bearer token-of-the-door',
      'accept-encoding: identity',
      'content-type: application/json',
      'content-length: 2',
      `x-request-id: ${reference}`,
    ])
      expect(request.toLowerCase()).toContain(line.toLowerCase())
    expect(request.endsWith('\r\n\r\n{}')).toBe(true)
  })

  it.each([
    ['200 OK', whole('200 OK', '{}'), { outcome: 'answered', status: 200 }],
    [
      '202 and nothing',
      head('202 Accepted', 'content-length: 0\r\n\r\n'),
      { outcome: 'answered', status: 202 },
    ],
    ['a page with 200', whole('200 OK', '<html>', 'text/html'), { outcome: 'unknown', status: 200 }],
    ['half a body', head('200 OK', 'content-length: 9\r\n\r\n{"a"'), { outcome: 'unknown', status: 200 }],
    ['no JSON', whole('200 OK', '{"a":'), { outcome: 'unknown', status: 200 }],
    ['a part', whole('206 Partial Content', '{}'), { outcome: 'unknown', status: 206 }],
    [
      'a redirect',
      head('307 Moved', 'location: /x\r\ncontent-length: 0\r\n\r\n'),
      { outcome: 'unknown', status: 307 },
    ],
    ['500', whole('500 Oh', '{}'), { outcome: 'unknown', status: 500 }],
    ['408', whole('408 Late', '{}'), { outcome: 'unknown', status: 408 }],
    ['half a refusal', head('400 Bad', 'content-length: 9\r\n\r\n{'), { outcome: 'unknown', status: 400 }],
    [
      '400',
      whole('400 Bad', '{"code":"VALIDATION_ERROR"}'),
      { outcome: 'refused', status: 400, code: 'VALIDATION_ERROR' },
    ],
    [
      'a code of free text',
      whole('400 Bad', '{"code":"Mara Lindqvist"}'),
      { outcome: 'refused', status: 400, code: null },
    ],
    [
      'a code of digits',
      whole('400 Bad', '{"code":"X4111111111111111"}'),
      { outcome: 'refused', status: 400, code: null },
    ],
    [
      '404 as a page',
      whole('404 No', '<html>', 'text/html'),
      { outcome: 'refused', status: 404, code: null },
    ],
    ['429', whole('429 Slow', '{}'), { outcome: 'refused', status: 429, code: null }],
    ['nothing, and closed', '', { outcome: 'unknown', status: null }],
    ['no HTTP', 'hello\r\n\r\n', { outcome: 'unknown', status: null }],
    ['too much', whole('200 OK', `"${'a'.repeat(20_000)}"`), { outcome: 'unknown', status: 200 }],
  ])('classifies the answer: %s', async (_, answer, expected) => {
    const { port, heard, count } = await serving((socket) => socket.end(answer))
    const acted = await doorTo(`http://127.0.0.1:${port}`)(accept, generateSupportReference())
    expect(acted).toMatchObject(expected)
    expect([count(), heard.join('').match(/POST /g)?.length]).toEqual([1, 1])
  })

  it('sends once and ends in time if the server hangs, drips or resets', async () => {
    const drip = (socket: Socket) => {
      socket.write(head('200 OK', 'content-type: application/json\r\ncontent-length: 500\r\n\r\n'))
      const timer = setInterval(() => socket.write(' '), 50)
      socket.once('close', () => clearInterval(timer))
    }
    const deals = [() => undefined, drip, (socket: Socket) => socket.resetAndDestroy()]
    await Promise.all(
      deals.map(async (deal) => {
        const { port, count } = await serving(deal)
        const acted = await doorTo(`http://127.0.0.1:${port}`, quick)(accept, generateSupportReference())
        expect(acted.outcome).toBe('unknown')
        expect(count()).toBe(1)
      }),
    )
  })

  it('reports never_left for a closed port, an unknown host and a failed TLS handshake', async () => {
    const { port, heard } = await serving((socket) => socket.destroy())
    const closed = await serving(() => undefined)
    await new Promise((over) => open.pop()?.close(over))
    for (const base of [
      `http://127.0.0.1:${closed.port}`,
      'http://nobody.invalid',
      `https://127.0.0.1:${port}`,
    ])
      expect(await doorTo(base, quick)(accept, generateSupportReference())).toMatchObject({
        outcome: 'never_left',
      })
    expect(heard.join('')).not.toContain('POST')
  })

  it('never puts an invalid id into a path', async () => {
    const { port, count } = await serving((socket) => socket.destroy())
    for (const id of ['..', '.', 'a/b', 'a\r\nb', '', 'a b', '%2e%2e', 'a'.repeat(65), 'ä'])
      expect(reviewTaskIdSchema.safeParse(id).success).toBe(false)
    expect([port > 0, count()]).toEqual([true, 0])
  })
})
