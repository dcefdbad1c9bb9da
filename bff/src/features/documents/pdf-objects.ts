import { constants, inflateSync } from 'node:zlib'
import {
  type ByteRange,
  isPdfSpace,
  PdfDict,
  PdfParseBudget,
  PdfRef,
  type PdfValue,
  PdfValueParser,
  pdfLimits,
} from './pdf-values.ts'

/** Contents of a PDF as any reader could find them. */
export interface PdfObjects {
  /** All values that an object number stands for: an update of a file leaves the earlier ones in it. */
  readonly objects: ReadonlyMap<number, readonly PdfValue[]>
  readonly dicts: readonly PdfDict[]
  /** Values of objects that have no number that could be read. */
  readonly loose: readonly PdfValue[]
  readonly trailers: readonly PdfDict[]
  /** Dictionaries of streams. */
  readonly streams: ReadonlySet<PdfDict>
  /** Ranges of strings and of stream data, where other formats may be quoted. */
  readonly quoted: readonly ByteRange[]
  /** True if some parts could not be inspected. */
  readonly incomplete: boolean
}

const [objKeyword, endKeyword, trailerKeyword] = ['obj', 'endstream', 'trailer'].map((word) =>
  Buffer.from(word),
) as [Buffer, Buffer, Buffer]

/** Number of the object whose keyword `obj` stands at `at`; null if that is no beginning of an object. */
function readObjectNumber(bytes: Buffer, at: number): number | null {
  const before = bytes[at - 1]
  if (before === undefined || !(isPdfSpace(before) || (before >= 0x30 && before <= 0x39))) return null
  const header = /(\d{1,10})[\s\0]+\d{1,5}[\s\0]*$/.exec(bytes.toString('latin1', Math.max(0, at - 40), at))
  return header === null ? -1 : Number(header[1])
}

interface StreamRange {
  readonly dict: PdfDict
  readonly from: number
  readonly to: number
}

/** Finds the data of a stream: by its length if `endstream` follows, else up to the next `endstream`. */
function findStreamData(parser: PdfValueParser, dict: PdfDict): StreamRange | null {
  const { bytes } = parser
  const from = parser.at + (bytes[parser.at] === 0x0d && bytes[parser.at + 1] === 0x0a ? 2 : 1)
  const [length, ...others] = dict.get('Length')
  const said = typeof length === 'number' && others.length === 0 ? from + length : -1
  if (said >= from && /^[\s\0]{0,4}endstream/.test(bytes.toString('latin1', said, said + 13)))
    return { dict, from, to: said }
  const to = bytes.indexOf(endKeyword, from)
  return to < 0 ? null : { dict, from, to }
}

/**
 * Collects what any reader could take for an object: at every `obj` of the file, in strings and data as well,
 * because tables of a file and readers that repair it may point anywhere. Never throws.
 */
export function collectPdfObjects(bytes: Buffer): PdfObjects {
  const budget = new PdfParseBudget(bytes.length)
  const objects = new Map<number, PdfValue[]>()
  const [dicts, loose, trailers]: [PdfDict[], PdfValue[], PdfDict[]] = [[], [], []]
  const [streams, ranges, quoted]: [Set<PdfDict>, StreamRange[], ByteRange[]] = [new Set(), [], []]
  let count = 0
  const keep = (number: number, value: PdfValue) => {
    const all = objects.get(number)
    if (number < 0) loose.push(value)
    else if (all === undefined) objects.set(number, [value])
    else all.push(value)
    count += 1
  }
  const resolve = (value: PdfValue) => resolvePdfValue(objects, value)
  for (let at = bytes.indexOf(objKeyword); at >= 0; at = bytes.indexOf(objKeyword, at + 3)) {
    const number = readObjectNumber(bytes, at)
    if (number === null) continue
    const parser = new PdfValueParser(bytes, at + 3, budget, dicts)
    const value = parser.next()
    for (const range of parser.strings) quoted.push(range)
    if (value !== undefined) keep(number, value)
    if (value instanceof PdfDict && parser.next() === undefined && parser.keyword === 'stream') {
      const range = budget.incomplete ? null : findStreamData(parser, value)
      streams.add(value)
      if (range === null) budget.incomplete = true
      else {
        ranges.push(range)
        quoted.push([range.from, range.to])
      }
    }
    if (budget.spent || count > pdfLimits.objects) {
      budget.incomplete = true
      break
    }
  }
  for (let at = bytes.indexOf(trailerKeyword); at >= 0; at = bytes.indexOf(trailerKeyword, at + 7)) {
    const value = new PdfValueParser(bytes, at + 7, budget, dicts).next()
    if (value instanceof PdfDict) trailers.push(value)
  }
  let room = pdfLimits.inflatedBytes
  for (const { dict, from, to } of ranges) {
    if (!isObjectStream(dict, resolve)) continue
    const packed = inflateObjects(dict, bytes.subarray(from, to), room, resolve)
    if (packed === null) budget.incomplete = true
    else {
      room -= packed.length
      collectPacked(packed, dict, budget, dicts, keep, resolve)
    }
  }
  const incomplete = budget.incomplete || budget.spent
  return { objects, dicts, loose, trailers, streams, quoted, incomplete }
}

