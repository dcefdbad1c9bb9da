import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FaultServer, type ReceivedRequest } from '../../payment-service/fault-server.test-kit.ts'
import {
  buildJpeg,
  buildJpegSegment,
  buildObjectStream,
  buildOnePagePdf,
  buildPdfStream,
} from './files.test-kit.ts'

const run = promisify(execFile)
const child = fileURLToPath(new URL('memory-use.test-kit.ts', import.meta.url))
const printed = z.object({
  judged: z.record(z.string(), z.string()),
  grown: z.record(z.string(), z.number()),
  left: z.number(),
})

const mebibyte = 1_048_576
/** Metadata segments of a JPEG, up to this size (bytes) together. */
const remarks = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / 60_004) }, () => buildJpegSegment(0xe1, Buffer.alloc(60_000, 0x41)))

const files: Readonly<Record<string, { readonly body: Buffer; readonly says: boolean }>> = {
  small: { body: buildJpeg(), says: true },
  'picture-of-20': { body: buildJpeg({ before: remarks(19.9 * mebibyte) }), says: true },
  'picture-of-20-unsaid': { body: buildJpeg({ before: remarks(19.9 * mebibyte) }), says: false },
  'pdf-of-19': {
    body: buildOnePagePdf('', [buildPdfStream('', Buffer.alloc(19 * mebibyte, 0x20))]),
    says: true,
  },
  'pdf-endless': {
    body: buildOnePagePdf('', [buildObjectStream(Buffer.alloc(256 * mebibyte, 0x20))]),
    says: true,
  },
  'of-21': { body: Buffer.concat([buildJpeg(), Buffer.alloc(21 * mebibyte)]), says: true },
  'of-21-unsaid': { body: Buffer.concat([buildJpeg(), Buffer.alloc(21 * mebibyte)]), says: false },
}

function serve({ socket, path }: ReceivedRequest): void {
  const file = files[path.slice(1)] ?? { body: Buffer.alloc(0), says: true }
  const length = file.says ? `Content-Length: ${file.body.length}\r\n` : 'Connection: close\r\n'
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n${length}\r\n`)
  socket.write(file.body, () => {
    if (!file.says) socket.end()
  })
}

test('memory grows by at most 32 MiB for a document of any size', async () => {
  const server = await new FaultServer(serve).start()
  const names = Object.keys(files).filter((name) => name !== 'small')
  try {
    const { stdout } = await run(process.execPath, [
      ...['--expose-gc', '--no-warnings', '--max-semi-space-size=16', child, server.url, names.join(',')],
    ])
    const { judged, grown, left } = printed.parse(JSON.parse(stdout))
    expect(judged).toEqual({
      'picture-of-20': 'jpeg picture',
      'picture-of-20-unsaid': 'jpeg picture',
      'pdf-of-19': 'pdf pdf',
      'pdf-endless': 'pdf download_only',
      'of-21': 'too_large',
      'of-21-unsaid': 'too_large',
    })
    expect(Math.max(...Object.values(grown)), JSON.stringify(grown)).toBeLessThanOrEqual(32)
    // Bound the memory that the allocator keeps of all six files for
    // the next one: no more than for two files.
    expect(left, JSON.stringify(grown)).toBeLessThanOrEqual(64)
  } finally {
    await server.stop()
  }
}, 240_000)
