import { inflateSync } from 'node:zlib'

/**
 * Part of a PDF: `objects` is the text outside of streams and inflated object
 * streams, `data` the raw content of a stream.
 */
export interface PdfPart {
  readonly kind: 'objects' | 'data'
  readonly bytes: Buffer
}

/**
 * Limits (bytes; `streams`: a count). A file made for reading has far less
 * outside of images, fonts and page contents.
 */
const pdfLimits = { outside: 4_194_304, inflated: 4_194_304, streams: 20_000 }

const [endstreamKeyword, streamKeyword] = [Buffer.from('endstream'), Buffer.from('stream')]

/** Decodes `#xx` in names: `/J#61vaScript` is `/JavaScript`. */
export function decodePdfNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Inflates an object stream (ISO 32000-2, 7.5.7); null if the stream cannot be inspected. */
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

/** Finds the next `stream` keyword, which ends its line; -1 if there is none. */
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
 * Splits a PDF into the parts that a reader takes for objects and for data. Ends with null if the file cannot
 * be inspected: too large, compressed in an unusual way, or without an end.
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
