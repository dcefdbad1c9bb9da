import type {
  DownloadRequestId,
  DownloadRequestInput,
  downloadRequestQuerySchema,
} from '@paydesk/shared/compliance/document-downloads'
import type { documentHandleSchema } from '@paydesk/shared/compliance/documents'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import type { CustomerHandle, IdentityHandle } from '@paydesk/shared/core/ids'
import type { z } from 'zod'
import {
  type AnswerStaffRequestResult,
  answerStaffRequest,
  type CreateStaffRequestResult,
  canAnswerStaffRequest,
  createStaffRequest,
  type StaffRequestDeps,
} from '../../platform/approvals/staff-requests.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { type ListCount, presentCappedCount } from '../../platform/list-query/page.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { type IdentityOwnerDeps, recordIdentityOwners } from '../../records/identity-owners.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { buildSignerColumnValues, buildStaffAnswerColumnValues } from '../../records/staff-texts.ts'
import {
  type DownloadRequestRow,
  downloadRequestRules,
  selectVisibleDownloadRequests,
} from './download-rows.ts'
import {
  canSeeDocumentContent,
  createDocumentNotShownProblem,
  type DocumentDeps,
  findListedDocumentFile,
} from './find.ts'

/**
 * Time limits (ms): another person answers within a day, and the
 * requester downloads within an hour after that.
 */
const answerWithinMs = 86_400_000
const fetchWithinMs = 3_600_000
const maxListedRequests = 100

/**
 * Requests the download of one file. A person has at most one open request per file. Throws `not_allowed` if
 * the role may not see content, `not_found` if the payment service does not list the file,
 * `document_not_shown` if the file would not be fetched, `bad_request` for personal data in the ticket.
 */
export async function createDownloadRequest(
  {
    identity,
    document,
  }: { readonly identity: IdentityHandle; readonly document: z.output<typeof documentHandleSchema> },
  body: DownloadRequestInput,
  caller: ScopedActor,
  deps: DocumentDeps,
): Promise<CreateStaffRequestResult<DownloadRequestRow>> {
  const { actor, scope } = caller
  if (!canSeeDocumentContent(actor.fieldAccess)) throw new ProblemError('not_allowed')
  const { file, purpose, caseRef, text } = body
  rejectPersonalDataInTicket('caseRef', caseRef)
  const { elementFile, merchant, listedDocument } = await findListedDocumentFile(
    { identity, document, file },
    caller,
    deps,
  )
  if (elementFile.address.where !== 'here') throw createDocumentNotShownProblem('address', 'service_url')
  const kind = actor.fieldAccess.mask(listedDocument.element.kind)
  const { issuer, subject } = actor.session
  const { cipher } = deps
  const own = { environment: scope.environment, merchant, document, file, issuer, subject }
  return createStaffRequest(downloadRequestRules, `download/${document}/${file}`, deps, async (trx, at) => {
    const open = await trx
      .selectFrom('download_requests')
      .selectAll()
      .where((is) => is.and(own))
      .where('at', '>=', at - answerWithinMs)
      .where('answer', 'is', null)
      .where('until', '>=', at)
      .executeTakeFirst()
    if (open !== undefined) return { answer: 'open_already', row: open }
    const row = await trx
      .insertInto('download_requests')
      .values({
        id: generateId('dr'),
        ...own,
        ...buildSignerColumnValues(actor.session, cipher),
        identity,
        purpose,
        case_ref: caseRef,
        sealed_text: cipher.seal(staffTextCipherContext, text),
        // Store the kind, so that the approver sees it under their own
        // field permission without another read.
        sealed_kind: kind.visibility === 'clear' ? cipher.seal(staffTextCipherContext, kind.text) : null,
        at,
        until: at + answerWithinMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { answer: 'asked', row }
  })
}

/**
 * Answers the request of another person; only the first answer counts. Throws `not_found`, and `not_allowed`
 * for the caller's own request.
 */
export function decideDownloadApproval(
  id: DownloadRequestId,
  body: ApprovalInput,
  caller: ScopedActor,
  deps: StaffRequestDeps,
): Promise<AnswerStaffRequestResult<DownloadRequestRow>> {
  return answerStaffRequest(downloadRequestRules, id, caller, deps, (trx, now) =>
    trx
      .updateTable('download_requests')
      .set({
        ...buildStaffAnswerColumnValues(body, caller.actor.session, deps.cipher, now),
        download_until: body.answer === 'confirm' ? now + fetchWithinMs : null,
      })
      .where('id', '=', id)
      .where('answer', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  )
}

async function loadAnswerableDownloads(
  caller: ScopedActor,
  { db }: Pick<Store, 'db'>,
): Promise<DownloadRequestRow[]> {
  const now = Date.now()
  const open = await selectVisibleDownloadRequests(db, caller)
    .selectAll()
    // Limit the search by age: open requests are never older, and the index then serves the query.
    .where('at', '>=', now - answerWithinMs)
    .where('answer', 'is', null)
    .where('until', '>=', now)
    .execute()
  return open.filter((row) => canAnswerStaffRequest(downloadRequestRules, row, caller.actor, now))
}

/** Counts the requests that wait for the caller. */
export async function countDownloadRequests(
  caller: ScopedActor,
  { store }: Pick<StaffRequestDeps, 'store'>,
): Promise<ListCount> {
  return presentCappedCount((await loadAnswerableDownloads(caller, store)).length)
}

/** Loads the requests of all people for documents of a customer, newest first, at most a hundred. */
async function loadDownloadsOfCustomer(
  customer: CustomerHandle,
  caller: ScopedActor,
  deps: StaffRequestDeps & Pick<IdentityOwnerDeps, 'handles'>,
): Promise<DownloadRequestRow[]> {
  const { environment, merchants } = caller.scope
  for (const merchant of merchants) await recordIdentityOwners(environment, merchant, deps)
  return selectVisibleDownloadRequests(deps.store.db, caller)
    .selectAll()
    .where('identity', 'in', (from) =>
      from.selectFrom('identity_owners').select('identity_owners.identity').where('customer', '=', customer),
    )
    .orderBy('at', 'desc')
    .limit(maxListedRequests)
    .execute()
}

/**
 * Loads the caller's requests, the requests waiting for the caller, or both: newest first, at most a hundred.
 */
export async function loadDownloadRequests(
  { show, customer }: z.output<typeof downloadRequestQuerySchema>,
  caller: ScopedActor,
  deps: StaffRequestDeps & Pick<IdentityOwnerDeps, 'handles'>,
) {
  const { store, cipher } = deps
  const { issuer, subject } = caller.actor.session
  const own = selectVisibleDownloadRequests(store.db, caller)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
  const waiting = await loadAnswerableDownloads(caller, store)
  if (customer !== undefined) {
    const rows = await loadDownloadsOfCustomer(customer, caller, deps)
    return { rows, waiting: waiting.length, cipher }
  }
  const mine =
    show === 'to_answer' ? [] : await own.selectAll().orderBy('at', 'desc').limit(maxListedRequests).execute()
  const rows = [...(show === 'asked' ? [] : waiting), ...mine].sort((one, other) => other.at - one.at)
  return { rows: rows.slice(0, maxListedRequests), waiting: waiting.length, cipher }
}
