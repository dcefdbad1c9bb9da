import type { DocumentFileAccess } from '@paydesk/shared/compliance/documents'
import type { DecodedImage, DrawableFile, DrawingFailure } from '../drawing/decoded-image.ts'
import { createDecodedImage, DrawingError } from '../drawing/decoded-image.ts'
import type { createDocumentViewClient, DocumentAccessReason, DocumentFileRef } from '../queries.ts'

type DocumentViewClient = ReturnType<typeof createDocumentViewClient>

/** Content of an opened file: nothing to show, loading, an error, a message why not, or one of its pages. */
export type DocumentContentState =
  | { readonly kind: 'facts_only' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'missing'; readonly error: unknown }
  | { readonly kind: 'undrawable'; readonly reason: DrawingFailure }
  | {
      readonly kind: 'drawn'
      readonly file: DrawableFile
      readonly page: number
      readonly picture: DecodedImage
      /** Page being drawn, or the reason why drawing failed. The previous page stays on screen. */
      readonly next: { readonly page: number; readonly failure: DrawingFailure | null } | null
    }

export type DocumentViewState =
  | { readonly state: 'closed' }
  | { readonly state: 'opening' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'open'; readonly view: DocumentFileAccess; readonly content: DocumentContentState }

/** Limit of a decoded picture, at four bytes a pixel: leaves the browser memory for everything else. */
const maxDecodedPixels = 64_000_000

type DrawableType = 'image/jpeg' | 'image/png' | 'application/pdf'

/**
 * Opens a file for drawing. `type` is the type of its content, not of a header; `mirrored` exchanges left and
 * right of a picture. Throws `DrawingError`.
 */
async function openDrawableFile(bytes: Blob, type: DrawableType, mirrored = false): Promise<DrawableFile> {
  if (type === 'application/pdf') {
    const { openPdf } = await import('../drawing/pdf.ts')
    return openPdf(new Uint8Array(await bytes.arrayBuffer()))
  }
  // Pass a type from our own list, so that the browser does not guess one from the content.
  const bitmap = await createImageBitmap(new Blob([bytes], { type })).catch(() => {
    throw new DrawingError('picture')
  })
  if (bitmap.width * bitmap.height > maxDecodedPixels) {
    bitmap.close()
    throw new DrawingError('pixels')
  }
  const picture = await createDecodedImage(mirrored ? mirrorBitmap(bitmap) : bitmap, 1)
  return { pages: 1, page: () => Promise.resolve(picture), close: picture.close }
}

/** Exchanges left and right; closes the original. */
function mirrorBitmap(bitmap: ImageBitmap): ImageBitmap {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  context?.setTransform(-1, 0, 0, 1, bitmap.width, 0)
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.transferToImageBitmap()
}

const drawableTypes: Readonly<Partial<Record<DocumentFileAccess['facts']['type'], DrawableType>>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
}

/**
 * Opens one file, reads it, draws its pages, and reports each state to `tell`. `close` frees all memory,
 * tells the server that the view has ended, and reports `closed` as the last state.
 */
export function startDocumentView(
  calls: DocumentViewClient,
  ref: DocumentFileRef,
  opening: DocumentAccessReason,
  tell: (now: DocumentViewState) => void,
) {
  const control = new AbortController()
  const { signal } = control
  let view: DocumentFileAccess | undefined
  let file: DrawableFile | undefined
  let picture: DecodedImage | undefined
  let asked = 0
  const say = (content: DocumentContentState) => {
    if (view && !signal.aborted) tell({ state: 'open', view, content })
  }

  async function run(): Promise<void> {
    tell({ state: 'opening' })
    // Do not abort this call: a view that was opened but is no longer wanted has to be closed.
    view = await calls.open(ref, opening)
    const type = drawableTypes[view.facts.type]
    if (signal.aborted) return calls.close(view.view)
    if (view.facts.showable === 'download_only' || type === undefined) return say({ kind: 'facts_only' })
    say({ kind: 'reading' })
    const bytes = await calls.content(view.view, signal)
    const made = await openDrawableFile(bytes, type, view.facts.isMirrored)
    if (signal.aborted) return made.close()
    file = made
    await show(1)
  }

  async function show(page: number): Promise<void> {
    if (!file || signal.aborted) return
    asked = page
    if (picture) say({ kind: 'drawn', file, page: shown, picture, next: { page, failure: null } })
    const before = picture
    const drawn = await file.page(page)
    if (signal.aborted || asked !== page) {
      if (drawn !== before) drawn.close()
      return
    }
    picture = drawn
    shown = page
    say({ kind: 'drawn', file, page, picture, next: null })
    if (before !== drawn) before?.close()
  }
  let shown = 1

  function failed(error: unknown): void {
    if (signal.aborted) return
    if (!view) tell({ state: 'failed', error })
    else if (file && picture)
      say({
        kind: 'drawn',
        file,
        page: shown,
        picture,
        next: { page: asked, failure: error instanceof DrawingError ? error.reason : 'page' },
      })
    else if (error instanceof DrawingError) say({ kind: 'undrawable', reason: error.reason })
    else say({ kind: 'missing', error })
  }

  run().catch(failed)
  return {
    page: (number: number) => void show(number).catch(failed),
    close() {
      if (signal.aborted) return
      control.abort()
      picture?.close()
      file?.close()
      if (view) calls.close(view.view)
      picture = undefined
      file = undefined
      tell({ state: 'closed' })
    },
  }
}
