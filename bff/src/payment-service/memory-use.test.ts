import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pickByRunLength } from '../platform/runtime/run-length.test-kit.ts'
import { buildReply, buildStateBody, FaultServer, type ReceivedRequest } from './fault-server.test-kit.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('memory-use.test-kit.ts', import.meta.url))
const printed = z.object({
  afterFew: z.number(),
  afterMany: z.number(),
  heldMs: z.number(),
  causes: z.array(z.string()),
})

const space = Buffer.alloc(65_536, 0x20)
const bomb = gzipSync(Buffer.alloc(200_000_000))

/** Sends 200 MB as fast as the socket accepts them. */
function flood({ socket }: ReceivedRequest, head: string): void {
  socket.write(head)
  let left = 3_200
  const pour = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1
      if (!socket.write(space)) {
        socket.once('drain', pour)
        return
      }
    }
  }
  pour()
}

const bodies: [name: string, cause: string, behave: (receivedRequest: ReceivedRequest) => void][] = [
  [
    'U-22 200 MB plain',
    'too_large',
    (receivedRequest) => flood(receivedRequest, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n'),
  ],
  [
    'U-23 gzip bomb',
    'content_encoding',
    ({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    },
  ],
  ['U-25 deep', 'json_depth', ({ socket }) => void socket.write(buildReply('['.repeat(1_000_000)))],
  ['an error of 200 MB', 'http_400', (receivedRequest) => flood(receivedRequest, 'HTTP/1.1 400 Bad\r\n\r\n')],
]

test.each(bodies)(
  '%s: keeps memory flat and the event loop free',
  { timeout: 240_000 },
  async (_, cause, behave) => {
    const server = await new FaultServer((receivedRequest) =>
      receivedRequest.nth <= 20
        ? void receivedRequest.socket.write(buildReply(buildStateBody()))
        : behave(receivedRequest),
    ).start()
    try {
      const { stdout } = await run(process.execPath, [
        ...['--expose-gc', '--no-warnings', child, server.url, String(pickByRunLength(12, 60))],
      ])
      const { afterFew, afterMany, heldMs, causes } = printed.parse(JSON.parse(stdout))
      expect(causes).toEqual([cause])
      expect(afterFew).toBeLessThan(32)
      // Allow for garbage that is not collected yet; the server offered gigabytes.
      expect(afterMany).toBeLessThan(96)
      expect(heldMs).toBeLessThan(100)
    } finally {
      await server.stop()
    }
  },
)
