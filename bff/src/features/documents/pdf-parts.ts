import { inflateSync } from 'node:zlib'

/** What stands outside of a PDF's streams, unpacked objects included, and what stands inside as it is. */
export interface PdfPart {
  readonly kind: 'objects' | 'data'
  readonly bytes: Buffer
}

/** A file made to be read has far less than this outside of pictures, fonts and page contents. */
const pdfLimits = { outside: 4_194_304, inflated: 4_194_304, streams: 20_000 }

const [endstreamKeyword, streamKeyword] = [Buffer.from('endstream'), Buffer.from('stream')]

/** Names with their `#xx` written out: `/J#61vaScript` is `/JavaScript`. */
export function decodePdfNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Objects of an object stream (ISO 32000-2, 7.5.7); null where it cannot be looked into. */
function inflateObjects(before: string, body: Buffer, room: number): Buffer | null {
  const filters = before.match(/\/Filter(?![A-Za-z0-9]).{0,40}/gs) ?? []
  if (/\/(?:DecodeParms|DP|Crypt|F)\b/.test(before) || filters.length > 1) return null
  const [filter] = filters
  if (filter === undefined) return body.length <= room ? body : null
  const isFlate = /^\/Filter\s*(?:\/FlateDecode(?![A-Za-z0-9])|\[\s*\/FlateDecode\s*\])/.test(filter)
  if (!isFlate || room <= 0) return null
  try {
    return inflateSync(body, { maxOutputLength: room })
  } catch {
    return null
  }
}

/** Where the next stream's keyword stands: it ends its line. -1 where none is. */
function findNextStream(bytes: Buffer, from: number): number {
  for (
    let at = bytes.indexOf(streamKeyword, from);
    at >= 0;
    at = bytes.indexOf(streamKeyword, at + streamKeyword.length)
  ) {
    const after = bytes[at + streamKeyword.length]
    if (after === 0x0a || after === 0x0d) return at
  }
  return -1
}

/**
 * Takes a PDF apart into what a reader takes for objects and what it takes for data. Ends with null where it
 * cannot be looked into: too much of it, packed in an unusual way, or without an end.
 */
export function* splitPdfParts(bytes: Buffer): Generator<PdfPart | null> {
  let [outside, inflated, streams, from] = [0, 0, 0, 0]
  for (;;) {
    const at = findNextStream(bytes, from)
    const text = bytes.subarray(from, at < 0 ? bytes.length : at)
    outside += text.length
    streams += 1
    if (outside > pdfLimits.outside || streams > pdfLimits.streams) return yield null
    yield { kind: 'objects', bytes: text }
    if (at < 0) return
    const end = bytes.indexOf(endstreamKeyword, at)
    if (end < 0) return yield null
    const isLong = bytes[at + 6] === 0x0d && bytes[at + 7] === 0x0a
    const body = bytes.subarray(Math.min(at + (isLong ? 8 : 7), end), end)
    yield { kind: 'data', bytes: body }
    const before = decodePdfNames(text.toString('latin1'))
    if (/\/ObjStm(?![A-Za-z0-9])/.test(before)) {
      const objects = inflateObjects(before, body, pdfLimits.inflated - inflated)
      if (objects === null) return yield null
      inflated += objects.length
      yield { kind: 'objects', bytes: objects }
    }
    from = end + endstreamKeyword.length
  }
}
