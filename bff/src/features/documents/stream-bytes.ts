import type { Deed } from '../../platform/audit/entry.ts'
import type { Hearer, Pouring } from '../../platform/http/route.ts'

/** Bytes at a time, and the time (ms) in which all of them have to be taken: until then they fill the memory. */
const part = 65_536
const takenMs = 30_000

export interface ToPour {
  readonly pieces: readonly Uint8Array[]
  readonly type: 'image/jpeg' | 'image/png' | 'application/pdf' | 'application/octet-stream'
  readonly name: string
  readonly isDownload: boolean
  readonly deed: Deed
}

async function* partsOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += part) yield piece.subarray(at, at + part)
}

/**
 * Hands out bytes of others: under a type and a name of ours, to this page only, where nothing in them can run
 * or load. `leave` is called once nobody needs them any more.
 */
export function pourBytes({ pieces, type, name, isDownload, deed }: ToPour, hearer: Hearer): Pouring {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const timer = setTimeout(hearer.cut, takenMs).unref()
  hearer.gone.addEventListener('abort', () => clearTimeout(timer))
  return {
    deed,
    headers: {
      'content-type': type,
      'content-length': String(length),
      'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename="${name}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    [Symbol.asyncIterator]: () => partsOf(pieces),
  }
}

/** Calls `leave` as soon as nobody hears any more, at once where that is so already. */
export function untilGone({ gone }: Hearer, leave: () => void): void {
  if (gone.aborted) leave()
  else gone.addEventListener('abort', leave, { once: true })
}
