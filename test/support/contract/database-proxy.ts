import { connect, createServer, type Socket } from 'node:net'

/**
 * Starts a proxy in front of the database. Mode `refuse` closes new connections, `swallow` reads everything
 * and passes nothing on. `freeze` makes the connections that are open now swallow for good.
 */
export async function startLink(target: URL) {
  const state = { mode: 'pass' as 'pass' | 'refuse' | 'swallow' }
  const frozen = new Set<Socket>()
  const open = new Set<Socket>()

  const server = createServer((near) => {
    if (state.mode === 'refuse') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    open.add(near)
    const relay = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (state.mode !== 'swallow' && !frozen.has(near)) to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        to.destroy()
        open.delete(near)
      })
    }
    relay(near, far)
    relay(far, near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url: url.href,
    state,
    freeze() {
      for (const near of open) frozen.add(near)
    },
    cut() {
      for (const near of open) near.resetAndDestroy()
    },
    async stop() {
      for (const near of open) near.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
