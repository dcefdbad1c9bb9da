import type { SubjectAsk } from '@paydesk/shared/compliance/subject'
import { sql } from 'kysely'
import { transactInCall } from '../../platform/database/transaction.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import { appendChange } from '../../records/changes.ts'
import { customerBehind } from '../../records/customers.ts'
import type { Handles } from '../../records/handles.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { type Caller, changeOf, openMs, type RequestRow, type SubjectNeeds } from './rows.ts'

export interface AskNeeds extends SubjectNeeds {
  readonly handles: Handles
}

export interface Asked {
  readonly answer: 'asked' | 'open_already'
  readonly row: RequestRow
}

/** Requests that one person makes in a day at most: an export is everything there is about somebody. */
const mostInADay = 20
const dayMs = 24 * 3_600_000

/**
 * Asks for the export about a customer: it waits for another person. Throws `not_found` for a customer of
 * nobody or of another merchant, `bad_request` naming `ticket` for personal data, and `too_many_requests`.
 */
export async function askFor(body: SubjectAsk, { actor, scope }: Caller, needs: AskNeeds): Promise<Asked> {
  const { store, seal } = needs
  const { issuer, subject, name } = actor.session
  const { merchant } = await customerBehind(body.customer, scope, needs.handles)
  refusePersonalTicket('ticket', body.ticket)
  const asked = await transactInCall(store, `subject/${issuer}/${subject}`, async (trx): Promise<Asked> => {
    const now = Date.now()
    await trx
      .updateTable('subject_requests')
      .set({ status: 'expired' })
      .where('environment', '=', scope.environment)
      .where('customer', '=', body.customer)
      .where('status', '=', 'waiting')
      .where('until', '<=', now)
      .execute()
    const own = await trx
      .selectFrom('subject_requests')
      .select(({ fn }) => fn.countAll<number>().as('made'))
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('at', '>', now - dayMs)
      .executeTakeFirstOrThrow()
    if (Number(own.made) >= mostInADay) throw new ProblemError('too_many_requests', { retryAfter: 3_600 })
    const made = await trx
      .insertInto('subject_requests')
      .values({
        id: newId('q'),
        environment: scope.environment,
        merchant,
        customer: body.customer,
        ticket: body.ticket,
        issuer,
        subject,
        name: seal.seal(reviewSealed, name),
        at: now,
        until: now + openMs,
      })
      .onConflict((conflict) =>
        conflict.columns(['environment', 'customer']).where('status', '=', sql.lit('waiting')).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (made !== undefined) {
      await appendChange(trx, store.dialect, changeOf(made), now)
      return { answer: 'asked', row: made }
    }
    const row = await trx
      .selectFrom('subject_requests')
      .selectAll()
      .where('environment', '=', scope.environment)
      .where('customer', '=', body.customer)
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow()
    return { answer: 'open_already', row }
  })
  store.wake('changes')
  return asked
}
