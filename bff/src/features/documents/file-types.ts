import type { DeclaredContentType, DetectedContentType } from '@paydesk/shared/compliance/documents'
import { declaredContentType } from '@paydesk/shared/compliance/documents'

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
export function detectFileType(bytes: Buffer): DetectedContentType {
  if (bytes.length === 0) return 'empty'
  const found = signatures.find(({ begins, at = 0 }) => bytes.subarray(at, at + begins.length).equals(begins))
  return found?.type ?? detectTextType(bytes)
}

const expectedHeaders: Readonly<Partial<Record<DetectedContentType, readonly DeclaredContentType[]>>> = {
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  pdf: ['application/pdf'],
  gif: ['image/gif'],
  tiff: ['image/tiff'],
  webp: ['image/webp'],
  svg: ['image/svg+xml'],
  html: ['text/html', 'application/xhtml+xml'],
  xml: ['text/xml', 'application/xml', 'application/xhtml+xml'],
  zip: ['application/zip'],
  text: ['text/plain'],
}

/** Returns the declared type if it contradicts the detected type; null if both agree. */
export function findHeaderMismatch(
  header: string | undefined,
  type: DetectedContentType,
): DeclaredContentType | null {
  const name = header?.split(';')[0]?.trim().toLowerCase()
  const said = name === undefined ? 'none' : (declaredContentType.safeParse(name).data ?? 'unlisted')
  return expectedHeaders[type]?.includes(said) ? null : said
}
