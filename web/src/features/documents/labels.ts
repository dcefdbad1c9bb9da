import type {
  DeclaredContentType,
  DetectedContentType,
  DocumentFile,
  DocumentSummary,
  DownloadOnlyReason,
  DownloadRequestStatus,
  DownloadRequestView,
  FileInspection,
  FileLocation,
} from '@paydesk/shared/compliance/documents'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { getVisibleText } from '../../ui/text/field-value.tsx'

const documentKindLabels: Readonly<Record<string, string>> = {
  PASSPORT: 'Passport',
  ID_CARD: 'Identity card',
  DRIVING_LICENCE: 'Driving licence',
  DRIVING_LICENSE: 'Driving licence',
  PROOF_OF_ADDRESS: 'Proof of address',
  RESIDENCE_PERMIT: 'Residence permit',
  BANK_STATEMENT: 'Bank statement',
  UTILITY_BILL: 'Utility bill',
  SELFIE: 'Photo of the person',
}

/** Labels a known kind of document; returns an unknown kind as received. */
function labelKind(raw: string): string {
  return documentKindLabels[raw] ?? sanitizeText(raw)
}

/** Names a document by its kind, or states that no kind is given. */
export function labelDocument(card: Pick<DocumentSummary, 'kind'>): string {
  const raw = getVisibleText(card.kind)
  return raw === null || raw.trim() === '' ? 'Document of no given kind' : labelKind(raw)
}

/** Returns a text such as `Proof of address, file 2`; names the file only if the document has several. */
export function labelDocumentFile(card: Pick<DocumentSummary, 'kind' | 'files'>, file: number): string {
  return card.files.length > 1 ? `${labelDocument(card)}, file ${file + 1}` : labelDocument(card)
}

/** Returns `Passport, file 1` for a request, or `Document, file 1` if the request states no kind. */
export function labelRequestedFile({ kind, file }: Pick<DownloadRequestView, 'kind' | 'file'>): string {
  return `${kind.seen === 'absent' ? 'Document' : labelDocument({ kind })}, file ${file + 1}`
}

// Characters that are invisible, or that reverse the reading direction of a name.
const deceptiveCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** Replaces each hidden or reversing character of a text from outside by U+FFFD. Cuts at 200 characters. */
export function sanitizeText(text: string): string {
  return text.replace(deceptiveCharacters, '�').slice(0, 200)
}

export function sanitizeValue(value: MaskedValue): MaskedValue {
  return value.seen === 'clear' || value.seen === 'masked'
    ? { ...value, text: sanitizeText(value.text) }
    : value
}

export const contentTypeLabels: Readonly<Record<DetectedContentType, string>> = {
  jpeg: 'JPEG picture',
  png: 'PNG picture',
  pdf: 'PDF',
  gif: 'GIF picture',
  tiff: 'TIFF picture',
  webp: 'WebP picture',
  svg: 'SVG drawing',
  html: 'web page (HTML)',
  xml: 'XML',
  mhtml: 'saved web page (MHTML)',
  zip: 'ZIP archive or office file',
  shortcut: 'shortcut to a program',
  text: 'text',
  empty: 'nothing: the file is empty',
  other: 'of no known type',
}

export function labelHeaderType(type: DeclaredContentType): string {
  if (type === 'none') return 'no type'
  return type === 'unlisted' ? 'an unknown type' : type
}

const notShownReasons: Readonly<Record<DownloadOnlyReason, string>> = {
  other_type: 'it is no JPEG, PNG or PDF',
  damaged: 'it begins like one and is not one to its end',
  too_many_pixels: 'it has too many pixels',
  second_format: 'something of another format is hidden in it',
  script: 'it holds a script',
  launch: 'it starts a program',
  form: 'it sends a form',
  link: 'it leads to another address',
  embedded_file: 'it holds another file',
  opens_by_itself: 'it does something by itself when it is opened',
  encrypted: 'it is encrypted',
  huge_pages: 'its pages are far too large',
  unreadable_parts: 'parts of it cannot be looked into',
}

/** Returns a text such as `it holds a script and it is encrypted`. */
export function describeNotShownReasons({ why }: Pick<FileInspection, 'why'>): string {
  const words = why.map((each) => notShownReasons[each])
  return words.length === 0 ? 'it is not a clean JPEG, PNG or PDF' : words.join(' and ')
}

/** Returns null for a file that can be opened. */
export function describeFileLocation({ where }: Pick<DocumentFile, 'where'>): string | null {
  const words: Readonly<Record<FileLocation, string | null>> = {
    here: null,
    elsewhere: 'at another address than the service’s own: never asked for',
    unusable: 'what stands for its address is none',
  }
  return words[where]
}

export const downloadStatusLabels: Readonly<Record<DownloadRequestStatus, string>> = {
  waiting: 'Waits for a second person',
  confirmed: 'Confirmed: may be fetched once',
  refused: 'Refused',
  expired: 'Nobody answered in time',
  fetched: 'Fetched',
  lapsed: 'Confirmed, and not fetched in time',
}
