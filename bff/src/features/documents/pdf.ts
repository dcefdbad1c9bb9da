import type { DownloadOnlyReason } from '@paydesk/shared/compliance/documents'
import { decodePdfNames, splitPdfParts } from './pdf-parts.ts'

export interface PdfInspection {
  /** Reasons against showing the PDF; empty if it may be shown. */
  readonly why: readonly DownloadOnlyReason[]
  readonly pages: number | null
}

const eof = Buffer.from('%%EOF')
/** Limit (bytes) of the end: only line breaks may follow `%%EOF`, and `startxref` precedes it. */
const maxTrailerBytes = 1_024

/** Names that active content in a PDF cannot do without, by reason. */
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
 * Matches the same names where they do not belong: an object may be hidden in stream data. Each letter may
 * stand as itself or as its code.
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

/**
 * Slice and overlap (bytes) for reading data in parts: as text, all data at once would take its size again.
 */
const [slice, overlap] = [65_536, 64]

function hasHiddenNames(data: Buffer): boolean {
  for (let at = 0; at < data.length; at += slice)
    if (hiddenNames.test(data.toString('latin1', at, at + slice + overlap))) return true
  return false
}

const markup = /<(?:script|html|body|iframe|svg|!doctype)[\s>]/i
const page = /\/Type\s*\/Page(?![A-Za-z])/g
const box = /\/(?:Media|Crop)Box\s*\[([^\]]{0,200})\]/g
/** Longest side of a page (points) that readers must support (ISO 32000-1, annex C). */
const maxPageSide = 14_400

function hasHugePage(text: string): boolean {
  return [...text.matchAll(box)].some(([, numbers = '']) =>
    (numbers.match(/-?[\d.]+(?:e\d+)?/gi) ?? []).some((one) => Math.abs(Number(one)) > maxPageSide),
  )
}

/** Returns true if the file ends as a PDF and names the offset of its cross-reference table. */
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
 * Searches a PDF for active content (ISO 32000-2, 12.6). A PDF is shown only if nothing was found and
 * everything could be inspected. Never throws.
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
