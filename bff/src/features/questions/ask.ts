import type { AskRequest, HandoverSubject } from '@paydesk/shared/work/handover'
import { transactInCall } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import { appendChange } from '../../records/changes.ts'
import { customerBehind, identityBehind } from '../../records/customers.ts'
import type { Handles } from '../../records/handles.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { type Caller, changeOf, type HandoverNeeds, type HandoverRow } from './rows.ts'

export interface AskNeeds extends HandoverNeeds {
  readonly handles: Handles
}

export interface Asked {
  readonly answer: 'asked' | 'open_already'
  readonly row: HandoverRow
}

type About = Pick<HandoverRow, 'subject_kind' | 'subject_id' | 'merchant'>

/** What the question is about, within this person's merchants. Throws `not_found`, the same for what nobody knows. */
async function aboutOf(subject: HandoverSubject, { scope }: Caller, needs: AskNeeds): Promise<About> {
  if (subject.kind === 'transaction') {
    const known = await needs.store.db
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
    const { merchant } = await customerBehind(subject.customer, scope, needs.handles)
    return { subject_kind: 'customer', subject_id: subject.customer, merchant }
  }
  const { rid, merchant } = await identityBehind(subject.identity, scope, needs.handles)
  const customer = await needs.handles.customer(scope.environment, merchant, rid)
  return { subject_kind: 'customer', subject_id: customer, merchant }
}

/**
 * Asks a role. The same question of the same person about the same subject is the one that is open; another
 * one has to wait until that is answered. Throws `not_found`.
 */
export async function ask(body: AskRequest, caller: Caller, needs: AskNeeds): Promise<Asked> {
  const { store, seal } = needs
  const { actor, scope } = caller
  const { issuer, subject, name } = actor.session
  const about = await aboutOf(body.about, caller, needs)
  const now = Date.now()
  const turn = `handover/${about.subject_kind}/${about.subject_id}`
  const asked = await transactInCall(store, turn, async (trx): Promise<Asked> => {
    const made = await trx
      .insertInto('handovers')
      .values({
        id: newId('h'),
        environment: scope.environment,
        ...about,
        desk: body.to,
        issuer,
        subject,
        name: seal.seal(reviewSealed, name),
        sealed_question: seal.seal(reviewSealed, body.question),
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
      await appendChange(trx, store.dialect, changeOf(made), now)
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
    const isSame = row.desk === body.to && seal.open(reviewSealed, row.sealed_question) === body.question
    return { answer: isSame ? 'asked' : 'open_already', row }
  })
  store.wake('changes')
  return asked
}
