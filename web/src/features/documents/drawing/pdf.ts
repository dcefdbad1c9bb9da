import type { PDFDocumentProxy } from 'pdfjs-dist'
import { AnnotationMode, getDocument, PasswordException, PDFWorker, VerbosityLevel } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { OwnFiles } from './pdf-files.ts'
import type { OpenFile, Picture } from './picture.ts'
import { CannotDraw, pictureOf } from './picture.ts'

/** A canvas of more pixels is not made, whatever size a page says it has. */
const mostPixels = 16_000_000
/** Fine enough for small print; more would only be memory. */
const finest = 4
const pixelsPerPoint = 96 / 72
const patience = 30_000

const words = {
  damaged: 'This is not a PDF that can be drawn: the file may be damaged.',
  locked: 'The PDF is protected by a password, so it cannot be drawn here.',
  slow: 'Drawing the PDF took too long and was stopped.',
  size: 'The page has a size that cannot be drawn.',
  page: 'This page of the PDF cannot be drawn.',
} as const

interface ScriptAddresses {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { readonly createScriptURL: (address: string) => string }
}

declare global {
  interface Window {
    readonly trustedTypes?: ScriptAddresses
  }
}

/** The only script of this page that is named by a string: the reader of PDFs from our own build. */
const scripts = window.trustedTypes?.createPolicy('paydesk-pdf', {
  createScriptURL(address) {
    if (address !== workerAddress) throw new TypeError('not a script of this page')
    return address
  },
})

/**
 * Reads a PDF in a worker that reaches nothing, and draws its pages on canvases of our own: no scripts, no
 * forms that act, no links, no fonts given to the browser, no address followed. Throws `CannotDraw`.
 */
export async function openPdf(data: Uint8Array): Promise<OpenFile> {
  const thread = new Worker(scripts?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' })
  const broken = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new CannotDraw(words.damaged)))
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
    BinaryDataFactory: OwnFiles,
    disableWorkerRendering: true,
    maxImageSize: 64_000_000,
  })
  const close = () => {
    void task.destroy().catch(() => {})
    worker.destroy()
    thread.terminate()
  }
  try {
    const file = await within(task.promise, broken, close)
    return {
      pages: file.numPages,
      page: (number) => within(drawPage(file, number), broken, close),
      close,
    }
  } catch (error) {
    close()
    if (error instanceof CannotDraw) throw error
    throw new CannotDraw(error instanceof PasswordException ? words.locked : words.damaged)
  }
}

async function drawPage(file: PDFDocumentProxy, number: number): Promise<Picture> {
  const page = await file.getPage(number)
  const paper = page.getViewport({ scale: pixelsPerPoint })
  const area = paper.width * paper.height
  const scale = Math.min(finest, Math.sqrt(mostPixels / area))
  const viewport = page.getViewport({ scale: pixelsPerPoint * scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  if (!(canvas.width >= 1 && canvas.height >= 1 && canvas.width * canvas.height <= mostPixels))
    throw new CannotDraw(words.size)
  try {
    // What people filled in or stamped is drawn like the rest; nothing of it can be pressed.
    await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise
    return await pictureOf(await createImageBitmap(canvas), scale)
  } catch {
    throw new CannotDraw(words.page)
  } finally {
    page.cleanup()
    canvas.width = 0
    canvas.height = 0
  }
}

/** What comes first: the work, the end of its worker, or of patience with it, which stops it. */
async function within<T>(work: Promise<T>, broken: Promise<never>, stop: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new CannotDraw(words.slow))
      stop()
    }, patience)
  })
  try {
    return await Promise.race([work, broken, late])
  } finally {
    clearTimeout(timer)
  }
}
