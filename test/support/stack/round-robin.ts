import { connect, createServer, type Socket } from 'node:net'

/** Pause (ms) before a backend that refused a connection gets the next one. */
const restMs = 200

/**
 * Balances connections over several backends behind one address: each connection goes to the next backend
 * that accepts. The balancer knows nothing of HTTP: a backend that dies takes its connections along. `at` is the
 * port of the address, by default a free one.
 */
export async function startRoundRobin(ports: readonly number[], at = 0) {
  const restsUntil = new Map<number, number>()
  const sockets = new Set<Socket>()
  let turn = 0

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  const pass = (client: Socket, left: number) => {
    const now = Date.now()
    const awake = ports.filter((port) => (restsUntil.get(port) ?? 0) <= now)
    const port = (awake.length > 0 ? awake : ports)[turn++ % (awake.length || ports.length)]
    if (port === undefined || left === 0) return client.destroy()
    const backend = connect(port, '127.0.0.1')
    keep(backend)
    const refused = () => {
      restsUntil.set(port, Date.now() + restMs)
      if (client.destroyed) return
      pass(client, left - 1)
    }
    backend.once('error', refused)
    backend.once('connect', () => {
      backend.off('error', refused)
      client.pipe(backend)
      backend.pipe(client)
      backend.once('close', () => client.destroy())
      client.once('close', () => backend.destroy())
    })
  }

  const server = createServer((client) => {
    keep(client)
    client.setNoDelay(true)
    pass(client, ports.length)
  })
  await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((stopped) => server.close(() => stopped()))
    },
  }
}
