import type { DocumentList, DocumentSummary } from '@paydesk/shared/compliance/documents'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import type { IdentityDocumentList, ListedDocument } from '../../records/documents.ts'
import { canSeeDocumentContent } from './find.ts'

function presentCard({ document, position, element }: ListedDocument, sight: FieldAccess): DocumentSummary {
  // Show the names of unclassified fields only to roles that may know of them.
  const seesNames = sight.listUnclassifiedNames({}) !== null
  const { members, moreMembers } = element
  return {
    document,
    position,
    shape: element.isKnown ? 'known' : 'other',
    kind: sight.mask(element.kind),
    status: sight.mask(element.status),
    createdAt: sight.mask(element.createdAt),
    members: (seesNames ? members : []).map(({ path, value }) => ({
      name: path.findLast((part) => !/^\d+$/.test(part)) ?? 'value',
      path: ['supporting_documents', String(position), ...path],
      value: sight.mask(value),
    })),
    moreMembers: moreMembers + (seesNames ? 0 : members.length),
    files: element.files.map(({ name, address }, file) => ({
      file,
      name: sight.mask(name),
      where: address.where,
    })),
    moreFiles: element.moreFiles,
  }
}

/** Presents the documents of an identity record for this role. */
export function presentDocuments(
  { identity, reading, documents, more }: IdentityDocumentList,
  sight: FieldAccess,
): DocumentList {
  return {
    identity,
    reading,
    documents: documents.map((one) => presentCard(one, sight)),
    more,
    viewable: canSeeDocumentContent(sight),
  }
}
