import type { DownloadRequestView } from '@paydesk/shared/compliance/document-downloads'
import { endpoints } from '@paydesk/shared/endpoints'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { type IdentityDocumentList, readIdentityDocuments } from '../../records/documents.ts'
import { openViewContent } from './content.ts'
import { presentDownloadRequest } from './download-rows.ts'
import {
  answerDownloadRequest,
  createDownloadRequest,
  type DownloadAnswerResult,
  type DownloadRequestResult,
  type DownloadRequestRows,
  loadDownloadRequests,
} from './downloads.ts'
import { openDownload } from './fetch-download.ts'
import type { DocumentCaller, DocumentDeps } from './find.ts'
import { presentDocuments } from './present.ts'
import {
  type CloseViewResult,
  closeDocumentView,
  type OpenViewResult,
  openDocumentView,
  presentDocumentView,
} from './views.ts'

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
    openDocumentView({ identity: params.identity, document: params.document, ...body }, caller, needs),
  present: (opened, { body, actor }) => presentDocumentView(opened, body, actor),
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
  handle: ({ params, ...caller }, needs: DocumentDeps) => closeDocumentView(params, caller, needs),
  present: ({ seconds }) => ({ seconds }),
})

/** Adds the cipher that decrypts the texts in `Value`. */
type WithCipher<Value> = Value & { readonly seal: FieldCipher }

const presentDownloadRow = (
  { row, seal }: WithCipher<DownloadRequestResult | DownloadAnswerResult>,
  { actor }: DocumentCaller,
): DownloadRequestView => presentDownloadRequest(row, actor, seal)

export const requestDownload = defineRoute(endpoints.requestDownload, {
  permission: 'document.download',
  audit: ({ params, body }, asked: WithCipher<DownloadRequestResult> | undefined) => ({
    action: 'download.asked',
    about: toAuditSubject('identity', params.identity, asked),
    purpose: {
      field: 'document.content',
      code: body.purpose,
      caseRef: body.caseRef,
      stepUpAge: null,
    },
    note: `file:${params.document}/${body.file}`,
  }),
  handle: async ({ params, body, ...caller }, needs: DocumentDeps) => ({
    ...(await createDownloadRequest(params, body, caller, needs)),
    seal: needs.seal,
  }),
  present: (asked, caller) => ({ answer: asked.answer, request: presentDownloadRow(asked, caller) }),
})

export const listDownloads = defineRoute(endpoints.listDownloadRequests, {
  permission: 'document.download',
  audit: () => ({ action: 'downloads.listed' }),
  handle: async ({ query, ...caller }, needs: DocumentDeps): Promise<WithCipher<DownloadRequestRows>> => ({
    ...(await loadDownloadRequests(query, caller, needs)),
    seal: needs.seal,
  }),
  present: ({ rows, waiting, seal }, { actor }) => ({
    requests: rows.map((row) => presentDownloadRequest(row, actor, seal)),
    waiting,
  }),
})

export const answerDownload = defineRoute(endpoints.decideDownloadRequest, {
  permission: 'document.download',
  audit: (_call, answered: WithCipher<DownloadAnswerResult> | undefined) => ({
    action: 'download.answered',
    about: answered === undefined ? null : toAuditSubject('identity', answered.row.identity, answered),
  }),
  handle: async ({ params, body, ...caller }, needs: DocumentDeps) => ({
    ...(await answerDownloadRequest(params.request, body, caller, needs)),
    seal: needs.seal,
  }),
  present: (answered, caller) => ({ answer: answered.answer, request: presentDownloadRow(answered, caller) }),
})

export const downloadDocument = defineStreamRoute(endpoints.downloadDocument, {
  permission: 'document.download',
  renews: true,
  timeoutMs,
  audit: () => ({ action: 'download.tried', about: null }),
  open: ({ params, ...caller }, needs: DocumentDeps, hearer) =>
    openDownload(params.request, caller, hearer, needs),
})
