import type { PDFDocumentProxy } from 'pdfjs-dist'
import { AnnotationMode, getDocument, PasswordException, PDFWorker, VerbosityLevel } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { DecodedImage, DrawableFile } from './decoded-image.ts'
import { createDecodedImage, DrawingError } from './decoded-image.ts'
import { BundledPdfAssets } from './pdf-assets.ts'

/** A canvas of more pixels is not made, whatever size a page says it has. */
const maxCanvasPixels = 16_000_000
/** Fine enough for small print; more would only be memory. */
const maxScale = 4
const pixelsPerPoint = 96 / 72
const timeoutMs = 30_000

const failureMessages = {
  damaged: 'This is not a PDF that can be drawn: the file may be damaged.',
  locked: 'The PDF is protected by a password, so it cannot be drawn here.',
  slow: 'Drawing the PDF took too long and was stopped.',
  size: 'The page has a size that cannot be drawn.',
  page: 'This page of the PDF cannot be drawn.',
} as const

interface TrustedScriptUrls {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { readonly createScriptURL: (address: string) => string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedScriptUrls
  }
}

/** The only script of this page that is named by a string: the reader of PDFs from our own build. */
const trustedScriptUrls = window.trustedTypes?.createPolicy('paydesk-pdf', {
  createScriptURL(address) {
    if (address !== workerAddress) throw new TypeError('not a script of this page')
    return address
  },
})

/**
 * Reads a PDF in a worker that reaches nothing, and draws its pages on canvases of our own: no scripts, no
 * forms that act, no links, no fonts given to the browser, no address followed. Throws `CannotDraw`.
 */
export async function openPdf(data: Uint8Array): Promise<DrawableFile> {
  const thread = new Worker(trustedScriptUrls?.createScriptURL(workerAddress) ?? workerAddress, {
    type: 'module',
  })
  const broken = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new DrawingError(failureMessages.damaged)))
  })
  // Nobody waits for it between two pages.
  broken.catch(() => {})
  const worker = PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS })
  const task = getDocument({
    data,
    worker,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: BundledPdfAssets,
    disableWorkerRendering: true,
    maxImageSize: 64_000_000,
  })
  const close = () => {
    void task.destroy().catch(() => {})
    worker.destroy()
    thread.terminate()
  }
  try {
    const file = await withTimeout(task.promise, broken, close)
    return {
      pages: file.numPages,
      page: (number) => withTimeout(drawPage(file, number), broken, close),
      close,
    }
  } catch (error) {
    close()
    if (error instanceof DrawingError) throw error
    throw new DrawingError(
      error instanceof PasswordException ? failureMessages.locked : failureMessages.damaged,
    )
  }
}

async function drawPage(file: PDFDocumentProxy, number: number): Promise<DecodedImage> {
  const page = await file.getPage(number)
  const paper = page.getViewport({ scale: pixelsPerPoint })
  const area = paper.width * paper.height
  const scale = Math.min(maxScale, Math.sqrt(maxCanvasPixels / area))
  const viewport = page.getViewport({ scale: pixelsPerPoint * scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  if (!(canvas.width >= 1 && canvas.height >= 1 && canvas.width * canvas.height <= maxCanvasPixels))
    throw new DrawingError(failureMessages.size)
  try {
    // What people filled in or stamped is drawn like the rest; nothing of it can be pressed.
    await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise
    return await createDecodedImage(await createImageBitmap(canvas), scale)
  } catch {
    throw new DrawingError(failureMessages.page)
  } finally {
    page.cleanup()
    canvas.width = 0
    canvas.height = 0
  }
}

/** What comes first: the work, the end of its worker, or of patience with it, which stops it. */
async function withTimeout<T>(work: Promise<T>, broken: Promise<never>, stop: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DrawingError(failureMessages.slow))
      stop()
    }, timeoutMs)
  })
  try {
    return await Promise.race([work, broken, late])
  } finally {
    clearTimeout(timer)
  }
}
