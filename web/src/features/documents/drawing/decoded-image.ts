import type { Size } from './geometry.ts'

/** The same picture at several resolutions: `scale` is its own pixels for one of the picture at 100 %. */
interface MipmapLevel {
  readonly bitmap: ImageBitmap
  readonly scale: number
}

/** What can be drawn: decoded once, in memory only, and gone with `close`. */
export interface DecodedImage extends Size {
  readonly levels: readonly MipmapLevel[]
  close(): void
}

/** A file whose pages are drawn one at a time; a picture has one. */
export interface DrawableFile {
  readonly pages: number
  /** The page's picture, from 1; whoever asks for it closes it. Throws `CannotDraw`. */
  page(number: number): Promise<DecodedImage>
  close(): void
}

/** Why something is not drawn, in words for the page. Nothing of the file is in them. */
export class DrawingError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'CannotDraw'
  }
}

/** Decoded, four bytes a pixel: what a browser can hold beside the rest. */
const maxDecodedPixels = 64_000_000
const unreadableMessage = 'This browser cannot read the picture: the file may be damaged.'

export type DrawableType = 'image/jpeg' | 'image/png' | 'application/pdf'

/** Reads a file for drawing; `type` is what its content is, not what a header says. Throws `CannotDraw`. */
export async function openDrawableFile(bytes: Blob, type: DrawableType): Promise<DrawableFile> {
  if (type === 'application/pdf') {
    const { openPdf } = await import('./pdf.ts')
    return openPdf(new Uint8Array(await bytes.arrayBuffer()))
  }
  // The type of our own list, so that nothing else is guessed from what is inside.
  const bitmap = await createImageBitmap(new Blob([bytes], { type })).catch(() => {
    throw new DrawingError(unreadableMessage)
  })
  if (bitmap.width * bitmap.height > maxDecodedPixels) {
    bitmap.close()
    throw new DrawingError('The picture has more pixels than can be drawn here.')
  }
  const picture = await createDecodedImage(bitmap, 1)
  return { pages: 1, page: () => Promise.resolve(picture), close: picture.close }
}

/** A bitmap with halves of itself, so that each frame draws about as many pixels as the screen has. */
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

/** The coarsest bitmap that has a pixel of its own for each one of the screen. */
export function selectMipmapLevel(picture: DecodedImage, pixels: number): ImageBitmap | undefined {
  return (picture.levels.findLast(({ scale }) => scale >= pixels) ?? picture.levels[0])?.bitmap
}
