import type { DownloadStatus, DownloadView } from '@paydesk/shared/compliance/document-downloads'
import type {
  ContentType,
  DocumentCard,
  DocumentFacts,
  DocumentFile,
  FileWhere,
  HeaderType,
  NotShownWhy,
} from '@paydesk/shared/compliance/documents'
import type { Shown } from '@paydesk/shared/core/masked-value'
import { shownText } from '../../ui/text/masked-value.tsx'

const kinds: Readonly<Record<string, string>> = {
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

/** The kind in words where it is one we know, else as it came. */
function kindWord(raw: string): string {
  return kinds[raw] ?? cleanText(raw)
}

/** What a document is called on a page: its kind, or that nothing says what it is. */
export function documentWord(card: Pick<DocumentCard, 'kind'>): string {
  const raw = shownText(card.kind)
  return raw === null || raw.trim() === '' ? 'Document of no given kind' : kindWord(raw)
}

/** `Proof of address, file 2`: the file is named where there are several. */
export function fileWord(card: Pick<DocumentCard, 'kind' | 'files'>, file: number): string {
  return card.files.length > 1 ? `${documentWord(card)}, file ${file + 1}` : documentWord(card)
}

/** `Passport, file 1` of a request, or `Document, file 1` where it says no kind. */
export function askedWord({ kind, file }: Pick<DownloadView, 'kind' | 'file'>): string {
  return `${kind.seen === 'absent' ? 'Document' : documentWord({ kind })}, file ${file + 1}`
}

// What turns the reading of a name around, or is not seen in it.
const tricks = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A text from outside without what hides or turns it; each such sign is shown as one. */
export function cleanText(text: string): string {
  return text.replace(tricks, '�').slice(0, 200)
}

export function cleaned(value: Shown): Shown {
  return value.seen === 'clear' || value.seen === 'masked' ? { ...value, text: cleanText(value.text) } : value
}

export const contentWords: Readonly<Record<ContentType, string>> = {
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

export function headerWord(type: HeaderType): string {
  if (type === 'none') return 'no type'
  return type === 'unlisted' ? 'an unknown type' : type
}

const whys: Readonly<Record<NotShownWhy, string>> = {
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

/** `it holds a script and it is encrypted`. */
export function whyWords({ why }: Pick<DocumentFacts, 'why'>): string {
  const words = why.map((each) => whys[each])
  return words.length === 0 ? 'it is not a clean JPEG, PNG or PDF' : words.join(' and ')
}

/** Null where it can be opened. */
export function whereWords({ where }: Pick<DocumentFile, 'where'>): string | null {
  const words: Readonly<Record<FileWhere, string | null>> = {
    here: null,
    elsewhere: 'at another address than the service’s own: never asked for',
    unusable: 'what stands for its address is none',
  }
  return words[where]
}

export const statusWords: Readonly<Record<DownloadStatus, string>> = {
  waiting: 'Waits for a second person',
  confirmed: 'Confirmed: may be fetched once',
  refused: 'Refused',
  expired: 'Nobody answered in time',
  fetched: 'Fetched',
  lapsed: 'Confirmed, and not fetched in time',
}
