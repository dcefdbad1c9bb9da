import type { DownloadView } from '@paydesk/shared/compliance/document-downloads'
import { endpoints } from '@paydesk/shared/endpoints'
import { subject } from '../../platform/audit/entry.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { route, streamRoute } from '../../platform/http/route.ts'
import { type ReadDocuments, readDocuments } from '../../records/documents.ts'
import { openContent } from './content.ts'
import { presentRequest } from './download-rows.ts'
import { type Answered, type Asked, answerRequest, askFor, type Listed, listRequests } from './downloads.ts'
import { openDownload } from './fetch-download.ts'
import type { Caller, DocumentNeeds } from './find.ts'
import { presentDocuments } from './present.ts'
import { type Closed, closeView, type Opened, openView, presentView } from './views.ts'

/** ms: the identity record, a turn, and a file of the largest size. */
const longestMs = 45_000

export const listDocuments = route(endpoints.listDocuments, {
  permission: 'document.read',
  audit: ({ params }, read: ReadDocuments | undefined) => ({
    action: 'documents.listed',
    about: subject('identity', params.identity, read),
  }),
  handle: ({ params, ...caller }, needs: DocumentNeeds) => readDocuments(params.identity, caller, needs),
  present: (read, { actor }) => presentDocuments(read, actor.sight),
})

export const openDocument = route(endpoints.openDocument, {
  permission: 'document.read',
  longestMs,
  audit: ({ params, body }, opened: Opened | undefined) => ({
    action: 'document.viewed',
    about: subject('identity', params.identity, opened),
    purpose: {
      field: 'document.content',
      code: body.purpose,
      caseRef: body.caseRef,
      stepUpAge: opened?.stepUpAge ?? null,
    },
    note: `file:${params.document}/${body.file}`,
  }),
  handle: ({ params, body, ...caller }, needs: DocumentNeeds) =>
    openView({ identity: params.identity, document: params.document, ...body }, caller, needs),
  present: (opened, { body, actor }) => presentView(opened, body, actor),
})

export const showDocumentContent = streamRoute(endpoints.showDocumentContent, {
  permission: 'document.read',
  renews: true,
  longestMs,
  audit: ({ params }) => ({
    action: 'document.content.sent',
    about: subject('identity', params.identity, undefined),
  }),
  open: ({ params, ...caller }, needs: DocumentNeeds, hearer) => openContent(params, caller, hearer, needs),
})

export const closeDocument = route(endpoints.closeDocument, {
  permission: 'document.read',
  audit: ({ params }, closed: Closed | undefined) => ({
    action: 'document.closed',
    about: subject('identity', params.identity, closed),
    ...(closed !== undefined && { note: `seconds:${closed.seconds}` as const }),
  }),
  handle: ({ params, ...caller }, needs: DocumentNeeds) => closeView(params, caller, needs),
  present: ({ seconds }) => ({ seconds }),
})

/** What was done about a request, with what opens its texts. */
type Sealed<Value> = Value & { readonly seal: Seal }

const seen = ({ row, seal }: Sealed<Asked | Answered>, { actor }: Caller): DownloadView =>
  presentRequest(row, actor, seal)

export const askDownload = route(endpoints.askDownload, {
  permission: 'document.download',
  audit: ({ params, body }, asked: Sealed<Asked> | undefined) => ({
    action: 'download.asked',
    about: subject('identity', params.identity, asked),
    purpose: {
      field: 'document.content',
      code: body.purpose,
      caseRef: body.caseRef,
      stepUpAge: null,
    },
    note: `file:${params.document}/${body.file}`,
  }),
  handle: async ({ params, body, ...caller }, needs: DocumentNeeds) => ({
    ...(await askFor(params, body, caller, needs)),
    seal: needs.seal,
  }),
  present: (asked, caller) => ({ answer: asked.answer, request: seen(asked, caller) }),
})

export const listDownloads = route(endpoints.listDownloads, {
  permission: 'document.download',
  audit: () => ({ action: 'downloads.listed' }),
  handle: async ({ query, ...caller }, needs: DocumentNeeds): Promise<Sealed<Listed>> => ({
    ...(await listRequests(query, caller, needs)),
    seal: needs.seal,
  }),
  present: ({ rows, waiting, seal }, { actor }) => ({
    requests: rows.map((row) => presentRequest(row, actor, seal)),
    waiting,
  }),
})

export const answerDownload = route(endpoints.answerDownload, {
  permission: 'document.download',
  audit: (_call, answered: Sealed<Answered> | undefined) => ({
    action: 'download.answered',
    about: answered === undefined ? null : subject('identity', answered.row.identity, answered),
  }),
  handle: async ({ params, body, ...caller }, needs: DocumentNeeds) => ({
    ...(await answerRequest(params.request, body, caller, needs)),
    seal: needs.seal,
  }),
  present: (answered, caller) => ({ answer: answered.answer, request: seen(answered, caller) }),
})

export const fetchDownload = streamRoute(endpoints.fetchDownload, {
  permission: 'document.download',
  renews: true,
  longestMs,
  audit: () => ({ action: 'download.tried', about: null }),
  open: ({ params, ...caller }, needs: DocumentNeeds, hearer) =>
    openDownload(params.request, caller, hearer, needs),
})
