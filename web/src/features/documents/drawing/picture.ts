import type { Size } from './geometry.ts'

/** The same picture at several resolutions: `scale` is its own pixels for one of the picture at 100 %. */
interface Level {
  readonly bitmap: ImageBitmap
  readonly scale: number
}

/** What can be drawn: decoded once, in memory only, and gone with `close`. */
export interface Picture extends Size {
  readonly levels: readonly Level[]
  close(): void
}

/** A file whose pages are drawn one at a time; a picture has one. */
export interface OpenFile {
  readonly pages: number
  /** The page's picture, from 1; whoever asks for it closes it. Throws `CannotDraw`. */
  page(number: number): Promise<Picture>
  close(): void
}

/** Why something is not drawn, in words for the page. Nothing of the file is in them. */
export class CannotDraw extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'CannotDraw'
  }
}

/** Decoded, four bytes a pixel: what a browser can hold beside the rest. */
const mostPixels = 64_000_000
const unreadable = 'This browser cannot read the picture: the file may be damaged.'

export type Drawable = 'image/jpeg' | 'image/png' | 'application/pdf'

/** Reads a file for drawing; `type` is what its content is, not what a header says. Throws `CannotDraw`. */
export async function openFile(bytes: Blob, type: Drawable): Promise<OpenFile> {
  if (type === 'application/pdf') {
    const { openPdf } = await import('./pdf.ts')
    return openPdf(new Uint8Array(await bytes.arrayBuffer()))
  }
  // The type of our own list, so that nothing else is guessed from what is inside.
  const bitmap = await createImageBitmap(new Blob([bytes], { type })).catch(() => {
    throw new CannotDraw(unreadable)
  })
  if (bitmap.width * bitmap.height > mostPixels) {
    bitmap.close()
    throw new CannotDraw('The picture has more pixels than can be drawn here.')
  }
  const picture = await pictureOf(bitmap, 1)
  return { pages: 1, page: () => Promise.resolve(picture), close: picture.close }
}

/** A bitmap with halves of itself, so that each frame draws about as many pixels as the screen has. */
export async function pictureOf(bitmap: ImageBitmap, scale: number): Promise<Picture> {
  const levels: Level[] = [{ bitmap, scale }]
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
export function levelFor(picture: Picture, pixels: number): ImageBitmap | undefined {
  return (picture.levels.findLast(({ scale }) => scale >= pixels) ?? picture.levels[0])?.bitmap
}
