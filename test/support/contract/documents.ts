import { endpoints } from '@paydesk/shared/endpoints'
import type { Stack, Visitor } from '../stack/start.ts'
import { startSessionOf } from './review-cases.ts'

/** Reason for opening a document, as a page sends it. */
export const documentPurpose = { file: 0, purpose: 'identity_check', caseRef: 'T-4711' } as const
export const downloadComment = 'Wanted by the court under its file number'

const nothing = `doc_${'0'.repeat(24)}`

/** Marks the session as re-authenticated now. Other tests cover re-authentication at the provider. */
async function proveNow({ deps }: Stack, visitor: Visitor): Promise<void> {
  const { session } = await deps.sessions.find(visitor.jar.get('paydesk_session'))
  if (session !== null) await deps.sessions.markReauthenticated(session.hash, Date.now())
}

/** Starts a session of a re-authenticated compliance user, who may view and download documents. */
export async function openDocumentSession(stack: Stack, subject = 'clara.weiss'): Promise<Visitor> {
  const visitor = await startSessionOf(stack, subject, ['compliance'])
  await proveNow(stack, visitor)
  return visitor
}

/**
 * Handle of the identity's document at this position of the list; a handle of no document if there is none.
 */
async function documentAt(visitor: Visitor, identity: string, position: number): Promise<string> {
  const params = { env: 'stage', identity }
  const { documents } = await visitor.get(endpoints.listDocuments, { params })
  return documents[position]?.document ?? nothing
}

interface RequestOf {
  readonly subject: string
  readonly merchant: string
  readonly identity: string
  readonly document: string
}

/** Inserts a download request of this person, approved by a second person or still waiting. */
async function insertRequest(
  stack: Stack,
  { subject, ...file }: RequestOf,
  confirmed: boolean,
): Promise<string> {
  const at = Date.now()
  const id = `dr_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`
  const { db } = stack.deps.store
  await db
    .insertInto('download_requests')
    .values({
      ...{ id, environment: 'stage', ...file, file: 0, issuer: stack.sandbox.idpUrl, subject, name: '' },
      ...{
        purpose: documentPurpose.purpose,
        case_ref: documentPurpose.caseRef,
        sealed_text: '',
        at,
        until: at + 86_400_000,
      },
    })
    .execute()
  if (confirmed)
    await db
      .updateTable('download_requests')
      .set({
        answer: 'confirm',
        ...{ answered_issuer: stack.sandbox.idpUrl, answered_subject: 'cora.blum', answered_name: '' },
        ...{ answered_at: at, download_until: at + 3_600_000 },
      })
      .where('id', '=', id)
      .execute()
  return id
}

/** Inputs of every document endpoint, for the first document of an identity. */
export async function buildDocumentInputs(stack: Stack, identity: string, merchant: string) {
  // Use a visitor who sees every merchant.
  const visitor = await stack.as('compliance')
  await proveNow(stack, visitor)
  const document = await documentAt(visitor, identity, 0)
  const file = { merchant, identity, document }
  const ofDocument = { params: { env: 'stage', identity, document } }
  const opened = await visitor.call(endpoints.openDocument, { ...ofDocument, body: documentPurpose })
  const view = endpoints.openDocument.response.safeParse(opened.json).data?.view ?? `dv_${'0'.repeat(20)}`
  const waiting = await insertRequest(stack, { subject: 'cora.blum', ...file }, false)
  const confirmed = await insertRequest(stack, { subject: 'clara.weiss', ...file }, true)
  const ofView = { params: { env: 'stage', identity, view } }
  return {
    listDocuments: { params: { env: 'stage', identity } },
    openDocument: { ...ofDocument, body: documentPurpose },
    showDocumentContent: ofView,
    closeDocument: ofView,
    requestDownload: { ...ofDocument, body: { ...documentPurpose, text: downloadComment } },
    listDownloadRequests: { params: { env: 'stage' }, query: { show: 'asked' } },
    decideDownloadRequest: { params: { env: 'stage', request: waiting }, body: { answer: 'confirm' } },
    downloadDocument: { params: { env: 'stage', request: confirmed } },
  }
}

/**
 * Binds the view created by `documentCalls` to the session of this visitor, because only one session may use
 * a view. Marks the visitor as re-authenticated.
 */
export async function bindView(stack: Stack, view: string | undefined, visitor: Visitor): Promise<void> {
  await proveNow(stack, visitor)
  const { session } = await stack.deps.sessions.find(visitor.jar.get('paydesk_session'))
  if (view === undefined || session === null) return
  await stack.deps.store.db
    .updateTable('document_views')
    .set({ session_hash: session.hash })
    .where('id', '=', view)
    .execute()
}
