import type {
  AskDownloadRequest,
  DownloadAnswer,
  DownloadRequestId,
} from '@paydesk/shared/compliance/document-downloads'
import type { DocumentHandle, DocumentViewId } from '@paydesk/shared/compliance/documents'
import type { EnvironmentName, IdentityHandle } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purpose'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../lib/api/client.ts'

export interface IdentityPlace {
  readonly env: EnvironmentName
  readonly identity: IdentityHandle
}

/** One file of a document. */
export interface FileRef {
  readonly document: DocumentHandle
  readonly file: number
}

/** Why a file is opened, and under which ticket. */
export interface Opening {
  readonly purpose: PurposeCode
  readonly caseRef: string
}

const downloadsOf = (env: EnvironmentName) => ['documents', env, 'downloads'] as const

/** The list of documents and the requests to take one out. What is in a document is never kept by a query. */
export function documentQueries(client: Client) {
  return {
    list: (params: IdentityPlace) =>
      queryOptions({
        queryKey: ['documents', params.env, params.identity, 'list'],
        queryFn: ({ signal }) => client.call(endpoints.listDocuments, { params, signal }),
      }),
    downloads: (env: EnvironmentName, show?: 'asked' | 'to_answer') =>
      queryOptions({
        queryKey: [...downloadsOf(env), show ?? 'all'],
        queryFn: ({ signal }) =>
          client.call(endpoints.listDownloads, {
            params: { env },
            query: show === undefined ? {} : { show },
            signal,
          }),
        meta: { changedBy: ({ kind, environment }) => kind === 'download' && environment === env },
      }),
    ask: (params: IdentityPlace & Pick<FileRef, 'document'>) =>
      mutationOptions({
        mutationKey: ['documents', params.env, 'ask'],
        mutationFn: (body: AskDownloadRequest) => client.call(endpoints.askDownload, { params, body }),
      }),
    answer: (env: EnvironmentName, request: DownloadRequestId) =>
      mutationOptions({
        mutationKey: ['documents', env, 'answer'],
        mutationFn: (body: DownloadAnswer) =>
          client.call(endpoints.answerDownload, { params: { env, request }, body }),
      }),
  }
}

/** Reads again what is on screen of the requests, and marks the rest as old. */
export function readDownloadsAgain(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: downloadsOf(env) })
}

/** The calls of one view. They go past the queries: bytes and facts of a file are in memory only while it is open. */
export function viewCalls(client: Client, place: IdentityPlace) {
  const of = (view: DocumentViewId) => ({ ...place, view })
  return {
    open: ({ document, file }: FileRef, opening: Opening) =>
      client.call(endpoints.openDocument, {
        params: { ...place, document },
        body: { file, ...opening },
      }),
    async content(view: DocumentViewId, signal: AbortSignal): Promise<Blob> {
      const body = await client.stream(endpoints.showDocumentContent, { params: of(view), signal })
      return new Response(body).blob()
    },
    close: (view: DocumentViewId) => client.tell(endpoints.closeDocument, { params: of(view) }),
  }
}

/** The bytes of a confirmed request: they can be asked for once. */
export async function fetchDownload(
  client: Client,
  env: EnvironmentName,
  request: DownloadRequestId,
): Promise<Blob> {
  const body = await client.stream(endpoints.fetchDownload, { params: { env, request } })
  return new Response(body).blob()
}
