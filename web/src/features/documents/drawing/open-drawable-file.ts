import { createDecodedImage, type DrawableFile, DrawingError } from './decoded-image.ts'

/** Limit of a decoded picture, at four bytes a pixel: leaves the browser memory for everything else. */
const maxDecodedPixels = 64_000_000
const unreadableMessage = 'This browser cannot read the picture: the file may be damaged.'

export type DrawableType = 'image/jpeg' | 'image/png' | 'application/pdf'

/** Opens a file for drawing. `type` is the type of its content, not of a header. Throws `DrawingError`. */
export async function openDrawableFile(bytes: Blob, type: DrawableType): Promise<DrawableFile> {
  if (type === 'application/pdf') {
    const { openPdf } = await import('./pdf.ts')
    return openPdf(new Uint8Array(await bytes.arrayBuffer()))
  }
  // Pass a type from our own list, so that the browser does not guess one from the content.
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
