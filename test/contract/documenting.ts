import { endpoints } from '@paydesk/shared/endpoints'
import type { Stack, Visitor } from '../stack/start.ts'
import { sessionOf } from './reviewing.ts'

/** Why a document is looked at, as a page sends it. */
export const why = { file: 0, purpose: 'identity_check', caseRef: 'T-4711' } as const
export const words = 'Wanted by the court under its file number'

const nothing = `doc_${'0'.repeat(24)}`

/** Compliance may look and take out: whoever it is has proved anew who they are. */
export async function compliant(stack: Stack, subject = 'clara.weiss'): Promise<Visitor> {
  return sessionOf(stack, subject, ['compliance'])
}

/** The document of an identity that stands in this place of the list, as the product names it. */
export async function documentAt(visitor: Visitor, identity: string, position: number): Promise<string> {
  const params = { env: 'stage', identity }
  const { documents } = await visitor.get(endpoints.listDocuments, { params })
  return documents[position]?.document ?? nothing
}

/** Inputs of every endpoint about documents, about the first document of an identity. */
export async function documentCalls(stack: Stack, identity: string, merchant: string) {
  const document = await documentAt(await stack.as('compliance'), identity, 0)
  const file = { environment: 'stage', merchant, identity, document, file: 0 }
  const at = Date.now()
  const { db } = stack.deps.store
  const view = `dv_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`
  const spans = { opened_at: at, until: at + 600_000, fetched: 0 }
  const sha256 = '0'.repeat(64)
  await db
    .insertInto('document_views')
    .values({ id: view, ...file, session_hash: sha256, sha256, ...spans })
    .execute()
  const request = `dr_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`
  await db
    .insertInto('download_requests')
    .values({
      id: request,
      ...file,
      ...{ issuer: stack.sandbox.idpUrl, subject: 'cora.blum', name: '', sealed_text: '' },
      ...{ purpose: why.purpose, case_ref: why.caseRef, at, until: at + 86_400_000 },
    })
    .execute()
  const ofDocument = { params: { env: 'stage', identity, document } }
  const ofView = { params: { env: 'stage', identity, view } }
  const ofRequest = { params: { env: 'stage', request } }
  return {
    listDocuments: { params: { env: 'stage', identity } },
    openDocument: { ...ofDocument, body: why },
    showDocumentContent: ofView,
    closeDocument: ofView,
    askDownload: { ...ofDocument, body: { ...why, text: words } },
    listDownloads: { params: { env: 'stage' }, query: { show: 'asked' } },
    answerDownload: { ...ofRequest, body: { answer: 'confirm' } },
    fetchDownload: ofRequest,
  }
}

/** Makes the view that `documentCalls` made one of this visitor's session: a view is of one session only. */
export async function bindView(stack: Stack, view: string | undefined, subject: string): Promise<void> {
  if (view === undefined) return
  const { db } = stack.deps.store
  const session = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('document_views')
    .set({ session_hash: session.id_hash })
    .where('id', '=', view)
    .execute()
}
