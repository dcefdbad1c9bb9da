import type {
  DownloadRequestId,
  DownloadRequestInput,
  documentHandle,
  downloadRequestQuery,
} from '@paydesk/shared/compliance/documents'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import type { CustomerHandle, IdentityHandle } from '@paydesk/shared/core/ids'
import type { z } from 'zod'
import {
  type AnswerRequestResult,
  answerRequest,
  type CreateRequestResult,
  canAnswerRequest,
  createRequest,
  type RequestDeps,
} from '../../platform/approvals/requests.ts'
import type { Store } from '../../platform/database/database.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { capCount, type ListCount } from '../../platform/list-query/page.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { type IdentityOwnerDeps, indexIdentityOwners } from '../../records/identity-owners.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import { sealSigner, sealStaffAnswer } from '../../records/staff-texts.ts'
import { type DownloadRow, downloadKind, selectVisibleDownloads } from './download-rows.ts'
import { canSeeDocumentContent, createNotShownProblem, type DocumentDeps, findFile } from './find.ts'

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
  }: { readonly identity: IdentityHandle; readonly document: z.output<typeof documentHandle> },
  body: DownloadRequestInput,
  caller: ScopedActor,
  needs: DocumentDeps,
): Promise<CreateRequestResult<DownloadRow>> {
  const { actor, scope } = caller
  if (!canSeeDocumentContent(actor.fieldAccess)) throw new ProblemError('not_allowed')
  const { file, purpose, caseRef, text } = body
  rejectPersonalDataInTicket('caseRef', caseRef)
  const { elementFile, merchant, listedDocument } = await findFile(
    { identity, document, file },
    caller,
    needs,
  )
  if (elementFile.address.where !== 'here') throw createNotShownProblem('address', 'service_url')
  const kind = actor.fieldAccess.mask(listedDocument.element.kind)
  const { issuer, subject } = actor.session
  const { seal } = needs
  const own = { environment: scope.environment, merchant, document, file, issuer, subject }
  return createRequest(downloadKind, `download/${document}/${file}`, needs, async (trx, at) => {
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
        ...sealSigner(actor.session, seal),
        identity,
        purpose,
        case_ref: caseRef,
        sealed_text: seal.seal(reviewCipherContext, text),
        // Store the kind, so that the approver sees it under their own
        // field permission without another read.
        sealed_kind: kind.visibility === 'clear' ? seal.seal(reviewCipherContext, kind.text) : null,
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
export function answerDownloadRequest(
  id: DownloadRequestId,
  body: ApprovalInput,
  caller: ScopedActor,
  deps: RequestDeps,
): Promise<AnswerRequestResult<DownloadRow>> {
  return answerRequest(downloadKind, id, caller, deps, (trx, now) =>
    trx
      .updateTable('download_requests')
      .set({
        ...sealStaffAnswer(body, caller.actor.session, deps.seal, now),
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
): Promise<DownloadRow[]> {
  const now = Date.now()
  const open = await selectVisibleDownloads(db, caller)
    .selectAll()
    // Limit the search by age: open requests are never older, and the index then serves the query.
    .where('at', '>=', now - answerWithinMs)
    .where('answer', 'is', null)
    .where('until', '>=', now)
    .execute()
  return open.filter((row) => canAnswerRequest(downloadKind, row, caller.actor, now))
}

/** Counts the requests that wait for the caller. */
export async function countDownloadRequests(
  _filter: Pick<z.output<typeof downloadRequestQuery>, 'show'>,
  caller: ScopedActor,
  { store }: Pick<RequestDeps, 'store'>,
): Promise<ListCount> {
  return capCount((await loadAnswerableDownloads(caller, store)).length)
}

/** Loads the requests of all people for documents of a customer, newest first, at most a hundred. */
async function loadDownloadsOfCustomer(
  customer: CustomerHandle,
  caller: ScopedActor,
  deps: RequestDeps & Pick<IdentityOwnerDeps, 'handles'>,
): Promise<DownloadRow[]> {
  const { environment, merchants } = caller.scope
  for (const merchant of merchants) await indexIdentityOwners(environment, merchant, deps)
  return selectVisibleDownloads(deps.store.db, caller)
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
  { show, customer }: z.output<typeof downloadRequestQuery>,
  caller: ScopedActor,
  deps: RequestDeps & Pick<IdentityOwnerDeps, 'handles'>,
) {
  const { store, seal } = deps
  const { issuer, subject } = caller.actor.session
  const own = selectVisibleDownloads(store.db, caller)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
  const waiting = await loadAnswerableDownloads(caller, store)
  if (customer !== undefined) {
    const rows = await loadDownloadsOfCustomer(customer, caller, deps)
    return { rows, waiting: waiting.length, seal }
  }
  const mine =
    show === 'to_answer' ? [] : await own.selectAll().orderBy('at', 'desc').limit(maxListedRequests).execute()
  const rows = [...(show === 'asked' ? [] : waiting), ...mine].sort((one, other) => other.at - one.at)
  return { rows: rows.slice(0, maxListedRequests), waiting: waiting.length, seal }
}
