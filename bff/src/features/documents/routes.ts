import type {
  DetectedContentType,
  DocumentList,
  DocumentSummary,
  OpenedFileId,
} from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import type {
  AnswerRequestResult,
  CreateRequestResult,
  RequestResult,
} from '../../platform/approvals/requests.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import {
  defineRoute,
  defineStreamRoute,
  type ScopedActor,
  type StreamBody,
  type StreamClient,
} from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import {
  type IdentityDocumentList,
  type ListedDocument,
  readIdentityDocuments,
} from '../../records/documents.ts'
import {
  type DownloadRow,
  type DownloadSubjects,
  loadDownloadSubjects,
  presentDownloadRequest,
} from './download-rows.ts'
import { answerDownloadRequest, createDownloadRequest, loadDownloadRequests } from './downloads.ts'
import { openDownload } from './fetch-download.ts'
import {
  acquireFileSlot,
  canSeeDocumentContent,
  createNotShownProblem,
  type DocumentDeps,
  fetchFile,
  findFile,
} from './find.ts'
import { releaseOnDisconnect, streamFile } from './stream-bytes.ts'
import {
  type CloseViewResult,
  closeOpenedFile,
  consumeContentFetch,
  type OpenViewResult,
  openFileOfDocument,
  presentOpenedFile,
} from './views.ts'

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
    fields: (seesNames ? members : []).map(({ path, value }) => ({
      name: path.findLast((part) => !/^\d+$/.test(part)) ?? 'value',
      path: ['supporting_documents', String(position), ...path],
      value: sight.mask(value),
    })),
    moreFields: moreMembers + (seesNames ? 0 : members.length),
    files: element.files.map(({ name, address }, file) => ({
      file,
      name: sight.mask(name),
      location: address.where,
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

const displayTypes = {
  jpeg: { type: 'image/jpeg', name: 'document.jpg' },
  png: { type: 'image/png', name: 'document.png' },
  pdf: { type: 'application/pdf', name: 'document.pdf' },
} as const

const isDisplayType = (type: DetectedContentType): type is keyof typeof displayTypes =>
  Object.hasOwn(displayTypes, type)

/**
 * Opens the content of a view. Fetches the file again, because Paydesk keeps no byte, and serves the file
 * only if it is the one that was inspected when the view was opened. Throws `not_found`,
 * `document_not_shown`, `upstream_mismatch`.
 */
async function openViewContent(
  wanted: { readonly identity: IdentityHandle; readonly view: OpenedFileId },
  caller: ScopedActor,
  hearer: StreamClient,
  needs: DocumentDeps,
): Promise<StreamBody> {
  const view = await consumeContentFetch(wanted, caller, needs)
  const { identity } = wanted
  const { document, file, merchant } = view
  const found = await findFile({ identity, document, file }, caller, needs)
  const leave = await acquireFileSlot(needs)
  try {
    const { facts, shown, release } = await fetchFile(found, caller, needs)
    releaseOnDisconnect(hearer, release)
    if (facts.sha256 !== view.sha256) throw new ProblemError('upstream_mismatch')
    if (shown === null || !isDisplayType(facts.type)) throw createNotShownProblem('type', 'clean_file')
    releaseOnDisconnect(hearer, leave)
    const about = toAuditSubject('identity', identity, { merchant })
    const deed = { action: 'document.content.sent', about, note: `file:${document}/${file}` } as const
    return streamFile({ pieces: shown, ...displayTypes[facts.type], isDownload: false, deed }, hearer)
  } catch (thrown) {
    leave()
    throw thrown
  }
}

/** Time limit (ms) for the identity record, a file slot and a file of the largest size. */
const timeoutMs = 45_000

export const listDocuments = defineRoute(endpoints.listDocuments, {
  permission: 'document.read',
  audit: ({ params }, read: IdentityDocumentList | undefined) => ({
    action: 'documents.listed',
    about: toAuditSubject('identity', params.identity, read),
  }),
  handle: ({ params, ...caller }, needs: DocumentDeps) =>
    readIdentityDocuments(params.identity, caller, needs),
  present: (read, { actor }) => presentDocuments(read, actor.fieldAccess),
})

export const openDocument = defineRoute(endpoints.openDocument, {
  permission: 'document.read',
  timeoutMs,
  audit: ({ params, body }, opened: OpenViewResult | undefined) => ({
    action: 'document.viewed',
    about: toAuditSubject('identity', params.identity, opened),
    purpose: {
      field: 'document.content',
      code: body.purpose,
      caseRef: body.caseRef,
      stepUpAge: opened?.stepUpAge ?? null,
    },
    note: `file:${params.document}/${body.file}`,
  }),
  handle: ({ params, body, ...caller }, needs: DocumentDeps) =>
    openFileOfDocument({ identity: params.identity, document: params.document, ...body }, caller, needs),
  present: (opened, { body, actor }) => presentOpenedFile(opened, body, actor),
})

export const showDocumentContent = defineStreamRoute(endpoints.showDocumentContent, {
  permission: 'document.read',
  renews: true,
  timeoutMs,
  audit: ({ params }) => ({
    action: 'document.content.sent',
    about: toAuditSubject('identity', params.identity, undefined),
  }),
  open: ({ params, ...caller }, needs: DocumentDeps, hearer) =>
    openViewContent(params, caller, hearer, needs),
})

export const closeDocument = defineRoute(endpoints.closeDocument, {
  permission: 'document.read',
  audit: ({ params }, closed: CloseViewResult | undefined) => ({
    action: 'document.closed',
    about: toAuditSubject('identity', params.identity, closed),
    ...(closed !== undefined && { note: `seconds:${closed.seconds}` as const }),
  }),
  handle: ({ params, ...caller }, needs: DocumentDeps) => closeOpenedFile(params, caller, needs),
  present: ({ seconds }) => ({ seconds }),
})

type WithSubjects<Result> = Result & { readonly subjects: DownloadSubjects }

/** Adds the customers that the requests are about. */
async function attachSubjects<Result>(
  result: Result,
  rows: readonly DownloadRow[],
  { scope }: ScopedActor,
  { handles }: Pick<DocumentDeps, 'handles'>,
): Promise<WithSubjects<Result>> {
  return { ...result, subjects: await loadDownloadSubjects(rows, scope, handles) }
}

const presentDownload = <Answer extends string>(
  { answer, row, seal, subjects }: WithSubjects<RequestResult<DownloadRow, Answer>>,
  { actor }: ScopedActor,
) => ({ answer, request: presentDownloadRequest(row, actor, seal, subjects) })

export const requestDownload = defineRoute(endpoints.requestDownload, {
  permission: 'document.download',
  audit: ({ params, body }, asked: WithSubjects<CreateRequestResult<DownloadRow>> | undefined) => ({
    action: 'download.asked',
    about: toAuditSubject('identity', params.identity, asked?.row),
    purpose: {
      field: 'document.content',
      code: body.purpose,
      caseRef: body.caseRef,
      stepUpAge: null,
    },
    note: `file:${params.document}/${body.file}`,
  }),
  async handle({ params, body, ...caller }, needs: DocumentDeps) {
    const asked = await createDownloadRequest(params, body, caller, needs)
    return attachSubjects(asked, [asked.row], caller, needs)
  },
  present: presentDownload,
})

export const listDownloads = defineRoute(endpoints.listDownloadRequests, {
  permission: 'document.download',
  audit: () => ({ action: 'downloads.listed' }),
  async handle({ query, ...caller }, needs: DocumentDeps) {
    const listed = await loadDownloadRequests(query, caller, needs)
    return attachSubjects(listed, listed.rows, caller, needs)
  },
  present: ({ rows, waiting, seal, subjects }, { actor }) => ({
    requests: rows.map((row) => presentDownloadRequest(row, actor, seal, subjects)),
    waiting,
  }),
})

export const answerDownload = defineRoute(endpoints.decideDownloadRequest, {
  permission: 'document.download',
  audit: (_call, answered: WithSubjects<AnswerRequestResult<DownloadRow>> | undefined) => ({
    action: 'download.answered',
    about: answered === undefined ? null : toAuditSubject('identity', answered.row.identity, answered.row),
  }),
  async handle({ params, body, ...caller }, needs: DocumentDeps) {
    const answered = await answerDownloadRequest(params.request, body, caller, needs)
    return attachSubjects(answered, [answered.row], caller, needs)
  },
  present: presentDownload,
})

export const downloadDocument = defineStreamRoute(endpoints.downloadDocument, {
  permission: 'document.download',
  renews: true,
  timeoutMs,
  audit: () => ({ action: 'download.tried', about: null }),
  open: ({ params, ...caller }, needs: DocumentDeps, hearer) =>
    openDownload(params.request, caller, hearer, needs),
})
