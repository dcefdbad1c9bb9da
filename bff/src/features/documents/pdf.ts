import type { DownloadOnlyReason } from '@paydesk/shared/compliance/documents'
import { decodePdfNames, splitPdfParts } from './pdf-parts.ts'

export interface PdfInspection {
  /** Empty where it may be shown. */
  readonly why: readonly DownloadOnlyReason[]
  readonly pages: number | null
}

const eof = Buffer.from('%%EOF')
/** Behind the end nothing but line breaks may stand; before it the place of the table of contents. */
const maxTrailerBytes = 1_024

/** What makes a PDF more than pages to look at, by the names that it cannot do it without. */
const activeContent: readonly (readonly [DownloadOnlyReason, RegExp])[] = [
  ['script', /\/(?:JavaScript|JS|Rendition|RichMedia\w*|3D|Movie|Sound|Screen)(?![A-Za-z0-9])/],
  ['launch', /\/(?:Launch|GoToR|GoToE|Thread)(?![A-Za-z0-9])/],
  ['form', /\/(?:SubmitForm|ImportData|ResetForm|XFA)(?![A-Za-z0-9])/],
  ['link', /\/(?:URI|FileAttachment)(?![A-Za-z0-9])/],
  ['embedded_file', /\/(?:EmbeddedFiles?|Collection|RefXObject)(?![A-Za-z0-9])|\/EF(?![A-Za-z0-9])/],
  ['opens_by_itself', /\/(?:OpenAction|AA)(?![A-Za-z0-9])/],
  ['encrypted', /\/Encrypt(?![A-Za-z0-9])/],
]

/**
 * The same words where they have no business: an object may be hidden in what is taken for data. Each letter
 * as itself or as its code.
 */
const hiddenNames = new RegExp(
  `/(?:${['JavaScript', 'OpenAction', 'EmbeddedFile', 'SubmitForm', 'RichMedia', 'ImportData', 'Launch']
    .map((word) => [...word].map((letter) => `(?:${letter}|#${hexOf(letter)})`).join(''))
    .join('|')})`,
)

function hexOf(letter: string): string {
  const [high, low] = letter.charCodeAt(0).toString(16)
  return `${high}[${low}${low?.toUpperCase()}]`
}

/** Data is read in parts, each a little over its end, because as text it would take its size once more. */
const [slice, overlap] = [65_536, 64]

function hasHiddenNames(data: Buffer): boolean {
  for (let at = 0; at < data.length; at += slice)
    if (hiddenNames.test(data.toString('latin1', at, at + slice + overlap))) return true
  return false
}

const markup = /<(?:script|html|body|iframe|svg|!doctype)[\s>]/i
const page = /\/Type\s*\/Page(?![A-Za-z])/g
const box = /\/(?:Media|Crop)Box\s*\[([^\]]{0,200})\]/g
/** The longest side of a page that readers have to take (ISO 32000-1, annex C). */
const maxPageSide = 14_400

function hasHugePage(text: string): boolean {
  return [...text.matchAll(box)].some(([, numbers = '']) =>
    (numbers.match(/-?[\d.]+(?:e\d+)?/gi) ?? []).some((one) => Math.abs(Number(one)) > maxPageSide),
  )
}

/** True where the file ends as a PDF and says where its table of contents is. */
function hasValidEnd(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(eof)
  if (
    end < 0 ||
    !/^[\s\0]*$/.test(bytes.toString('latin1', end + eof.length, end + eof.length + maxTrailerBytes))
  )
    return false
  if (bytes.length - end > maxTrailerBytes) return false
  const said = /startxref\s+(\d{1,10})\s*$/.exec(
    bytes.toString('latin1', Math.max(0, end - maxTrailerBytes), end),
  )?.[1]
  const at = said === undefined ? bytes.length : Number(said)
  return /^\s*(?:xref\b|\d{1,10}\s+\d{1,5}\s+obj\b)/.test(bytes.toString('latin1', at, at + 40))
}

/**
 * Looks through a PDF for whatever does more than being looked at (ISO 32000-2, 12.6). It is shown only where
 * nothing was found and everything could be looked into. Never throws.
 */
export function inspectPdf(bytes: Buffer): PdfInspection {
  const refused = (why: DownloadOnlyReason): PdfInspection => ({ why: [why], pages: null })
  if (!/^%PDF-[12]\.\d[\s]/.test(bytes.toString('latin1', 0, 9))) return refused('damaged')
  if (!hasValidEnd(bytes)) return refused('damaged')
  const found = new Set<DownloadOnlyReason>()
  let pages = 0
  for (const part of splitPdfParts(bytes)) {
    if (part === null) found.add('unreadable_parts')
    else if (part.kind === 'data') {
      if (hasHiddenNames(part.bytes)) found.add('script')
    } else {
      const text = part.bytes.toString('latin1')
      const names = decodePdfNames(text)
      for (const [why, pattern] of activeContent) if (pattern.test(names)) found.add(why)
      if (markup.test(text)) found.add('second_format')
      if (hasHugePage(names)) found.add('huge_pages')
      pages += names.match(page)?.length ?? 0
    }
  }
  return { why: [...found], pages: pages === 0 ? null : pages }
}
