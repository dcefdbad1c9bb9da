import type { PDFDocumentProxy } from 'pdfjs-dist'
import { AnnotationMode, getDocument, PasswordException, PDFWorker, VerbosityLevel } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { DecodedImage, DrawableFile } from './decoded-image.ts'
import { createDecodedImage, DrawingError } from './decoded-image.ts'
import { BundledPdfAssets } from './pdf-assets.ts'

/** Limit of a canvas in pixels, independent of the page size that a PDF states. */
const maxCanvasPixels = 16_000_000
/** Largest scale: sharp enough for small print; more would only cost memory. */
const maxScale = 4
const pixelsPerPoint = 96 / 72
const defaultTimeoutMs = 30_000

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

/** Trusted Types policy for the only script named by a string: the PDF worker of our own build. */
const trustedScriptUrls = window.trustedTypes?.createPolicy('paydesk-pdf', {
  createScriptURL(address) {
    if (address !== workerAddress) throw new TypeError('not a script of this page')
    return address
  },
})

/**
 * Reads a PDF in a worker without network access and draws its pages on our own canvases: no scripts, no
 * active forms, no links, no fonts given to the browser, no address followed. Throws `DrawingError`, also if
 * the file or one page takes longer than `timeoutMs`.
 */
export async function openPdf(data: Uint8Array, timeoutMs = defaultTimeoutMs): Promise<DrawableFile> {
  const thread = new Worker(trustedScriptUrls?.createScriptURL(workerAddress) ?? workerAddress, {
    type: 'module',
  })
  const broken = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new DrawingError('damaged')))
  })
  // Avoid an unhandled rejection: between two pages nothing awaits `broken`.
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
    const file = await withTimeout(task.promise, broken, timeoutMs, close)
    return {
      pages: file.numPages,
      page: (number) => withTimeout(drawPage(file, number), broken, timeoutMs, close),
      close,
    }
  } catch (error) {
    close()
    if (error instanceof DrawingError) throw error
    throw new DrawingError(error instanceof PasswordException ? 'locked' : 'damaged')
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
    throw new DrawingError('size')
  try {
    // Draw filled-in fields and stamps like the rest of the page, without making them interactive.
    await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise
    return await createDecodedImage(await createImageBitmap(canvas), scale)
  } catch {
    throw new DrawingError('page')
  } finally {
    page.cleanup()
    canvas.width = 0
    canvas.height = 0
  }
}

/** Races the work against failure of its worker and `timeoutMs`; a timeout also calls `stop`. */
async function withTimeout<T>(
  work: Promise<T>,
  broken: Promise<never>,
  timeoutMs: number,
  stop: () => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DrawingError('slow'))
      stop()
    }, timeoutMs)
  })
  try {
    return await Promise.race([work, broken, late])
  } finally {
    clearTimeout(timer)
  }
}