/** Returns every value that a reference may stand for, and the value itself if it is none. */
export function resolvePdfValue(objects: PdfObjects['objects'], value: PdfValue, hops = 0): PdfValue[] {
  if (!(value instanceof PdfRef)) return [value]
  if (hops > 8) return []
  return (objects.get(value.number) ?? []).flatMap((one) => resolvePdfValue(objects, one, hops + 1))
}

type Resolve = (value: PdfValue) => PdfValue[]

/** Readers do not ask for the type: a stream with a count and a first offset may be named as one. */
const isObjectStream = (dict: PdfDict, resolve: Resolve) =>
  dict.get('Type').flatMap(resolve).includes('ObjStm') || (dict.has('N') && dict.has('First'))

/** Inflates an object stream (ISO 32000-2, 7.5.7); null if the stream cannot be inspected. */
function inflateObjects(dict: PdfDict, body: Buffer, room: number, resolve: Resolve): Buffer | null {
  const filters = dict.get('Filter').flatMap(resolve).flat().flatMap(resolve)
  const parameters = dict.get('DecodeParms').flatMap(resolve).flat().flatMap(resolve)
  const hasPredictor = parameters.some(
    (one) =>
      one instanceof PdfDict &&
      one
        .get('Predictor')
        .flatMap(resolve)
        .some((value) => value !== 1),
  )
  const isExternal = dict.has('F') || dict.has('FFilter') || dict.has('DP')
  if (hasPredictor || isExternal || room <= 0) return null
  const used = filters.filter((one) => one !== null)
  if (used.length === 0) return body.length <= room ? body : null
  if (used.length > 1 || (used[0] !== 'FlateDecode' && used[0] !== 'Fl')) return null
  try {
    // Take what there is, as readers do: the last bytes of the data may be missing.
    return inflateSync(body, { maxOutputLength: room, finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return null
  }
}

/** Limit of the numbers and offsets before the first object of an object stream. */
const maxHeaderBytes = 262_144

/** Parses the objects of an object stream: by the offsets of its header, or all of them if there is none. */
function collectPacked(
  packed: Buffer,
  dict: PdfDict,
  budget: PdfParseBudget,
  dicts: PdfDict[],
  keep: (number: number, value: PdfValue) => void,
  resolve: Resolve,
): void {
  const [first = 0] = dict
    .get('First')
    .flatMap(resolve)
    .filter((value) => typeof value === 'number')
  const count = Math.max(
    0,
    ...dict
      .get('N')
      .flatMap(resolve)
      .filter((value) => typeof value === 'number'),
  )
  const header = /^[\s\0\d]*/.exec(packed.toString('latin1', 0, maxHeaderBytes))?.[0].match(/\d+/g) ?? []
  for (let pair = 0; pair + 1 < header.length && !budget.spent; pair += 2) {
    const value = new PdfValueParser(packed, first + Number(header[pair + 1]), budget, dicts).next()
    if (value !== undefined) keep(Number(header[pair]), value)
  }
  if (header.length > 0) {
    budget.incomplete ||= header.length < count * 2
    return
  }
  const parser = new PdfValueParser(packed, 0, budget, dicts)
  while (!parser.ended) {
    const value = parser.next()
    if (value instanceof PdfDict) keep(-1, value)
  }
}
