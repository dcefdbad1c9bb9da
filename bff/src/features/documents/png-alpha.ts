import { constants, deflateSync, inflateSync } from 'node:zlib'
import { type PngHeader, samplesPerPixelByColourType } from './png.ts'

/** Limit (bytes) of pixels that are unpacked: a passport page has far less. */
const maxPixelBytes = 33_554_432

/** Predicts a byte from its neighbours by a PNG filter: left, above, above left (ISO 15948, 9.2). */
function predictByte(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

/** Image of one pass: its size, and where its pixels stand in the whole image. */
interface Pass {
  readonly width: number
  readonly height: number
  readonly x: number
  readonly y: number
  readonly stepX: number
  readonly stepY: number
}

/** Passes of an interlaced image (Adam7): first pixel and distance. */
const interlacing = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function listPasses({ width, height, interlaced }: PngHeader): Pass[] {
  if (!interlaced) return [{ width, height, x: 0, y: 0, stepX: 1, stepY: 1 }]
  return interlacing
    .map(([x, y, stepX, stepY]) => ({
      ...{ x, y, stepX, stepY },
      width: Math.ceil((width - x) / stepX),
      height: Math.ceil((height - y) / stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0)
}

const bitsOf = ({ colour, depth }: PngHeader) => (samplesPerPixelByColourType[colour] ?? 1) * depth
const strideOf = (width: number, bits: number) => Math.ceil((width * bits) / 8)

/** Reverses the filters of all rows of one pass, in place. */
function unfilter(rows: Buffer, stride: number, height: number, step: number): void {
  for (let y = 0; y < height; y += 1) {
    const begin = y * (stride + 1)
    const filter = rows[begin] ?? 0
    for (let x = 1; x <= stride; x += 1) {
      const at = begin + x
      const left = x > step ? (rows[at - step] ?? 0) : 0
      const above = y > 0 ? (rows[at - stride - 1] ?? 0) : 0
      const corner = x > step && y > 0 ? (rows[at - stride - 1 - step] ?? 0) : 0
      rows[at] = (rows[at] ?? 0) + predictByte(filter, left, above, corner)
    }
  }
}

/** Copies the pixels of one pass to their places, without the filter bytes. */
function placePass(rows: Buffer, pass: Pass, bits: number, to: Buffer, stride: number): void {
  const from = strideOf(pass.width, bits) + 1
  for (let row = 0; row < pass.height; row += 1) {
    const [begin, target] = [row * from + 1, (pass.y + row * pass.stepY) * stride]
    if (pass.stepX === 1) rows.copy(to, target, begin, begin + from - 1)
    else
      for (let column = 0; column < pass.width; column += 1) {
        const x = pass.x + column * pass.stepX
        if (bits >= 8) {
          const size = bits / 8
          rows.copy(to, target + x * size, begin + column * size, begin + (column + 1) * size)
        } else {
          const pixel = readBits(rows, begin, column, bits)
          const at = target + ((x * bits) >> 3)
          to[at] = (to[at] ?? 0) | (pixel << (8 - bits - ((x * bits) & 7)))
        }
      }
  }
}

const readBits = (row: Buffer, begin: number, nth: number, bits: number) =>
  ((row[begin + ((nth * bits) >> 3)] ?? 0) >> (8 - bits - ((nth * bits) & 7))) & (2 ** bits - 1)

/** Unpacks all rows without their filter bytes; null if the image is too large or no PNG data. */
function unpackRows(head: PngHeader, data: readonly Buffer[]): Buffer | null {
  const bits = bitsOf(head)
  const stride = strideOf(head.width, bits)
  const passes = listPasses(head)
  const size = passes.reduce((sum, { width, height }) => sum + (strideOf(width, bits) + 1) * height, 0)
  if (Math.max(size, stride * head.height) > maxPixelBytes) return null
  const packed = Buffer.alloc(size)
  try {
    // A picture that was cut off keeps blank rows at its end.
    inflateSync(Buffer.concat(data), {
      maxOutputLength: size,
      finishFlush: constants.Z_SYNC_FLUSH,
    }).copy(packed)
  } catch {
    return null
  }
  const rows = Buffer.alloc(stride * head.height)
  let at = 0
  for (const pass of passes) {
    const length = (strideOf(pass.width, bits) + 1) * pass.height
    const part = packed.subarray(at, at + length)
    unfilter(part, strideOf(pass.width, bits), pass.height, Math.max(1, bits >> 3))
    placePass(part, pass, bits, rows, stride)
    at += length
  }
  return rows
}

/** Returns true for an image that a PDF cannot embed unchanged: interlaced, or partly transparent. */
export function needsAlphaSplit({ colour, interlaced }: PngHeader, paletteAlpha: Buffer | null): boolean {
  return interlaced || colour === 4 || colour === 6 || paletteAlpha !== null
}

interface SplitImage {
  readonly colours: Buffer
  /** Null for an image without transparency. */
  readonly alpha: Buffer | null
  readonly alphaDepth: number
}

/**
 * Splits a PNG into colours and transparency, each compressed again, because PDF stores them separately.
 * `paletteAlpha` has the transparency of the first colours of a palette. Returns null for an image that is
 * too large or has no PNG data.
 */
export function splitPngAlpha(
  head: PngHeader,
  data: readonly Buffer[],
  paletteAlpha: Buffer | null,
): SplitImage | null {
  const { width, height, depth, colour } = head
  const rows = unpackRows(head, data)
  if (rows === null) return null
  const pixels = width * height
  if (paletteAlpha !== null) {
    const alpha = Buffer.alloc(pixels)
    const stride = strideOf(width, depth)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        alpha[y * width + x] = paletteAlpha[readBits(rows, y * stride, x, depth)] ?? 255
    return { colours: deflateSync(rows), alpha: deflateSync(alpha), alphaDepth: 8 }
  }
  if (colour !== 4 && colour !== 6) return { colours: deflateSync(rows), alpha: null, alphaDepth: 8 }
  const size = depth / 8
  const shown = (colour === 6 ? 3 : 1) * size
  const [colours, alpha] = [Buffer.alloc(pixels * shown), Buffer.alloc(pixels * size)]
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const at = pixel * (shown + size)
    rows.copy(colours, pixel * shown, at, at + shown)
    rows.copy(alpha, pixel * size, at + shown, at + shown + size)
  }
  return { colours: deflateSync(colours), alpha: deflateSync(alpha), alphaDepth: depth }
}
