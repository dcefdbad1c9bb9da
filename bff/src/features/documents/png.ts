import { crc32 } from 'node:zlib'
import type { DocumentFileDefect } from '@paydesk/shared/compliance/documents'
import {
  ByteRangeCollector,
  damagedImageResult,
  hasContentAfter,
  type ImageInspection,
  isDrawableImageSize,
  oversizedImageResult,
} from './byte-ranges.ts'
import { type ImageOrientation, readExifOrientation, uprightOrientation } from './exif.ts'

/** Bit depths that each colour type allows (PNG, 11.2.2). */
const depthsByColour: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Samples per pixel by colour type: a palette index is one sample, and alpha counts as one. */
export const samplesPerPixelByColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly interlaced: boolean
}

/** Parses the header from its chunk; null if the header breaks a rule. */
function readHeader(body: Buffer): PngHeader | null {
  if (body.length !== 13) return null
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
  const [depth = 0, colour = -1, compression, filter, interlace = 2] = body.subarray(8)
  const isValid =
    depthsByColour[colour]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1
  if (!isValid || width === 0 || height === 0) return null
  return { width, height, depth, colour, interlaced: interlace === 1 }
}

interface Chunk {
  readonly name: string
  readonly at: number
  readonly body: Buffer
  /** Offset of the next chunk. */
  readonly end: number
}

function chunkAt(bytes: Buffer, at: number): Chunk | null {
  if (at + 12 > bytes.length) return null
  const end = at + 12 + bytes.readUInt32BE(at)
  if (end > bytes.length) return null
  return { name: bytes.toString('latin1', at + 4, at + 8), at, body: bytes.subarray(at + 8, end - 4), end }
}

const hasValidCrc = (bytes: Buffer, { at, end }: Chunk) =>
  crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4)

/** Limit of chunks: encoders write chunks of some kilobytes, so more chunks are there to fill the memory. */
const maxChunks = 20_000

/** Chunks that are kept; any other critical chunk makes the file damaged. */
const keptChunkNames: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

export interface PngInspection {
  readonly image: ImageInspection
  readonly head: PngHeader | null
  /** Bodies of the kept chunks. */
  readonly palette: Buffer | null
  readonly transparency: Buffer | null
  readonly data: readonly Buffer[]
}

interface Walk {
  head: PngHeader | null
  palette: Buffer | null
  transparency: Buffer | null
  readonly data: Buffer[]
  /** Index in `keptChunkNames` of the last kept chunk. */
  reached: number
  isBetween: boolean
  orientation: ImageOrientation | null
}

/** Returns true if a kept chunk may stand at this place, and records the chunk. */
function acceptChunk(walk: Walk, { name, body }: Chunk): boolean {
  const place = keptChunkNames.indexOf(name)
  const isMore = name === 'IDAT' && walk.reached === place && !walk.isBetween
  if (place < 0 || (place <= walk.reached && !isMore) || (place > 0 && walk.head === null)) return false
  walk.reached = place
  walk.isBetween = false
  if (name === 'IHDR') walk.head = readHeader(body)
  if (name === 'PLTE') walk.palette = body
  if (name === 'tRNS') walk.transparency = body
  if (name === 'IDAT') walk.data.push(body)
  const colour = walk.head?.colour
  if (name === 'IHDR') return walk.head !== null
  if (name === 'PLTE') return body.length % 3 === 0 && body.length > 0 && body.length <= 768
  if (name === 'tRNS') return body.length <= 256 && (colour !== 3 || walk.palette !== null)
  if (name === 'IDAT') return colour !== 3 || walk.palette !== null
  return body.length === 0 && walk.data.length > 0
}

/**
 * Parses a PNG from its signature to its end (ISO 15948). Drops texts, times, profiles, animations and the
 * bytes after the end. Never throws.
 */
export function inspectPng(bytes: Buffer): PngInspection {
  const pieces = new ByteRangeCollector(bytes)
  const walk: Walk = {
    head: null,
    palette: null,
    transparency: null,
    data: [],
    reached: -1,
    isBetween: false,
    orientation: null,
  }
  const ended = (walked: ImageInspection): PngInspection => ({ image: walked, ...walk })
  let [chunks, last] = [0, 8]
  pieces.keep(0, 8)
  for (let chunk = chunkAt(bytes, 8); chunk !== null; chunk = chunkAt(bytes, chunk.end)) {
    chunks += 1
    if (!/^[A-Za-z]{4}$/.test(chunk.name) || chunks > maxChunks) return ended(damagedImageResult)
    // Skip ancillary chunks (first letter in lower case): readers may ignore them.
    if (/^[a-z]/.test(chunk.name) && chunk.name !== 'tRNS') {
      if (walk.head === null) return ended(damagedImageResult)
      walk.isBetween = true
      if (chunk.name === 'eXIf') walk.orientation ??= readExifOrientation(chunk.body)
      last = chunk.end
      continue
    }
    if (!hasValidCrc(bytes, chunk) || !acceptChunk(walk, chunk)) return ended(damagedImageResult)
    if (walk.head !== null && !isDrawableImageSize(walk.head.width, walk.head.height))
      return ended(oversizedImageResult)
    pieces.keep(chunk.at, chunk.end)
    if (chunk.name === 'IEND')
      return ended(finishPng(walk, pieces, hasContentAfter(bytes, chunk.end) ? ['bytes_after'] : []))
    last = chunk.end
  }
  return ended(finishCutPng(walk, pieces, bytes.subarray(last)))
}

/** Ends a picture that was cut off: with what there is of its last data, and an end of our own. */
function finishCutPng(walk: Walk, pieces: ByteRangeCollector, rest: Buffer): ImageInspection {
  const isData = rest.length > 8 && rest.toString('latin1', 4, 8) === 'IDAT' && walk.head !== null
  if (isData && (walk.head?.colour !== 3 || walk.palette !== null)) {
    const body = rest.subarray(8)
    walk.data.push(body)
    pieces.add(buildChunk('IDAT', body))
  }
  if (walk.data.length === 0) return damagedImageResult
  pieces.add(buildChunk('IEND', Buffer.alloc(0)))
  return finishPng(walk, pieces, ['no_end'])
}

function buildChunk(name: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(body.length + 12)
  chunk.writeUInt32BE(body.length, 0)
  chunk.write(name, 4, 'latin1')
  body.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), body.length + 8)
  return chunk
}

function finishPng(
  { head, orientation }: Walk,
  pieces: ByteRangeCollector,
  remarks: readonly DocumentFileDefect[],
): ImageInspection {
  const all = pieces.all()
  if (head === null || all === null) return damagedImageResult
  const { width, height, colour } = head
  const samples = samplesPerPixelByColourType[colour] ?? 1
  return {
    ok: true,
    picture: { width, height, samples, ...(orientation ?? uprightOrientation), pieces: all, remarks },
  }
}
