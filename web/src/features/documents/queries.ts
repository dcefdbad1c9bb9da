import type { DownloadRequestId, DownloadRequestInput } from '@paydesk/shared/compliance/document-downloads'
import type { DocumentFileAccessId, DocumentHandle } from '@paydesk/shared/compliance/documents'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import type { CustomerHandle, EnvironmentName, IdentityHandle } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface DocumentsIdentityRef {
  readonly env: EnvironmentName
  readonly identity: IdentityHandle
}

/** One file of a document; `file` counts from 0. */
export interface DocumentFileRef {
  readonly document: DocumentHandle
  readonly file: number
}

export interface DocumentAccessReason {
  readonly purpose: PurposeCode
  readonly caseRef: string
}

const downloadsKey = (env: EnvironmentName) => ['documents', env, 'downloads'] as const

/** Queries of documents and download requests. Never caches the content of a document. */
export function documentQueries(client: ApiClient) {
  return {
    list: (params: DocumentsIdentityRef) =>
      queryOptions({
        queryKey: ['documents', params.env, params.identity, 'list'],
        queryFn: ({ signal }) => client.call(endpoints.listDocuments, { params, signal }),
      }),
    downloads: (env: EnvironmentName, show?: 'asked' | 'to_answer') =>
      queryOptions({
        queryKey: [...downloadsKey(env), show ?? 'all'],
        queryFn: ({ signal }) =>
          client.call(endpoints.listDownloadRequests, {
            params: { env },
            query: show === undefined ? {} : { show },
            signal,
          }),
        meta: { changedBy: ({ kind, environment }) => kind === 'download' && environment === env },
      }),
    /** Requests of all people to download documents of a customer. */
    downloadsOfCustomer: (env: EnvironmentName, customer: CustomerHandle) =>
      queryOptions({
        queryKey: [...downloadsKey(env), 'customer', customer],
        queryFn: ({ signal }) =>
          client.call(endpoints.listDownloadRequests, { params: { env }, query: { customer }, signal }),
        meta: { changedBy: ({ kind, environment }) => kind === 'download' && environment === env },
      }),
    ask: (params: DocumentsIdentityRef & Pick<DocumentFileRef, 'document'>) =>
      mutationOptions({
        mutationKey: ['documents', params.env, 'ask'],
        mutationFn: (body: DownloadRequestInput) => client.call(endpoints.requestDownload, { params, body }),
      }),
    answer: (env: EnvironmentName, request: DownloadRequestId) =>
      mutationOptions({
        mutationKey: ['documents', env, 'answer'],
        mutationFn: (body: ApprovalInput) =>
          client.call(endpoints.decideDownloadRequest, { params: { env, request }, body }),
      }),
  }
}

/** Refetches the download requests on screen and marks the rest stale. */
export function refreshDownloadRequests(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: downloadsKey(env) })
}

/**
 * Calls of one document view. Bypasses the query cache: bytes and facts of a file stay in memory only while
 * the file is open.
 */
export function createDocumentViewClient(client: ApiClient, identityRef: DocumentsIdentityRef) {
  const of = (view: DocumentFileAccessId) => ({ ...identityRef, view })
  return {
    open: ({ document, file }: DocumentFileRef, opening: DocumentAccessReason) =>
      client.call(endpoints.openDocument, {
        params: { ...identityRef, document },
        body: { file, ...opening },
      }),
    async content(view: DocumentFileAccessId, signal: AbortSignal): Promise<Blob> {
      const body = await client.stream(endpoints.showDocumentContent, { params: of(view), signal })
      return new Response(body).blob()
    },
    close: (view: DocumentFileAccessId) => client.sendBeacon(endpoints.closeDocument, { params: of(view) }),
  }
}

/** Fetches the bytes of a confirmed request. The server sends them once. */
export async function fetchDownload(
  client: ApiClient,
  env: EnvironmentName,
  request: DownloadRequestId,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = await client.stream(endpoints.downloadDocument, { params: { env, request } })
  return new Uint8Array(await new Response(body).arrayBuffer())
}
