import { createHash } from 'node:crypto'
import {
  type DeclaredContentType,
  type DetectedContentType,
  type DocumentFileDefect,
  type DownloadOnlyReason,
  declaredContentTypeSchema,
  type FileInspection,
} from '@paydesk/shared/compliance/documents'
import type { ReceivedDocumentFile } from '../../payment-service/transport/http-read-client.ts'
import type { ImageInspection, StrippedImage } from './byte-ranges.ts'
import { inspectJpeg } from './jpeg.ts'
import { findPdfHeader, inspectPdf } from './pdf.ts'
import { inspectPng, type PngHeader } from './png.ts'

/** Magic bytes of each type, at offset `at`. */
const signatures: readonly {
  readonly type: DetectedContentType
  readonly begins: Buffer
  readonly at?: number
}[] = [
  { type: 'jpeg', begins: Buffer.from('ffd8ff', 'hex') },
  { type: 'png', begins: Buffer.from('89504e470d0a1a0a', 'hex') },
  { type: 'pdf', begins: Buffer.from('%PDF-') },
  { type: 'gif', begins: Buffer.from('GIF8') },
  { type: 'tiff', begins: Buffer.from('49492a00', 'hex') },
  { type: 'tiff', begins: Buffer.from('4d4d002a', 'hex') },
  { type: 'webp', begins: Buffer.from('WEBP'), at: 8 },
  ...['heic', 'heix', 'hevc', 'mif1'].map((brand) => ({
    type: 'heic' as const,
    begins: Buffer.from(`ftyp${brand}`),
    at: 4,
  })),
  { type: 'zip', begins: Buffer.from('PK\u0003\u0004') },
  { type: 'zip', begins: Buffer.from('PK\u0005\u0006') },
  { type: 'shortcut', begins: Buffer.from('4c0000000114020000000000c000000000000046', 'hex') },
]

/** Limit of bytes that are read as text if no signature matches. */
const maxTextProbeBytes = 1_024

/** Matches what may precede the first element: byte order mark, XML declaration, comments. */
const preamble = String.raw`^\s*(?:\u00ef\u00bb\u00bf)?(?:<\?xml[^>]*>|<!--[^]*?-->|\s)*`
const svg = new RegExp(`${preamble}<svg[\\s>]`)
const html = /<!doctype html|<(?:html|head|body|iframe|script)[\s>]/

function detectTextType(bytes: Buffer): DetectedContentType {
  const text = bytes.subarray(0, maxTextProbeBytes).toString('latin1').toLowerCase()
  if (/^(?:mime-version|from|content-type):/.test(text) && text.includes('multipart/')) return 'mhtml'
  if (svg.test(text)) return 'svg'
  if (html.test(text)) return 'html'
  if (/^\s*(?:\u00ef\u00bb\u00bf)?<(?:\?xml|!doctype|!--)/.test(text)) return 'xml'
  return /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(text) ? 'text' : 'other'
}

/** Detects the type from the bytes alone. For an image or a PDF this proves no more than its beginning. */
function detectFileType(bytes: Buffer): DetectedContentType {
  if (bytes.length === 0) return 'empty'
  const found = signatures.find(({ begins, at = 0 }) => bytes.subarray(at, at + begins.length).equals(begins))
  if (found !== undefined) return found.type
  return findPdfHeader(bytes) > 0 ? 'pdf' : detectTextType(bytes)
}

const expectedHeaders: Readonly<Partial<Record<DetectedContentType, readonly DeclaredContentType[]>>> = {
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  pdf: ['application/pdf'],
  gif: ['image/gif'],
  tiff: ['image/tiff'],
  webp: ['image/webp'],
  heic: ['image/heic', 'image/heif'],
  svg: ['image/svg+xml'],
  html: ['text/html', 'application/xhtml+xml'],
  xml: ['text/xml', 'application/xml', 'application/xhtml+xml'],
  zip: ['application/zip'],
  text: ['text/plain'],
}

/** Returns the declared type if it contradicts the detected type; null if both agree. */
function findHeaderMismatch(
  header: string | undefined,
  type: DetectedContentType,
): DeclaredContentType | null {
  const name = header?.split(';')[0]?.trim().toLowerCase()
  const said = name === undefined ? 'none' : (declaredContentTypeSchema.safeParse(name).data ?? 'unlisted')
  return expectedHeaders[type]?.includes(said) ? null : said
}

/** File with the facts derived from its bytes. The shown parts are parts of the very same bytes. */
export interface InspectedDocumentFile {
  readonly facts: FileInspection
  /** Bytes that are sent for viewing; null if the file is download only. */
  readonly shown: readonly Uint8Array[] | null
  /** Samples per pixel; 0 if the file is no image that can be shown. */
  readonly samples: number
  /** Parts of a PNG, for a page that is made of the PNG. */
  readonly png: {
    readonly head: PngHeader
    readonly palette: Buffer | null
    readonly transparency: Buffer | null
    readonly data: readonly Buffer[]
  } | null
}

type InspectionVerdict = Pick<
  FileInspection,
  'showable' | 'downloadOnlyReasons' | 'width' | 'height' | 'rotation' | 'isMirrored' | 'pages' | 'remarks'
>

const noDimensions = {
  width: null,
  height: null,
  rotation: 0,
  isMirrored: false,
  pages: null,
  remarks: [] as DocumentFileDefect[],
} as const

const refuseToShow = (
  why: readonly DownloadOnlyReason[],
  pages: number | null = null,
): InspectionVerdict => ({
  ...noDimensions,
  showable: 'download_only',
  downloadOnlyReasons: [...why],
  pages,
})

function toImageVerdict(walked: ImageInspection): {
  judged: InspectionVerdict
  shown: StrippedImage['pieces'] | null
  samples: number
} {
  if (!walked.ok) return { judged: refuseToShow([walked.why]), shown: null, samples: 0 }
  const { width, height, turn, mirrored, samples, pieces, remarks } = walked.picture
  return {
    judged: {
      ...noDimensions,
      showable: 'picture',
      downloadOnlyReasons: [],
      width,
      height,
      rotation: turn,
      isMirrored: mirrored,
      remarks: [...remarks],
    },
    shown: pieces,
    samples,
  }
}

/** Inspects a file from its bytes alone and decides whether the file may be shown. Never throws. */
export function inspectDocumentFile({
  bytes: raw,
  type: header,
}: Pick<ReceivedDocumentFile, 'bytes' | 'type'>): InspectedDocumentFile {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const type = detectFileType(bytes)
  const facts = (judged: InspectionVerdict): FileInspection => ({
    type,
    headerType: findHeaderMismatch(header, type),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...judged,
  })
  if (type === 'jpeg') {
    const { judged, ...picture } = toImageVerdict(inspectJpeg(bytes))
    return { facts: facts(judged), ...picture, png: null }
  }
  if (type === 'png') {
    const { image, head, ...parts } = inspectPng(bytes)
    const { judged, ...picture } = toImageVerdict(image)
    const png = head === null || !image.ok ? null : { head, ...parts }
    return { facts: facts(judged), ...picture, png }
  }
  if (type === 'pdf') {
    const { why, pages, shown, remarks } = inspectPdf(bytes)
    if (why.length > 0) return { facts: facts(refuseToShow(why, pages)), shown: null, samples: 0, png: null }
    return {
      facts: facts({
        ...noDimensions,
        showable: 'pdf',
        downloadOnlyReasons: [],
        pages,
        remarks: [...remarks],
      }),
      shown: [shown],
      samples: 0,
      png: null,
    }
  }
  return { facts: facts(refuseToShow(['other_type'])), shown: null, samples: 0, png: null }
}
