import { createServer, type Server } from 'node:net'

/**
 * Below the ports that outgoing connections are given (from 32,768 on): one of those may be somebody's again
 * before it is listened on. Each process has a lane of its own, and takes a port of it at most once in a hundred.
 */
const lowest = 20_000
const lanes = 120
const ofLane = 100
const lane = lowest + (process.pid % lanes) * ofLane
let taken = Math.floor(Math.random() * ofLane)

/** Resolves once it listens there on this machine alone; rejects where it cannot. */
export function listensOn(server: Server, port: number, host = '127.0.0.1'): Promise<void> {
  return new Promise((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      listening()
    })
  })
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < ofLane; tries += 1) {
    taken = (taken + 1) % ofLane
    // Several may be looking at once: each has a port of its own.
    const port = lane + taken
    const probe = createServer()
    try {
      await listensOn(probe, port)
      await new Promise((closed) => probe.close(closed))
      return port
    } catch {
      // Somebody listens there: the next one.
    }
  }
  throw new Error(`no port is free from ${lane} to ${lane + ofLane - 1}`)
}
