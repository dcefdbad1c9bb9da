import type {
  AnswerQuestionRequest,
  AskQuestionRequest,
  QuestionId,
  QuestionSubject,
} from '@paydesk/shared/cases/questions'
import {
  type AnswerStaffRequestResult,
  answerStaffRequest,
  type CreateStaffRequestResult,
  createStaffRequest,
  rejectPersonalDataInAnswer,
  type StaffRequestDeps,
} from '../../platform/approvals/staff-requests.ts'
import { createPersonRateLimit, type PersonRateLimit } from '../../platform/http/rate-limiter.ts'
import type { Scope, ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { resolveCustomerHandle, resolveIdentityHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { buildSignerColumnValues, buildStaffAnswerColumnValues } from '../../records/staff-texts.ts'
import { type QuestionRow, questionRequestRules } from './rows.ts'

export interface AskQuestionDeps extends StaffRequestDeps {
  readonly handles: HandleStore
  readonly questionLimit: PersonRateLimit
}

/** Questions per person: each notifies a whole role, and nobody asks faster by hand. */
export const maxQuestionsPerMinute = 60

export function createQuestionDeps(): Pick<AskQuestionDeps, 'questionLimit'> {
  return { questionLimit: createPersonRateLimit(maxQuestionsPerMinute, 10) }
}

type SubjectColumns = Pick<QuestionRow, 'subject_kind' | 'subject_id' | 'merchant'>

/**
 * Resolves the subject of a question within this person's merchants. Throws `not_found`, also
 * for an unknown subject.
 */
async function resolveSubject(
  subject: QuestionSubject,
  scope: Scope,
  deps: AskQuestionDeps,
): Promise<SubjectColumns> {
  if (subject.kind === 'transaction') {
    const known = await deps.store.db
      .selectFrom('transactions')
      .select('merchant')
      .where('environment', '=', scope.environment)
      .where('merchant', 'in', scope.merchants)
      .where('id', '=', subject.transaction)
      .executeTakeFirst()
    if (known === undefined) throw new ProblemError('not_found')
    return { subject_kind: 'transaction', subject_id: subject.transaction, merchant: known.merchant }
  }
  if (subject.kind === 'customer') {
    const { merchant } = await resolveCustomerHandle(subject.customer, scope, deps.handles)
    return { subject_kind: 'customer', subject_id: subject.customer, merchant }
  }
  const { rid, merchant } = await resolveIdentityHandle(subject.identity, scope, deps.handles)
  const customer = await deps.handles.getOrCreateCustomerHandle(scope.environment, merchant, rid)
  return { subject_kind: 'customer', subject_id: customer, merchant }
}

/**
 * Asks a role. Repeating an open question returns the existing one (idempotent); another question of the same
 * person about the same subject has to wait until that one is answered. Throws `not_found`, `too_many_requests`.
 */
export async function createQuestion(
  body: AskQuestionRequest,
  { actor, scope }: ScopedActor,
  deps: AskQuestionDeps,
): Promise<CreateStaffRequestResult<QuestionRow>> {
  deps.questionLimit(actor)
  const { cipher } = deps
  const { issuer, subject } = actor.session
  const { merchant, ...about } = await resolveSubject(body.about, scope, deps)
  const own = { environment: scope.environment, ...about, issuer, subject }
  const lock = `handover/${about.subject_kind}/${about.subject_id}`
  const createRequestResult = await createStaffRequest(questionRequestRules, lock, deps, async (trx, now) => {
    const made = await trx
      .insertInto('questions')
      .values({
        id: generateId('h'),
        ...own,
        ...buildSignerColumnValues(actor.session, cipher),
        merchant,
        desk: body.to,
        sealed_question: cipher.seal(staffTextCipherContext, body.question),
        at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['environment', 'subject_kind', 'subject_id', 'issuer', 'subject'])
          .where('answered_at', 'is', null)
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (made !== undefined) return { answer: 'asked', row: made }
    const row = await trx
      .selectFrom('questions')
      .selectAll()
      .where((is) => is.and(own))
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    return { answer: 'open_already', row }
  })
  const { desk, sealed_question } = createRequestResult.row
  const isSame = desk === body.to && cipher.open(staffTextCipherContext, sealed_question) === body.question
  return isSame ? { ...createRequestResult, answer: 'asked' } : createRequestResult
}

/**
 * Answers a question to this person's active role. Throws `not_found` if they may not see the question,
 * `not_allowed` for one's own, `bad_request` naming `text` for personal data other than the subject's id.
 */
export function recordQuestionAnswer(
  id: QuestionId,
  body: AnswerQuestionRequest,
  caller: ScopedActor,
  deps: StaffRequestDeps,
): Promise<AnswerStaffRequestResult<QuestionRow>> {
  return answerStaffRequest(questionRequestRules, id, caller, deps, (trx, now, { subject_id, version }) => {
    rejectPersonalDataInAnswer(body.text, subject_id)
    return trx
      .updateTable('questions')
      .set({
        ...buildStaffAnswerColumnValues(body, caller.actor.session, deps.cipher, now),
        version: version + 1,
      })
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  })
}
