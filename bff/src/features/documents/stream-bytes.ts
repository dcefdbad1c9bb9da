import type { AuditEvent } from '../../platform/audit/entry.ts'
import type { StreamBody, StreamClient } from '../../platform/http/route.ts'

/** Chunk size (bytes), and time limit (ms) for sending all chunks: until then the file fills the memory. */
const chunkBytes = 65_536
const sendTimeoutMs = 30_000

export interface FileStreamOptions {
  readonly pieces: readonly Uint8Array[]
  readonly type: 'image/jpeg' | 'image/png' | 'application/pdf' | 'application/octet-stream'
  readonly name: string
  readonly isDownload: boolean
  readonly auditEvent: AuditEvent
}

async function* splitChunks(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += chunkBytes) yield piece.subarray(at, at + chunkBytes)
}

/**
 * Streams foreign bytes under a type and a name that Paydesk sets, to the same origin only, and with a policy
 * under which nothing in them can run or load.
 */
export function streamFile(
  { pieces, type, name, isDownload, auditEvent }: FileStreamOptions,
  streamClient: StreamClient,
): StreamBody {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const timer = setTimeout(streamClient.disconnect, sendTimeoutMs).unref()
  streamClient.signal.addEventListener('abort', () => clearTimeout(timer))
  return {
    auditEvent,
    headers: {
      'content-type': type,
      'content-length': String(length),
      'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename="${name}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    [Symbol.asyncIterator]: () => splitChunks(pieces),
  }
}

/** Calls `leave` once the client has disconnected, at once if that has happened already. */
export function releaseOnDisconnect({ signal }: StreamClient, leave: () => void): void {
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
}
