import { endpoints } from '@paydesk/shared/endpoints'
import type { Answer } from '../support/stack/start.ts'
import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'
import { sampleTicket, walkStaffTexts } from './walk-review.ts'

/** Values from earlier answers of a visit about documents. */
export interface GivenDocuments {
  /** First document with a file that can be fetched; undefined if the list was refused. */
  document?: string
  documentView?: string
  download?: string
}

const nowhere = {
  document: `doc_${'0'.repeat(24)}`,
  view: `dv_${'0'.repeat(20)}`,
  request: `dr_${'0'.repeat(20)}`,
}
const why = { file: 0, purpose: 'identity_check', caseRef: 'T-4711' } as const

/** Well-formed calls about documents. */
export const documentWalkCalls = {
  listDocuments: ({ identityHandle }: WalkSubject): WalkInput[] => [
    { params: { env, identity: identityHandle } },
  ],
  openDocument: (
    { identityHandle }: WalkSubject,
    { document = nowhere.document }: GivenDocuments,
  ): WalkInput[] => [{ params: { env, identity: identityHandle, document }, body: why }],
  showDocumentContent: (
    { identityHandle }: WalkSubject,
    { documentView = nowhere.view }: GivenDocuments,
  ): WalkInput[] => [{ params: { env, identity: identityHandle, view: documentView } }],
  closeDocument: (
    { identityHandle }: WalkSubject,
    { documentView = nowhere.view }: GivenDocuments,
  ): WalkInput[] => [{ params: { env, identity: identityHandle, view: documentView } }],
  requestDownload: (
    { identityHandle }: WalkSubject,
    { document = nowhere.document }: GivenDocuments,
  ): WalkInput[] => [
    { params: { env, identity: identityHandle, document }, body: { ...why, text: walkStaffTexts.explained } },
  ],
  listDownloadRequests: ({ customer }: WalkSubject): WalkInput[] => [
    { params: { env } },
    { params: { env }, query: { customer } },
  ],
  decideDownloadRequest: (_: WalkSubject, { download = nowhere.request }: GivenDocuments): WalkInput[] => [
    { params: { env, request: download }, body: { answer: 'refuse', text: sampleTicket } },
  ],
  downloadDocument: (_: WalkSubject, { download = nowhere.request }: GivenDocuments): WalkInput[] => [
    { params: { env, request: download } },
  ],
} as const

/** Stores what later calls of the visit need from an answer. */
export function takeDocuments(givenDocuments: GivenDocuments, name: string, { json }: Answer): void {
  if (name === 'listDocuments') {
    const { documents } = endpoints.listDocuments.response.parse(json)
    const found = documents.find(({ files }) => files.some(({ location }) => location === 'here'))
    if (found !== undefined) givenDocuments.document = found.document
  }
  if (name === 'openDocument') givenDocuments.documentView = endpoints.openDocument.response.parse(json).view
  if (name === 'requestDownload')
    givenDocuments.download = endpoints.requestDownload.response.parse(json).request.request
}
