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

/**
 * Endpoints for the supporting documents of an identity record (interface, endpoint 5): viewing in Paydesk,
 * or a download with approval.
 */
export const documentEndpoints = {
  listDocuments: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/documents',
    params: ofIdentity,
    query: none,
    body: none,
    response: documentList,
  }),
  /** Fetches the file from the payment service and inspects it. The answer contains no bytes of the file. */
  openDocument: defineEndpoint({
    method: 'POST',
    path: '/api/:env/identities/:identity/documents/:document/view',
    params: ofDocument,
    query: none,
    body: z.strictObject({ file: fileNumber, purpose: purposeCode, caseRef: ticketNumber }),
    response: documentView,
  }),
  /** Streams the bytes for viewing: `image/jpeg`, `image/png` or `application/pdf`. */
  showDocumentContent: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/views/:view/content',
    params: ofView,
    query: none,
    body: none,
    response: z.instanceof(Uint8Array),
    stream: 'application/octet-stream',
  }),
  /**
   * Ends a view and records how long it was open by the server's clock. Its content cannot be fetched
   * afterwards.
   */
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
  /**
   * Streams the file once to the user who asked: always as a PDF of ours, watermarked with person, time and
   * purpose.
   */
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
