import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { Size } from './geometry.ts'

/** Mipmap level of a picture. `scale`: bitmap pixels per picture pixel at 100 %. */
interface MipmapLevel {
  readonly bitmap: ImageBitmap
  readonly scale: number
}

/** Picture that is decoded once and held only in memory, until `close`. */
export interface DecodedImage extends Size {
  readonly levels: readonly MipmapLevel[]
  close(): void
}

/** File drawn page by page. An image file has one page. */
export interface DrawableFile {
  readonly pages: number
  /** Draws a page, counted from 1; the caller closes the picture. Throws `DrawingError`. */
  page(number: number): Promise<DecodedImage>
  close(): void
}

export type DrawingFailure = keyof Messages['documents']['drawing']

/** Tells why a file is not drawn. Contains nothing of the file. */
export class DrawingError extends Error {
  readonly reason: DrawingFailure
  constructor(reason: DrawingFailure) {
    super(reason)
    this.reason = reason
  }
}

/** Builds mipmaps by halving, so that each frame draws about as many pixels as the screen has. */
export async function createDecodedImage(bitmap: ImageBitmap, scale: number): Promise<DecodedImage> {
  const levels: MipmapLevel[] = [{ bitmap, scale }]
  let { width, height } = bitmap
  while (Math.max(width, height) > 1_024) {
    width = Math.max(1, Math.round(width / 2))
    height = Math.max(1, Math.round(height / 2))
    const from = levels.at(-1)?.bitmap ?? bitmap
    const half = await createImageBitmap(from, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    })
    levels.push({ bitmap: half, scale: (scale * width) / bitmap.width })
  }
  return {
    width: bitmap.width / scale,
    height: bitmap.height / scale,
    levels,
    close() {
      for (const level of levels) level.bitmap.close()
    },
  }
}

/** Returns the coarsest bitmap that still has one pixel of its own for each pixel of the screen. */
export function selectMipmapLevel(picture: DecodedImage, pixels: number): ImageBitmap | undefined {
  return (picture.levels.findLast(({ scale }) => scale >= pixels) ?? picture.levels[0])?.bitmap
}
