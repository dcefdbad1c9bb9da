import type { DocumentFileDefect, DownloadOnlyReason } from '@paydesk/shared/compliance/documents'

/** Image that could be parsed from its first to its last byte, with the parts that are shown. */
export interface StrippedImage {
  readonly width: number
  readonly height: number
  /** Samples per pixel as they are stored: 1 grey, 3 or 4 colour. */
  readonly samples: number
  /** Clockwise rotation in degrees that the file asks for. */
  readonly turn: 0 | 90 | 180 | 270
  /** True if left and right are exchanged before the rotation. */
  readonly mirrored: boolean
  /** Parts of the file that form the same image without metadata; their bytes are not copied. */
  readonly pieces: readonly Uint8Array[]
  readonly remarks: readonly DocumentFileDefect[]
}

export type ImageInspection =
  | { readonly ok: true; readonly picture: StrippedImage }
  | { readonly ok: false; readonly why: DownloadOnlyReason }

export const damagedImageResult: ImageInspection = { ok: false, why: 'damaged' }
export const rareCodingImageResult: ImageInspection = { ok: false, why: 'rare_coding' }
export const oversizedImageResult: ImageInspection = { ok: false, why: 'too_many_pixels' }

const imageLimits = { side: 20_000, pixels: 50_000_000, pieces: 10_000 }

/** Returns true for dimensions that a browser can draw safely. */
export function isDrawableImageSize(width: number, height: number): boolean {
  return width <= imageLimits.side && height <= imageLimits.side && width * height <= imageLimits.pixels
}

/** Returns true if anything but blanks and zeros is left from `at` on. */
export function hasContentAfter(bytes: Buffer, at: number): boolean {
  return bytes.subarray(at).some((byte) => byte !== 0 && byte !== 0x20 && byte !== 0x0a && byte !== 0x0d)
}

/** Collects byte ranges of a file; adjacent ranges become one. */
export class ByteRangeCollector {
  readonly #bytes: Buffer
  readonly #kept: Uint8Array[] = []
  #from = 0
  #to = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  keep(from: number, to: number): void {
    if (from !== this.#to) this.#close(from)
    this.#to = to
  }

  /** Adds bytes that Paydesk made itself. */
  add(part: Uint8Array): void {
    this.#close(this.#to)
    this.#kept.push(part)
  }

  #close(next: number): void {
    if (this.#to > this.#from) this.#kept.push(this.#bytes.subarray(this.#from, this.#to))
    this.#from = next
    this.#to = next
  }

  /** Returns the ranges; null if there are too many for an image that was made for viewing. */
  all(): readonly Uint8Array[] | null {
    this.#close(this.#to)
    return this.#kept.length > imageLimits.pieces ? null : this.#kept
  }
}
