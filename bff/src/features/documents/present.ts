import type { DocumentCard, DocumentList } from '@paydesk/shared/compliance/documents'
import type { Sight } from '../../platform/access/field-access.ts'
import type { ListedDocument, ReadDocuments } from '../../records/documents.ts'
import { maySeeContent } from './find.ts'

function presentCard({ document, position, element }: ListedDocument, sight: Sight): DocumentCard {
  // Names of members that nobody has classified are for whoever may know of them.
  const seesNames = sight.unclassified({}) !== null
  const { members, moreMembers } = element
  return {
    document,
    position,
    shape: element.isKnown ? 'known' : 'other',
    kind: sight.show(element.kind),
    status: sight.show(element.status),
    createdAt: sight.show(element.createdAt),
    members: (seesNames ? members : []).map(({ path, value }) => ({
      name: path.findLast((part) => !/^\d+$/.test(part)) ?? 'value',
      path: ['supporting_documents', String(position), ...path],
      value: sight.show(value),
    })),
    moreMembers: moreMembers + (seesNames ? 0 : members.length),
    files: element.files.map(({ name, address }, file) => ({
      file,
      name: sight.show(name),
      where: address.where,
    })),
    moreFiles: element.moreFiles,
  }
}

/** The documents of an identity record as this role may see them. */
export function presentDocuments(
  { identity, reading, documents, more }: ReadDocuments,
  sight: Sight,
): DocumentList {
  return {
    identity,
    reading,
    documents: documents.map((one) => presentCard(one, sight)),
    more,
    viewable: maySeeContent(sight),
  }
}
