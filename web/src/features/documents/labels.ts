import type { DownloadRequestView } from '@paydesk/shared/compliance/document-downloads'
import type {
  DeclaredContentType,
  DocumentSummary,
  FileInspection,
} from '@paydesk/shared/compliance/documents'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { getVisibleText } from '../../ui/text/field-value.tsx'

type DocumentTexts = Messages['documents']

/** Names a document by its kind, or states that no kind is given. An unknown kind stays as received. */
export function labelDocument(card: Pick<DocumentSummary, 'kind'>, { kinds, noKind }: DocumentTexts): string {
  const raw = getVisibleText(card.kind)
  if (raw === null || raw.trim() === '') return noKind
  const labels: Readonly<Record<string, string>> = kinds
  return (Object.hasOwn(labels, raw) ? labels[raw] : undefined) ?? sanitizeDocumentText(raw)
}

/** Returns a text such as `Proof of address, file 2`; names the file only if the document has several. */
export function labelDocumentFile(
  card: Pick<DocumentSummary, 'kind' | 'files'>,
  file: number,
  texts: DocumentTexts,
  { text }: Formatter,
): string {
  const document = labelDocument(card, texts)
  return card.files.length > 1 ? text(texts.file, { document, count: file + 1 }) : document
}

/** Returns `Passport, file 1` for a request, or `Document, file 1` if the request states no kind. */
export function labelRequestedFile(
  { kind, file }: Pick<DownloadRequestView, 'kind' | 'file'>,
  texts: DocumentTexts,
  { text }: Formatter,
): string {
  const document = kind.visibility === 'absent' ? texts.document : labelDocument({ kind }, texts)
  return text(texts.file, { document, count: file + 1 })
}

// Characters that are invisible, or that reverse the reading direction of a name.
const deceptiveCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** Replaces each hidden or reversing character of a text from outside by U+FFFD. Cuts at 200 characters. */
export function sanitizeDocumentText(text: string): string {
  return text.replace(deceptiveCharacters, '�').slice(0, 200)
}

export function sanitizeDocumentValue(value: MaskedValue): MaskedValue {
  return value.visibility === 'clear' || value.visibility === 'masked'
    ? { ...value, text: sanitizeDocumentText(value.text) }
    : value
}

export function labelDeclaredContentType(
  type: DeclaredContentType,
  { declaredTypes }: DocumentTexts,
): string {
  return type === 'none' || type === 'unlisted' ? declaredTypes[type] : type
}

/** Returns a text such as `the end is missing; shown as far as it can be read`; null without a remark. */
export function describeFileDefects(
  { remarks }: Pick<FileInspection, 'remarks'>,
  texts: DocumentTexts,
  format: Formatter,
): string | null {
  if (remarks.length === 0) return null
  return format.text(texts.remarkIs, { remarks: remarks.map((each) => texts.remarks[each]).join(', ') })
}

/** Returns a text such as `contains a script, encrypted`. */
export function describeDownloadOnlyReasons(
  { downloadOnlyReasons }: Pick<FileInspection, 'downloadOnlyReasons'>,
  { notClean, notShownReasons }: DocumentTexts,
): string {
  return downloadOnlyReasons.length === 0
    ? notClean
    : downloadOnlyReasons.map((each) => notShownReasons[each]).join(', ')
}
