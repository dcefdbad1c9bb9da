import type { DocumentList, DocumentSummary } from '@paydesk/shared/compliance/documents'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { labelDocumentFile } from './labels.ts'
import type { DocumentFileRef } from './queries.ts'

/** File that can be opened, with its document and its label. */
export interface ViewableFile extends DocumentFileRef {
  readonly card: DocumentSummary
  readonly label: string
}

/** Returns every file that lies at the payment service, in the order of the list. */
export function listViewableFiles(
  { documents }: Pick<DocumentList, 'documents'>,
  texts: Messages['documents'],
  format: Formatter,
): ViewableFile[] {
  return documents.flatMap((card) =>
    card.files
      .filter(({ location }) => location === 'here')
      .map(({ file }) => ({
        document: card.document,
        file,
        card,
        label: labelDocumentFile(card, file, texts, format),
      })),
  )
}

export function isSameFile(one: DocumentFileRef, other: DocumentFileRef | null): boolean {
  return other !== null && one.document === other.document && one.file === other.file
}

/** Returns the next or previous file, wrapping around and skipping `but`; null if there is no other file. */
export function findAdjacentFile(
  files: readonly ViewableFile[],
  here: DocumentFileRef | null,
  by: 1 | -1,
  but: DocumentFileRef | null = null,
): ViewableFile | null {
  const open = files.filter((one) => isSameFile(one, here) || !isSameFile(one, but))
  const at = open.findIndex((one) => isSameFile(one, here))
  const next = at === -1 ? open[0] : open[(at + by + open.length) % open.length]
  return next === undefined || isSameFile(next, here) ? null : next
}
