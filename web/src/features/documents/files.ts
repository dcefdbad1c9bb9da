import type { DocumentCard, DocumentList } from '@paydesk/shared/compliance/documents'
import type { FileRef } from './queries.ts'
import { fileWord } from './words.ts'

/** A file that can be opened, with its document and what it is called. */
export interface ListedFile extends FileRef {
  readonly card: DocumentCard
  readonly word: string
}

/** Every file of the list that is at the service, in its order. */
export function filesOf({ documents }: Pick<DocumentList, 'documents'>): ListedFile[] {
  return documents.flatMap((card) =>
    card.files
      .filter(({ where }) => where === 'here')
      .map(({ file }) => ({ document: card.document, file, card, word: fileWord(card, file) })),
  )
}

export function isSame(one: FileRef, other: FileRef | null): boolean {
  return other !== null && one.document === other.document && one.file === other.file
}

/** The file so many steps on, around the end; null where there is no other one. */
export function stepFrom(
  files: readonly ListedFile[],
  here: FileRef | null,
  by: 1 | -1,
  but: FileRef | null = null,
): ListedFile | null {
  const open = files.filter((one) => isSame(one, here) || !isSame(one, but))
  const at = open.findIndex((one) => isSame(one, here))
  const next = at === -1 ? open[0] : open[(at + by + open.length) % open.length]
  return next === undefined || isSame(next, here) ? null : next
}
