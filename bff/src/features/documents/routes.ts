import type {
  DetectedContentType,
  DocumentFileAccessId,
  DocumentList,
  DocumentSummary,
} from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import type {
  AnswerStaffRequestResult,
  CreateStaffRequestResult,
  StaffRequestResult,
} from '../../platform/approvals/staff-requests.ts'
import {
  type FilteredByCustomer,
  toAuditSubject,
  toCustomerFilterAuditSubject,
} from '../../platform/audit/entry.ts'
import {
  defineRoute,
  defineStreamRoute,
  type ScopedActor,
  type StreamBody,
  type StreamClient,
} from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveOptionalCustomer } from '../../records/customers.ts'
import {
  type IdentityDocumentList,
  type ListedDocument,
  readIdentityDocuments,
} from '../../records/documents.ts'
import {
  type CloseDocumentFileResult,
  closeDocumentFile,
  type OpenDocumentFileResult,
  openDocumentFile,
  presentDocumentFileAccess,
  recordDocumentContentFetch,
} from './document-file-access.ts'
import {
  type CustomersByIdentity,
  type DownloadRequestRow,
  loadCustomersByIdentity,
  presentDownloadRequest,
} from './download-rows.ts'
import { createDownloadRequest, decideDownloadApproval, loadDownloadRequests } from './downloads.ts'
import { openDownload } from './fetch-download.ts'
import {
  acquireFileMemorySlot,
  canSeeDocumentContent,
  createDocumentNotShownProblem,
  type DocumentDeps,
  fetchDocumentFile,
  findListedDocumentFile,
} from './find.ts'
import { releaseOnDisconnect, streamFile } from './stream-bytes.ts'

function presentCard(
  { document, position, element }: ListedDocument,
  fieldAccess: FieldAccess,
): DocumentSummary {
  // Show the names of unclassified fields only to roles that may know of them.
  const seesNames = fieldAccess.listUnclassifiedNames({}) !== null
  const { members, moreMembers } = element
  return {
    document,
    position,
    shape: element.isKnown ? 'known' : 'other',
    kind: fieldAccess.mask(element.kind),
    status: fieldAccess.mask(element.status),
    createdAt: fieldAccess.mask(element.createdAt),
    fields: (seesNames ? members : []).map(({ path, value }) => ({
      name: path.findLast((part) => !/^\d+$/.test(part)) ?? 'value',
      path: ['supporting_documents', String(position), ...path],
      value: fieldAccess.mask(value),
    })),
    moreFields: moreMembers + (seesNames ? 0 : members.length),
    files: element.files.map(({ name, address }, file) => ({
      file,
      name: fieldAccess.mask(name),
      location: address.where,
    })),
    moreFiles: element.moreFiles,
  }
}

