import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName, identityHandle } from '../core/ids.ts'
import { purposeCode, ticketNumber } from '../core/purposes.ts'
import {
  downloadApprovalInput,
  downloadApprovalResponse,
  downloadRequestId,
  downloadRequestInput,
  downloadRequestList,
  downloadRequestQuery,
  requestDownloadResponse,
} from './document-downloads.ts'
import { documentHandle, documentList, documentView, documentViewId, fileNumber } from './documents.ts'

const none = z.strictObject({})
const ofIdentity = z.strictObject({ env: environmentName, identity: identityHandle })
const ofDocument = z.strictObject({ ...ofIdentity.shape, document: documentHandle })
const ofView = z.strictObject({ ...ofIdentity.shape, view: documentViewId })
const ofRequest = z.strictObject({ env: environmentName, request: downloadRequestId })

/** Supporting documents of an identity record (interface, endpoint 5): looked at here, or taken out by two people. */
export const documentEndpoints = {
  listDocuments: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/documents',
    params: ofIdentity,
    query: none,
    body: none,
    response: documentList,
  }),
  /** Fetches the file from the service and says what it is; nothing of it leaves yet. */
  openDocument: defineEndpoint({
    method: 'POST',
    path: '/api/:env/identities/:identity/documents/:document/view',
    params: ofDocument,
    query: none,
    body: z.strictObject({ file: fileNumber, purpose: purposeCode, caseRef: ticketNumber }),
    response: documentView,
  }),
  /** The bytes that are shown: `image/jpeg`, `image/png` or `application/pdf`. */
  showDocumentContent: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/views/:view/content',
    params: ofView,
    query: none,
    body: none,
    response: z.instanceof(Uint8Array),
    stream: 'application/octet-stream',
  }),
  /** Records how long it was open, by the clock of the server; from then on nothing of it can be fetched. */
  closeDocument: defineEndpoint({
    method: 'POST',
    path: '/api/:env/identities/:identity/views/:view/closed',
    params: ofView,
    query: none,
    body: none,
    response: z.strictObject({ seconds: z.int().min(0) }),
  }),
  requestDownload: defineEndpoint({
    method: 'POST',
    path: '/api/:env/identities/:identity/documents/:document/download-requests',
    params: ofDocument,
    query: none,
    body: downloadRequestInput,
    response: requestDownloadResponse,
  }),
  listDownloadRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/download-requests',
    params: z.strictObject({ env: environmentName }),
    query: downloadRequestQuery,
    body: none,
    response: downloadRequestList,
  }),
  decideDownloadRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/download-requests/:request/answer',
    params: ofRequest,
    query: none,
    body: downloadApprovalInput,
    response: downloadApprovalResponse,
  }),
  /** Once, by who asked, behind a mark with person, time and purpose: always a PDF of ours, as a download. */
  downloadDocument: defineEndpoint({
    method: 'GET',
    path: '/api/:env/download-requests/:request/content',
    params: ofRequest,
    query: none,
    body: none,
    response: z.instanceof(Uint8Array),
    stream: 'application/octet-stream',
  }),
} as const
