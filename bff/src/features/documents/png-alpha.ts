import { deflateSync, inflateSync } from 'node:zlib'
import type { PngHeader } from './png.ts'

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

/** Reverses the filters of all rows, in place. */
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

/**
 * Splits a PNG with eight bits per sample into colours and transparency, each compressed again,
 * because PDF stores them separately. Returns null for another kind of PNG, for one that is too
 * large, or if the data contradicts the header.
 */
export function splitAlpha(
  { width, height, depth, colour, interlaced }: PngHeader,
  data: readonly Buffer[],
): { readonly colours: Buffer; readonly alpha: Buffer } | null {
  const samples = colour === 6 ? 4 : 2
  const stride = width * samples
  const size = (stride + 1) * height
  if ((colour !== 4 && colour !== 6) || depth !== 8 || interlaced || size > maxPixelBytes) return null
  let rows: Buffer
  try {
    rows = inflateSync(Buffer.concat(data), { maxOutputLength: size })
  } catch {
    return null
  }
  if (rows.length !== size) return null
  unfilter(rows, stride, height, samples)
  const colours = Buffer.alloc(width * height * (samples - 1))
  const alpha = Buffer.alloc(width * height)
  let [to, pixel] = [0, 0]
  for (let y = 0; y < height; y += 1) {
    const begin = y * (stride + 1) + 1
    for (let at = begin; at < begin + stride; at += samples) {
      for (let sample = 0; sample < samples - 1; sample += 1) colours[to++] = rows[at + sample] ?? 0
      alpha[pixel++] = rows[at + samples - 1] ?? 0
    }
  }
  return { colours: deflateSync(colours), alpha: deflateSync(alpha) }
}
