import type {
  DownloadApprovalInput,
  DownloadRequestId,
  DownloadRequestInput,
  documentHandle,
  downloadRequestQuery,
} from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import type { z } from 'zod'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { isSamePerson } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import {
  buildDownloadChange,
  canAnswerDownload,
  type DownloadRow,
  deriveDownloadStatus,
  selectVisibleDownloads,
} from './download-rows.ts'
import {
  canSeeDocumentContent,
  createNotShownProblem,
  type DocumentCaller,
  type DocumentDeps,
  findFile,
} from './find.ts'

/**
 * Time limits (ms): another person answers within a day, and the
 * requester downloads within an hour after that.
 */
const answerWithinMs = 86_400_000
const fetchWithinMs = 3_600_000
const maxListedRequests = 100

type DownloadRequestDeps = Pick<DocumentDeps, 'store' | 'seal'>

export interface DownloadRequestResult {
  readonly answer: 'asked' | 'open_already'
  readonly row: DownloadRow
  readonly merchant: string
}

/**
 * Requests the download of one file. A person has at most one open request per file. Throws `not_allowed` if
 * the role may not see content, `not_found` if the payment service does not list the file,
 * `document_not_shown` if the file would not be fetched, `bad_request` for personal data in the ticket.
 */
export async function createDownloadRequest(
  {
    identity,
    document,
  }: { readonly identity: IdentityHandle; readonly document: z.output<typeof documentHandle> },
  body: DownloadRequestInput,
  caller: DocumentCaller,
  needs: DocumentDeps,
): Promise<DownloadRequestResult> {
  const { actor, scope } = caller
  if (!canSeeDocumentContent(actor.fieldAccess)) throw new ProblemError('not_allowed')
  const { file, purpose, caseRef, text } = body
  rejectPersonalDataInTicket('caseRef', caseRef)
  const {
    elementFile,
    merchant,
    listedDocument: found,
  } = await findFile({ identity, document, file }, caller, needs)
  if (elementFile.address.where !== 'here')
    throw createNotShownProblem('address', 'an address of the payment service itself')
  const kind = actor.fieldAccess.mask(found.element.kind)
  const { issuer, subject, name } = actor.session
  const { store, seal } = needs
  const at = Date.now()
  const asked = await withRequestTransaction(
    store,
    `download/${document}/${file}`,
    async (trx): Promise<DownloadRequestResult> => {
      const open = await trx
        .selectFrom('download_requests')
        .selectAll()
        .where('environment', '=', scope.environment)
        .where('merchant', '=', merchant)
        .where('document', '=', document)
        .where('file', '=', file)
        .where('at', '>=', at - answerWithinMs)
        .where('answer', 'is', null)
        .where('until', '>=', at)
        .execute()
      const own = open.find((row) => isSamePerson(row, actor.session))
      if (own !== undefined) return { answer: 'open_already', row: own, merchant }
      const row = await trx
        .insertInto('download_requests')
        .values({
          id: generateId('dr'),
          environment: scope.environment,
          merchant,
          identity,
          document,
          file,
          issuer,
          subject,
          name: seal.seal(reviewCipherContext, name),
          purpose,
          case_ref: caseRef,
          sealed_text: seal.seal(reviewCipherContext, text),
          // Store the kind, so that the approver sees it under their own
          // field permission without another read.
          sealed_kind: kind.seen === 'clear' ? seal.seal(reviewCipherContext, kind.text) : null,
          at,
          until: at + answerWithinMs,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await appendChange(trx, store.dialect, buildDownloadChange(row), at)
      return { answer: 'asked', row, merchant }
    },
  )
  store.wake('changes')
  return asked
}

export interface DownloadAnswerResult {
  readonly answer: 'done' | 'too_late'
  readonly row: DownloadRow
  readonly merchant: string
}

/** Finds the request within the caller's merchants. Throws `not_found`. */
export async function findDownloadRequest(
  id: DownloadRequestId,
  caller: DocumentCaller,
  { store }: Pick<DownloadRequestDeps, 'store'>,
): Promise<DownloadRow> {
  const row = await selectVisibleDownloads(store.db, caller)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Answers the request of another person; only the first answer counts. Throws `not_found`, and `not_allowed`
 * for the caller's own request.
 */
export async function answerDownloadRequest(
  id: DownloadRequestId,
  { answer, text }: DownloadApprovalInput,
  caller: DocumentCaller,
  { store, seal }: DownloadRequestDeps,
): Promise<DownloadAnswerResult> {
  const { session } = caller.actor
  const row = await findDownloadRequest(id, caller, { store })
  const now = Date.now()
  const { merchant } = row
  if (deriveDownloadStatus(row, now) !== 'waiting') return { answer: 'too_late', row, merchant }
  if (!canAnswerDownload(row, caller.actor, now)) throw new ProblemError('not_allowed')
  const done = await withRequestTransaction(store, `download/${id}`, async (trx) => {
    const answered = await trx
      .updateTable('download_requests')
      .set({
        answer,
        answered_issuer: session.issuer,
        answered_subject: session.subject,
        answered_name: seal.seal(reviewCipherContext, session.name),
        sealed_answer: text === undefined ? null : seal.seal(reviewCipherContext, text),
        answered_at: now,
        fetch_until: answer === 'confirm' ? now + fetchWithinMs : null,
      })
      .where('id', '=', id)
      // Keep the first answer if two people answer at once.
      .where('answer', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (answered !== undefined) await appendChange(trx, store.dialect, buildDownloadChange(answered), now)
    return answered
  })
  store.wake('changes')
  if (done !== undefined) return { answer: 'done', row: done, merchant }
  return { answer: 'too_late', row: await findDownloadRequest(id, caller, { store }), merchant }
}

export interface DownloadRequestRows {
  readonly rows: readonly DownloadRow[]
  readonly waiting: number
}

/**
 * Loads the caller's requests, the requests waiting for the caller, or both: newest first, at most a hundred.
 */
export async function loadDownloadRequests(
  { show }: z.output<typeof downloadRequestQuery>,
  caller: DocumentCaller,
  { store }: Pick<DownloadRequestDeps, 'store'>,
): Promise<DownloadRequestRows> {
  const { issuer, subject } = caller.actor.session
  const now = Date.now()
  const seen = selectVisibleDownloads(store.db, caller)
  const own = seen.where('issuer', '=', issuer).where('subject', '=', subject)
  const open = await seen
    .selectAll()
    // Limit the search by age: open requests are never older, and the index then serves the query.
    .where('at', '>=', now - answerWithinMs)
    .where('answer', 'is', null)
    .where('until', '>=', now)
    .execute()
  const waiting = open.filter((row) => canAnswerDownload(row, caller.actor, now))
  const mine =
    show === 'to_answer' ? [] : await own.selectAll().orderBy('at', 'desc').limit(maxListedRequests).execute()
  const rows = [...(show === 'asked' ? [] : waiting), ...mine].sort((one, other) => other.at - one.at)
  return { rows: rows.slice(0, maxListedRequests), waiting: waiting.length }
}
