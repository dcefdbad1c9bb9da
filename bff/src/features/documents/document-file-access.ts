import {
  type DocumentFileAccess,
  type DocumentFileAccessId,
  documentFileAccessIdSchema,
  type documentHandleSchema,
} from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, ScopedActor } from '../../platform/http/route.ts'
import { requireStepUp } from '../../platform/http/step-up.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import {
  acquireFileMemorySlot,
  canSeeDocumentContent,
  createDocumentNotShownProblem,
  type DocumentDeps,
  type FetchedDocumentFile,
  type FoundDocumentFile,
  fetchDocumentFile,
  findListedDocumentFile,
} from './find.ts'

/** Limits of a view: lifetime (ms), number of content fetches, and retention of its row (ms). */
const viewLifetimeMs = 600_000
const maxContentFetches = 5
const retentionMs = 86_400_000

type ViewRow = Selectable<DatabaseSchema['document_views']>

export interface OpenDocumentFileInput {
  readonly identity: IdentityHandle
  readonly document: z.output<typeof documentHandleSchema>
  readonly file: number
  readonly purpose: PurposeCode
  readonly caseRef: string
}

export interface OpenDocumentFileResult {
  readonly id: DocumentFileAccessId
  readonly found: FoundDocumentFile
  readonly facts: FetchedDocumentFile['facts']
  readonly openedAt: number
  readonly stepUpAge: number
  readonly merchant: string
}

/**
 * Opens a view of one file for this session: fetches and inspects the file, and stores no byte. Throws
 * `reauthentication_needed`, `not_allowed` if the field permissions of the role say so, `not_found`,
 * `document_not_shown`, and `bad_request` for personal data in the ticket.
 */
export async function openDocumentFile(
  openViewInput: OpenDocumentFileInput,
  caller: ScopedActor,
  deps: DocumentDeps,
): Promise<OpenDocumentFileResult> {
  const { actor, scope } = caller
  if (!canSeeDocumentContent(actor.fieldAccess)) throw new ProblemError('not_allowed')
  rejectPersonalDataInTicket('caseRef', openViewInput.caseRef)
  const stepUpAge = requireStepUp(actor, deps.config.reauthenticationMs)
  await deps.consumeBudget('document', caller, openViewInput.identity)
  const found = await findListedDocumentFile(openViewInput, caller, deps)
  const leave = await acquireFileMemorySlot(deps)
  const { facts, release } = await fetchDocumentFile(found, caller, deps).finally(leave)
  release()
  const id = documentFileAccessIdSchema.parse(generateId('dv'))
  const openedAt = Date.now()
  const { db } = deps.store
  await db
    .deleteFrom('document_views')
    .where('until', '<', openedAt - retentionMs)
    .execute()
  await db
    .insertInto('document_views')
    .values({
      id,
      environment: scope.environment,
      merchant: found.merchant,
      identity: openViewInput.identity,
      document: openViewInput.document,
      file: openViewInput.file,
      session_hash: actor.session.hash,
      sha256: facts.sha256,
      opened_at: openedAt,
      until: openedAt + viewLifetimeMs,
      fetched: 0,
    })
    .execute()
  return { id, found, facts, openedAt, stepUpAge, merchant: found.merchant }
}

/** Presents an opened view with the text of its watermark. */
export function presentDocumentFileAccess(
  { id, found, facts, openedAt }: OpenDocumentFileResult,
  { purpose, caseRef }: Pick<OpenDocumentFileInput, 'purpose' | 'caseRef'>,
  { session, fieldAccess }: Actor,
): DocumentFileAccess {
  return {
    view: id,
    document: found.listedDocument.document,
    file: found.file,
    name: fieldAccess.mask(found.elementFile.name),
    openedAt: formatIsoTime(openedAt),
    until: formatIsoTime(openedAt + viewLifetimeMs),
    contents: maxContentFetches,
    facts,
    watermark: { person: session.name, at: formatIsoTime(openedAt), purpose, caseRef },
  }
}

/** Finds a view of this session and this identity. Throws `not_found` for any other view. */
async function findOwnView(
  { identity, view }: { readonly identity: IdentityHandle; readonly view: DocumentFileAccessId },
  { actor, scope }: ScopedActor,
  { store }: Pick<DocumentDeps, 'store'>,
): Promise<ViewRow> {
  const row = await store.db
    .selectFrom('document_views')
    .selectAll()
    .where('id', '=', view)
    .where('identity', '=', identity)
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .where('session_hash', '=', actor.session.hash)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Counts one fetch of a view's content. Throws `not_found` if the view is closed or expired,
 * `document_not_shown` if all fetches are used.
 */
export async function recordDocumentContentFetch(
  wanted: { readonly identity: IdentityHandle; readonly view: DocumentFileAccessId },
  caller: ScopedActor,
  deps: Pick<DocumentDeps, 'store'>,
): Promise<ViewRow> {
  const row = await findOwnView(wanted, caller, deps)
  if (row.closed_at !== null || row.until < Date.now()) throw new ProblemError('not_found')
  const taken = await deps.store.db
    .updateTable('document_views')
    .set(({ eb }) => ({ fetched: eb('fetched', '+', 1) }))
    .where('id', '=', row.id)
    // Count in the update, so that two concurrent fetches count as two.
    .where('fetched', '<', maxContentFetches)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined)
    throw createDocumentNotShownProblem('content', 'max_fetches', { max: maxContentFetches })
  return row
}

export interface CloseDocumentFileResult {
  readonly seconds: number
  readonly merchant: string
}

/**
 * Closes a view; further calls change nothing. Returns how long the view was
 * open, in whole seconds. Throws `not_found`.
 */
export async function closeDocumentFile(
  wanted: { readonly identity: IdentityHandle; readonly view: DocumentFileAccessId },
  caller: ScopedActor,
  deps: Pick<DocumentDeps, 'store'>,
): Promise<CloseDocumentFileResult> {
  const row = await findOwnView(wanted, caller, deps)
  const closedAt = row.closed_at ?? Date.now()
  await deps.store.db
    .updateTable('document_views')
    .set({ closed_at: closedAt })
    .where('id', '=', row.id)
    .where('closed_at', 'is', null)
    .execute()
  return { seconds: Math.max(0, Math.round((closedAt - row.opened_at) / 1_000)), merchant: row.merchant }
}
