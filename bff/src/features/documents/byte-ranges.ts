import type { DownloadOnlyReason } from '@paydesk/shared/compliance/documents'

/** A picture that could be walked from its first to its last byte, and what of it is shown. */
export interface StrippedImage {
  readonly width: number
  readonly height: number
  /** Samples of a pixel as they are stored: 1 grey, 3 or 4 colour. */
  readonly samples: number
  /** Degrees to the right by which it says that it has to be turned. */
  readonly turn: 0 | 90 | 180 | 270
  /** A picture of the same pixels without remarks: parts of the bytes, nothing is copied. */
  readonly pieces: readonly Uint8Array[]
}

export type ImageInspection =
  | { readonly ok: true; readonly picture: StrippedImage }
  | { readonly ok: false; readonly why: DownloadOnlyReason }

export const damagedImage: ImageInspection = { ok: false, why: 'damaged' }
export const oversizedImage: ImageInspection = { ok: false, why: 'too_many_pixels' }

const imageLimits = { side: 20_000, pixels: 50_000_000, pieces: 10_000 }

/** True for a size that a browser draws without harm. */
export function isDrawable(width: number, height: number): boolean {
  return width <= imageLimits.side && height <= imageLimits.side && width * height <= imageLimits.pixels
}

/** Gathers parts of a file; neighbours become one part. */
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

  /** A part of our own making. */
  add(part: Uint8Array): void {
    this.#close(this.#to)
    this.#kept.push(part)
  }

  #close(next: number): void {
    if (this.#to > this.#from) this.#kept.push(this.#bytes.subarray(this.#from, this.#to))
    this.#from = next
    this.#to = next
  }

  /** The parts; null where there are too many for a file that was made to be looked at. */
  all(): readonly Uint8Array[] | null {
    this.#close(this.#to)
    return this.#kept.length > imageLimits.pieces ? null : this.#kept
  }
}