/** Presents the documents of an identity record for this role. */
export function presentDocuments(
  { identity, reading, documents, more }: IdentityDocumentList,
  fieldAccess: FieldAccess,
): DocumentList {
  return {
    identity,
    reading,
    documents: documents.map((one) => presentCard(one, fieldAccess)),
    more,
    viewable: canSeeDocumentContent(fieldAccess),
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
  wanted: { readonly identity: IdentityHandle; readonly view: DocumentFileAccessId },
  caller: ScopedActor,
  streamClient: StreamClient,
  deps: DocumentDeps,
): Promise<StreamBody> {
  const view = await recordDocumentContentFetch(wanted, caller, deps)
  const { identity } = wanted
  const { document, file, merchant } = view
  const found = await findListedDocumentFile({ identity, document, file }, caller, deps)
  const leave = await acquireFileMemorySlot(deps)
  try {
    const { facts, shown, release } = await fetchDocumentFile(found, caller, deps)
    releaseOnDisconnect(streamClient, release)
    if (facts.sha256 !== view.sha256) throw new ProblemError('upstream_mismatch')
    if (shown === null || !isDisplayType(facts.type))
      throw createDocumentNotShownProblem('type', 'clean_file')
    releaseOnDisconnect(streamClient, leave)
    const about = toAuditSubject('identity', identity, { merchant })
    const auditEvent = { action: 'document.content.sent', about, note: `file:${document}/${file}` } as const
    return streamFile(
      { pieces: shown, ...displayTypes[facts.type], isDownload: false, auditEvent },
      streamClient,
    )
  } catch (thrown) {
    leave()
    throw thrown
  }
}

/** Time limit (ms) for the identity record, a file slot and a file of the largest size. */
const timeoutMs = 45_000

export const listDocumentsRoute = defineRoute(endpoints.listDocuments, {
  permission: 'document.read',
  audit: ({ params }, read: IdentityDocumentList | undefined) => ({
    action: 'documents.listed',
    about: toAuditSubject('identity', params.identity, read),
  }),
  handle: ({ params, ...caller }, deps: DocumentDeps) => readIdentityDocuments(params.identity, caller, deps),
  present: (read, { actor }) => presentDocuments(read, actor.fieldAccess),
})

export const openDocumentRoute = defineRoute(endpoints.openDocument, {
  permission: 'document.read',
  timeoutMs,
  audit: ({ params, body }, opened: OpenDocumentFileResult | undefined) => ({
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
  handle: ({ params, body, ...caller }, deps: DocumentDeps) =>
    openDocumentFile({ identity: params.identity, document: params.document, ...body }, caller, deps),
  present: (opened, { body, actor }) => presentDocumentFileAccess(opened, body, actor),
})

export const showDocumentContentRoute = defineStreamRoute(endpoints.showDocumentContent, {
  permission: 'document.read',
  renews: true,
  timeoutMs,
  audit: ({ params }) => ({
    action: 'document.content.sent',
    about: toAuditSubject('identity', params.identity, undefined),
  }),
  open: ({ params, ...caller }, deps: DocumentDeps, streamClient) =>
    openViewContent(params, caller, streamClient, deps),
})

export const closeDocumentRoute = defineRoute(endpoints.closeDocument, {
  permission: 'document.read',
  audit: ({ params }, closed: CloseDocumentFileResult | undefined) => ({
    action: 'document.closed',
    about: toAuditSubject('identity', params.identity, closed),
    ...(closed !== undefined && { note: `seconds:${closed.seconds}` as const }),
  }),
  handle: ({ params, ...caller }, deps: DocumentDeps) => closeDocumentFile(params, caller, deps),
  present: ({ seconds }) => ({ seconds }),
})

type ListedDownloadRequests = Awaited<ReturnType<typeof loadDownloadRequests>> & FilteredByCustomer

type WithSubjects<Result> = Result & { readonly subjects: CustomersByIdentity }

/** Adds the customers that the requests are about. */
async function attachSubjects<Result>(
  result: Result,
  rows: readonly DownloadRequestRow[],
  { scope }: ScopedActor,
  { handles }: Pick<DocumentDeps, 'handles'>,
): Promise<WithSubjects<Result>> {
  return { ...result, subjects: await loadCustomersByIdentity(rows, scope, handles) }
}

const presentDownload = <Answer extends string>(
  { answer, row, cipher, subjects }: WithSubjects<StaffRequestResult<DownloadRequestRow, Answer>>,
  { actor }: ScopedActor,
) => ({ answer, request: presentDownloadRequest(row, actor, cipher, subjects) })

export const requestDownloadRoute = defineRoute(endpoints.requestDownload, {
  permission: 'document.download',
  audit: (
    { params, body },
    withSubjects: WithSubjects<CreateStaffRequestResult<DownloadRequestRow>> | undefined,
  ) => ({
    action: 'download.asked',
    about: toAuditSubject('identity', params.identity, withSubjects?.row),
    purpose: {
      field: 'document.content',
      code: body.purpose,
      caseRef: body.caseRef,
      stepUpAge: null,
    },
    note: `file:${params.document}/${body.file}`,
  }),
  async handle({ params, body, ...caller }, deps: DocumentDeps) {
    const createRequestResult = await createDownloadRequest(params, body, caller, deps)
    return attachSubjects(createRequestResult, [createRequestResult.row], caller, deps)
  },
  present: presentDownload,
})

export const listDownloadRequestsRoute = defineRoute(endpoints.listDownloadRequests, {
  permission: 'document.download',
  audit: ({ query }, listed: WithSubjects<ListedDownloadRequests> | undefined) => ({
    action: 'downloads.listed',
    about: toCustomerFilterAuditSubject(query.customer, listed),
  }),
  async handle({ query, ...caller }, deps: DocumentDeps): Promise<WithSubjects<ListedDownloadRequests>> {
    const filterCustomer = await resolveOptionalCustomer(query.customer, caller.scope, deps.handles)
    const listed = { ...(await loadDownloadRequests(query, caller, deps)), filterCustomer }
    return attachSubjects(listed, listed.rows, caller, deps)
  },
  present: ({ rows, waiting, cipher, subjects }, { actor }) => ({
    requests: rows.map((row) => presentDownloadRequest(row, actor, cipher, subjects)),
    waiting,
  }),
})

export const decideDownloadRequestRoute = defineRoute(endpoints.decideDownloadRequest, {
  permission: 'document.download',
  audit: (_call, answered: WithSubjects<AnswerStaffRequestResult<DownloadRequestRow>> | undefined) => ({
    action: 'download.answered',
    about: answered === undefined ? null : toAuditSubject('identity', answered.row.identity, answered.row),
  }),
  async handle({ params, body, ...caller }, deps: DocumentDeps) {
    const answered = await decideDownloadApproval(params.request, body, caller, deps)
    return attachSubjects(answered, [answered.row], caller, deps)
  },
  present: presentDownload,
})

export const downloadDocumentRoute = defineStreamRoute(endpoints.downloadDocument, {
  permission: 'document.download',
  renews: true,
  timeoutMs,
  audit: () => ({ action: 'download.tried', about: null }),
  open: ({ params, ...caller }, deps: DocumentDeps, streamClient) =>
    openDownload(params.request, caller, streamClient, deps),
})
