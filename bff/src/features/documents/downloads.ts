import type {
  AskDownloadRequest,
  DownloadAnswer,
  DownloadRequestId,
  downloadQuery,
} from '@paydesk/shared/compliance/document-downloads'
import type { documentHandle } from '@paydesk/shared/compliance/documents'
import type { IdentityHandle } from '@paydesk/shared/core/ids'
import type { z } from 'zod'
import { transactInCall } from '../../platform/database/transaction.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import { isPerson } from '../../platform/session/person.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { changeOf, type DownloadRow, mayAnswer, requestsSeen, statusOf } from './download-rows.ts'
import { type Caller, type DocumentNeeds, findFile, maySeeContent, notShown } from './find.ts'

/** ms: another person answers within a day, and who asked fetches it within an hour of that. */
const answeredMs = 86_400_000
const fetchedMs = 3_600_000
const listed = 100

type Needs = Pick<DocumentNeeds, 'store' | 'seal'>

export interface Asked {
  readonly answer: 'asked' | 'open_already'
  readonly row: DownloadRow
  readonly merchant: string
}

/**
 * Asks to take one file out of Paydesk. A person has one request about a file open at a time. Throws
 * `not_found` where the service does not list it, `document_not_shown` where it would not be fetched,
 * `bad_request` for personal data in the place of a ticket.
 */
export async function askFor(
  {
    identity,
    document,
  }: { readonly identity: IdentityHandle; readonly document: z.output<typeof documentHandle> },
  body: AskDownloadRequest,
  caller: Caller,
  needs: DocumentNeeds,
): Promise<Asked> {
  const { actor, scope } = caller
  if (!maySeeContent(actor.sight)) throw new ProblemError('not_allowed')
  const { file, purpose, caseRef, text } = body
  refusePersonalTicket('caseRef', caseRef)
  const { named, merchant, listed: found } = await findFile({ identity, document, file }, caller, needs)
  if (named.address.where !== 'here') throw notShown('address', 'an address of the payment service itself')
  const kind = actor.sight.show(found.element.kind)
  const { issuer, subject, name } = actor.session
  const { store, seal } = needs
  const at = Date.now()
  const asked = await transactInCall(store, `download/${document}/${file}`, async (trx): Promise<Asked> => {
    const open = await trx
      .selectFrom('download_requests')
      .selectAll()
      .where('environment', '=', scope.environment)
      .where('merchant', '=', merchant)
      .where('document', '=', document)
      .where('file', '=', file)
      .where('at', '>=', at - answeredMs)
      .where('answer', 'is', null)
      .where('until', '>=', at)
      .execute()
    const own = open.find((row) => isPerson(row, actor.session))
    if (own !== undefined) return { answer: 'open_already', row: own, merchant }
    const row = await trx
      .insertInto('download_requests')
      .values({
        id: newId('dr'),
        environment: scope.environment,
        merchant,
        identity,
        document,
        file,
        issuer,
        subject,
        name: seal.seal(reviewSealed, name),
        purpose,
        case_ref: caseRef,
        sealed_text: seal.seal(reviewSealed, text),
        // Who answers is told what it is, under their own cell, without another read.
        sealed_kind: kind.seen === 'clear' ? seal.seal(reviewSealed, kind.text) : null,
        at,
        until: at + answeredMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await appendChange(trx, store.dialect, changeOf(row), at)
    return { answer: 'asked', row, merchant }
  })
  store.wake('changes')
  return asked
}

export interface Answered {
  readonly answer: 'done' | 'too_late'
  readonly row: DownloadRow
  readonly merchant: string
}

/** The request where it is within this person's merchants. Throws `not_found`. */
export async function requestBehind(
  id: DownloadRequestId,
  caller: Caller,
  { store }: Pick<Needs, 'store'>,
): Promise<DownloadRow> {
  const row = await requestsSeen(store.db, caller).selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/**
 * Answers a request of somebody else, once, whoever is first. Throws `not_found`, and `not_allowed` for one's
 * own.
 */
export async function answerRequest(
  id: DownloadRequestId,
  { answer, text }: DownloadAnswer,
  caller: Caller,
  { store, seal }: Needs,
): Promise<Answered> {
  const { session } = caller.actor
  const row = await requestBehind(id, caller, { store })
  const now = Date.now()
  const { merchant } = row
  if (statusOf(row, now) !== 'waiting') return { answer: 'too_late', row, merchant }
  if (!mayAnswer(row, caller.actor, now)) throw new ProblemError('not_allowed')
  const done = await transactInCall(store, `download/${id}`, async (trx) => {
    const answered = await trx
      .updateTable('download_requests')
      .set({
        answer,
        answered_issuer: session.issuer,
        answered_subject: session.subject,
        answered_name: seal.seal(reviewSealed, session.name),
        sealed_answer: text === undefined ? null : seal.seal(reviewSealed, text),
        answered_at: now,
        fetch_until: answer === 'confirm' ? now + fetchedMs : null,
      })
      .where('id', '=', id)
      // Two may answer at once: the first one's stays.
      .where('answer', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (answered !== undefined) await appendChange(trx, store.dialect, changeOf(answered), now)
    return answered
  })
  store.wake('changes')
  if (done !== undefined) return { answer: 'done', row: done, merchant }
  return { answer: 'too_late', row: await requestBehind(id, caller, { store }), merchant }
}

export interface Listed {
  readonly rows: readonly DownloadRow[]
  readonly waiting: number
}

/** Requests of this person, those that wait for them, or both: newest first, the last hundred. */
export async function listRequests(
  { show }: z.output<typeof downloadQuery>,
  caller: Caller,
  { store }: Pick<Needs, 'store'>,
): Promise<Listed> {
  const { issuer, subject } = caller.actor.session
  const now = Date.now()
  const seen = requestsSeen(store.db, caller)
  const own = seen.where('issuer', '=', issuer).where('subject', '=', subject)
  const open = await seen
    .selectAll()
    // What waits is no older than that: by the index, and not over all that there ever was.
    .where('at', '>=', now - answeredMs)
    .where('answer', 'is', null)
    .where('until', '>=', now)
    .execute()
  const waiting = open.filter((row) => mayAnswer(row, caller.actor, now))
  const mine = show === 'to_answer' ? [] : await own.selectAll().orderBy('at', 'desc').limit(listed).execute()
  const rows = [...(show === 'asked' ? [] : waiting), ...mine].sort((one, other) => other.at - one.at)
  return { rows: rows.slice(0, listed), waiting: waiting.length }
}
