import type { DocumentFileDefect } from '@paydesk/shared/compliance/documents'
import {
  ByteRangeCollector,
  damagedImageResult,
  hasContentAfter,
  type ImageInspection,
  isDrawableImageSize,
  oversizedImageResult,
  rareCodingImageResult,
} from './byte-ranges.ts'
import { type ImageOrientation, readExifOrientation, uprightOrientation } from './exif.ts'

const [SOI, EOI, SOS, APP0, APP1, APP14, COM] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xee, 0xfe]
/** Markers of a JPEG file that set up the decoder: Huffman table, quantisation table, restart interval. */
const tableMarkers: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd])
/** Markers of the frames that browsers draw: baseline, extended, progressive. */
const frameMarkers: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])

/** Markers of lossless, hierarchical and arithmetic coding (and its table, DAC), and of JPEG-LS. */
const rareMarkers: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xf7,
])

/** Bits of a sample in pictures of medicine and science, which browsers cannot draw. */
const rarePrecision = 12

/** Limit of scans: a progressive image has about ten; hundreds are there to burn CPU time. */
const maxScans = 100

/** Rebuilds the JFIF segment without its thumbnail. */
function stripJfif(body: Buffer): Buffer | null {
  if (body.length < 14 || body.toString('latin1', 0, 5) !== 'JFIF\0') return null
  return Buffer.concat([Buffer.from([0xff, APP0, 0, 16]), body.subarray(0, 12), Buffer.alloc(2)])
}

/** Rebuilds the Adobe segment with the colour transform, without which some images turn green. */
function shortenAdobeSegment(body: Buffer): Buffer | null {
  if (body.length < 12 || body.toString('latin1', 0, 5) !== 'Adobe') return null
  return Buffer.concat([Buffer.from([0xff, APP14, 0, 14]), body.subarray(0, 12)])
}

/**
 * Finds the end of the scan that begins here: the next marker that is no restart marker; -1 if there is none.
 */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? -1
    if (next < 0) return -1
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return -1
}

/** End of scan data that nothing follows: a lone first byte of a marker at the end does not belong to it. */
const findLastDataByte = (bytes: Buffer, from: number) =>
  bytes.at(-1) === 0xff && bytes.length > from ? bytes.length - 1 : bytes.length

/** Finds the next marker behind bytes that belong to no part; the length of the file if there is none. */
function skipToMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if ((bytes[at + 1] ?? 0) !== 0) return at
  return bytes.length
}

interface Walk {
  readonly bytes: Buffer
  readonly pieces: ByteRangeCollector
  size: { width: number; height: number; samples: number } | null
  orientation: ImageOrientation | null
  readonly remarks: DocumentFileDefect[]
  scans: number
  hasJfif: boolean
  hasAdobe: boolean
}

function readFrame(walk: Walk, body: Buffer): boolean {
  if (walk.size !== null || body.length < 6) return false
  const [precision, height, width] = [body[0], body.readUInt16BE(1), body.readUInt16BE(3)]
  const components = body[5] ?? 0
  walk.size = { width, height, samples: components }
  const isColour = components === 1 || components === 3 || components === 4
  return precision === 8 && width > 0 && height > 0 && isColour && body.length === 6 + 3 * components
}

/** Reads the rotation and rebuilds JFIF and Adobe segments; drops all other metadata. */
function handleMetadata(walk: Walk, marker: number, body: Buffer): void {
  if (marker === APP1 && body.toString('latin1', 0, 6) === 'Exif\0\0')
    walk.orientation ??= readExifOrientation(body.subarray(6))
  const jfif = marker === APP0 && !walk.hasJfif ? stripJfif(body) : null
  const adobe = marker === APP14 && !walk.hasAdobe ? shortenAdobeSegment(body) : null
  walk.hasJfif ||= jfif !== null
  walk.hasAdobe ||= adobe !== null
  const own = jfif ?? adobe
  if (own !== null) walk.pieces.add(own)
}

/**
 * Reads one segment from its marker on. Returns the offset of the next
 * marker; -1 if the file is no valid JPEG.
 */
function readSegment(walk: Walk, at: number, marker: number): number {
  const { bytes, pieces } = walk
  if (at + 4 > bytes.length) return -1
  const end = at + 2 + bytes.readUInt16BE(at + 2)
  if (end < at + 4 || end > bytes.length) return -1
  const body = bytes.subarray(at + 4, end)
  if ((marker >= APP0 && marker <= 0xef) || marker === COM) {
    handleMetadata(walk, marker, body)
    return end
  }
  if (frameMarkers.has(marker) ? !readFrame(walk, body) : !tableMarkers.has(marker) && marker !== SOS)
    return -1
  if (marker !== SOS) {
    pieces.keep(at, end)
    return end
  }
  walk.scans += 1
  if (walk.size === null || walk.scans > maxScans) return -1
  const next = findScanEnd(bytes, end)
  // A picture that was cut off is shown as far as it goes.
  pieces.keep(at, next < 0 ? findLastDataByte(bytes, end) : next)
  return next < 0 ? bytes.length : next
}

/**
 * Parses a JPEG from its first marker to its last (ITU T.81, annex B). Drops metadata, colour profiles,
 * thumbnails and the bytes after the end. Never throws.
 */
export function inspectJpeg(bytes: Buffer): ImageInspection {
  const pieces = new ByteRangeCollector(bytes)
  const walk: Walk = {
    bytes,
    pieces,
    size: null,
    orientation: null,
    remarks: [],
    scans: 0,
    hasJfif: false,
    hasAdobe: false,
  }
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return damagedImageResult
  pieces.keep(0, 2)
  let at = 2
  while (at >= 0 && at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      if (!walk.remarks.includes('parts_repaired')) walk.remarks.push('parts_repaired')
      at = skipToMarker(bytes, at)
      continue
    }
    const marker = bytes[at + 1] ?? 0
    if (marker === EOI) return finishJpeg(walk, at)
    const isRare = rareMarkers.has(marker) || (frameMarkers.has(marker) && bytes[at + 4] === rarePrecision)
    if (walk.size === null && isRare) return rareCodingImageResult
    if (walk.size !== null && !isDrawableImageSize(walk.size.width, walk.size.height))
      return oversizedImageResult
    // Skip fill bytes: any number of them may precede a marker.
    at = marker === 0xff ? at + 1 : readSegment(walk, at, marker)
  }
  return at < 0 ? damagedImageResult : finishJpeg(walk, null)
}

/** Ends the picture at its end mark, or with an end mark of our own if `at` is null. */
function finishJpeg(walk: Walk, at: number | null): ImageInspection {
  const { bytes, pieces, size, scans, orientation, remarks } = walk
  if (size === null || scans === 0) return damagedImageResult
  if (!isDrawableImageSize(size.width, size.height)) return oversizedImageResult
  if (at === null) {
    remarks.push('no_end')
    pieces.add(Buffer.from([0xff, EOI]))
  } else {
    pieces.keep(at, at + 2)
    if (hasContentAfter(bytes, at + 2)) remarks.push('bytes_after')
  }
  const all = pieces.all()
  return all === null
    ? damagedImageResult
    : { ok: true, picture: { ...size, ...(orientation ?? uprightOrientation), pieces: all, remarks } }
}
