import type { AskQuestionRequest, QuestionSubject } from '@paydesk/shared/cases/questions'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { appendChange } from '../../records/changes.ts'
import { resolveCustomerHandle, resolveIdentityHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import { buildQuestionChange, type QuestionCaller, type QuestionDeps, type QuestionRow } from './rows.ts'

export interface AskQuestionDeps extends QuestionDeps {
  readonly handles: HandleStore
}

export interface AskQuestionResult {
  readonly answer: 'asked' | 'open_already'
  readonly row: QuestionRow
}

type SubjectColumns = Pick<QuestionRow, 'subject_kind' | 'subject_id' | 'merchant'>

/**
 * Resolves the subject of a question within this person's merchants. Throws `not_found`, also
 * for an unknown subject.
 */
async function resolveSubject(
  subject: QuestionSubject,
  { scope }: QuestionCaller,
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
  const customer = await deps.handles.customer(scope.environment, merchant, rid)
  return { subject_kind: 'customer', subject_id: customer, merchant }
}

/**
 * Asks a role. Repeating an open question returns the existing one (idempotent); another question of the same
 * person about the same subject has to wait until that one is answered. Throws `not_found`.
 */
export async function createQuestion(
  body: AskQuestionRequest,
  caller: QuestionCaller,
  deps: AskQuestionDeps,
): Promise<AskQuestionResult> {
  const { store, seal } = deps
  const { actor, scope } = caller
  const { issuer, subject, name } = actor.session
  const about = await resolveSubject(body.about, caller, deps)
  const now = Date.now()
  const turn = `handover/${about.subject_kind}/${about.subject_id}`
  const asked = await withRequestTransaction(store, turn, async (trx): Promise<AskQuestionResult> => {
    const made = await trx
      .insertInto('handovers')
      .values({
        id: generateId('h'),
        environment: scope.environment,
        ...about,
        desk: body.to,
        issuer,
        subject,
        name: seal.seal(reviewCipherContext, name),
        sealed_question: seal.seal(reviewCipherContext, body.question),
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
    if (made !== undefined) {
      await appendChange(trx, store.dialect, buildQuestionChange(made), now)
      return { answer: 'asked', row: made }
    }
    const row = await trx
      .selectFrom('handovers')
      .selectAll()
      .where('environment', '=', scope.environment)
      .where('subject_kind', '=', about.subject_kind)
      .where('subject_id', '=', about.subject_id)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    const isSame =
      row.desk === body.to && seal.open(reviewCipherContext, row.sealed_question) === body.question
    return { answer: isSame ? 'asked' : 'open_already', row }
  })
  store.wake('changes')
  return asked
}
