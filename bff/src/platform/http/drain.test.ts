import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { createServerDrain } from './server.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Starts a server whose answers wait until the test releases them. */
async function start() {
  const held: (() => void)[] = []
  let isHeld = false
  const server = createServer((_request, response) => {
    const answer = () => response.end('done')
    if (isHeld) held.push(answer)
    else answer()
  })
  servers.push(server)
  const drain = createServerDrain(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { drain, held, port, hold: () => (isHeld = true) }
}

function ask(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((answered, failed) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume()
      response.once('end', () => answered(response))
    }).once('error', failed)
  })
}

it('ends a connection that a client keeps busy, after the answer to its request in flight', async () => {
  const { drain, held, port, hold } = await start()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await ask(port, agent)).headers.connection).toBe('keep-alive')
  hold()
  const busy = ask(port, agent)
  await expect.poll(() => held.length).toBe(1)
  // The next request waits for the same connection, as those of a busy client do.
  const next = ask(port, agent).catch((error: unknown) => error)
  const closed = new Promise<void>((done) => drain(done))
  held[0]?.()
  const answer = await busy
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  await closed
  expect(await next).toBeInstanceOf(Error)
  agent.destroy()
})

it('ends a connection whose answer had begun before', async () => {
  const server = createServer((request, response) => {
    response.write('begun')
    request.socket.once('data', () => {})
    release = () => response.end()
  })
  let release = () => {}
  servers.push(server)
  const drain = createServerDrain(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const agent = new Agent({ keepAlive: true })
  const answer = ask(typeof address === 'object' && address !== null ? address.port : 0, agent)
  await expect.poll(() => server.listening && release.toString().includes('end')).toBe(true)
  const closed = new Promise<void>((done) => drain(done))
  release()
  expect((await answer).headers.connection).toBe('keep-alive')
  await closed
  agent.destroy()
})
