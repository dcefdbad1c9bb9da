import { createServer, type Server } from 'node:net'

/**
 * Lower end of the ports for tests, all below the ports of outgoing connections (from 32,768 on): such a port
 * may be taken again before the test listens. Each process has its own lane and repeats a port at most once
 * in a hundred.
 */
const lowest = 20_000
const lanes = 120
const ofLane = 100
const lane = lowest + (process.pid % lanes) * ofLane
let taken = Math.floor(Math.random() * ofLane)

/** Listens on this machine only. Rejects if the port is not available. */
export function listensOn(server: Server, port: number, host = '127.0.0.1'): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      listening()
    })
  })
}

/** Returns a port of this machine on which nobody listens. Throws if the whole lane is taken. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < ofLane; tries += 1) {
    taken = (taken + 1) % ofLane
    // Copy the number: concurrent calls change `taken` while this call waits.
    const port = lane + taken
    const probe = createServer()
    try {
      await listensOn(probe, port)
      await new Promise((closed) => probe.close(closed))
      return port
    } catch {
      // Try the next port: this port is taken.
    }
  }
  throw new Error(`no port is free from ${lane} to ${lane + ofLane - 1}`)
}
