import type { StrippedImage } from './byte-ranges.ts'

export type ImageOrientation = Pick<StrippedImage, 'turn' | 'mirrored'>

export const uprightOrientation: ImageOrientation = { turn: 0, mirrored: false }

/** Orientations of Exif 1 to 8: clockwise rotation, after an exchange of left and right where mirrored. */
const orientations: readonly ImageOrientation[] = [
  uprightOrientation,
  { turn: 0, mirrored: true },
  { turn: 180, mirrored: false },
  { turn: 180, mirrored: true },
  { turn: 270, mirrored: true },
  { turn: 90, mirrored: false },
  { turn: 90, mirrored: true },
  { turn: 270, mirrored: false },
]

/** Reads the orientation from an Exif block (TIFF 6, tag 274); null if the block does not tell. */
export function readExifOrientation(exif: Buffer): ImageOrientation | null {
  const order = exif.toString('latin1', 0, 2)
  if ((order !== 'II' && order !== 'MM') || exif.length < 10) return null
  const little = order === 'II'
  const short = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const long = (at: number) => (little ? exif.readUInt32LE(at) : exif.readUInt32BE(at))
  const at = long(4)
  if (at + 2 > exif.length) return null
  const count = Math.min(short(at), 200)
  for (let entry = at + 2; entry < at + 2 + count * 12 && entry + 12 <= exif.length; entry += 12)
    // Some programs write the tag as a long number.
    if (short(entry) === 0x0112)
      return orientations[(short(entry + 2) === 4 ? long(entry + 8) : short(entry + 8)) - 1] ?? null
  return null
}
