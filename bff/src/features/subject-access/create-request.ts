import type { SubjectAccessRequestInput } from '@paydesk/shared/compliance/subject-access'
import { sql } from 'kysely'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import { appendChange } from '../../records/changes.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import {
  buildSubjectRequestChange,
  type SubjectAccessCaller,
  type SubjectRequestRow,
  type SubjectStoreDeps,
  subjectRequestOpenMs,
} from './rows.ts'

export interface SubjectRequestDeps extends SubjectStoreDeps {
  readonly handles: HandleStore
}

export interface SubjectRequestResult {
  readonly answer: 'asked' | 'open_already'
  readonly row: SubjectRequestRow
}

/** Limit of requests per person and day: an export is everything that there is about a customer. */
const maxRequestsPerDay = 20
const dayMs = 24 * 3_600_000

/**
 * Requests the export about a customer; the request waits for an approver. Throws
 * `not_found` for an unknown customer or one of another merchant, `bad_request` naming
 * `ticket` for personal data, and `too_many_requests`.
 */
export async function createSubjectRequest(
  body: SubjectAccessRequestInput,
  { actor, scope }: SubjectAccessCaller,
  needs: SubjectRequestDeps,
): Promise<SubjectRequestResult> {
  const { store, seal } = needs
  const { issuer, subject, name } = actor.session
  const { merchant } = await resolveCustomerHandle(body.customer, scope, needs.handles)
  rejectPersonalDataInTicket('ticket', body.ticket)
  const asked = await withRequestTransaction(
    store,
    `subject/${issuer}/${subject}`,
    async (trx): Promise<SubjectRequestResult> => {
      const now = Date.now()
      await trx
        .updateTable('subject_access_requests')
        .set({ status: 'expired' })
        .where('environment', '=', scope.environment)
        .where('customer', '=', body.customer)
        .where('status', '=', 'waiting')
        .where('until', '<=', now)
        .execute()
      const own = await trx
        .selectFrom('subject_access_requests')
        .select(({ fn }) => fn.countAll<number>().as('made'))
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('at', '>', now - dayMs)
        .executeTakeFirstOrThrow()
      if (Number(own.made) >= maxRequestsPerDay)
        throw new ProblemError('too_many_requests', { retryAfter: 3_600 })
      const made = await trx
        .insertInto('subject_access_requests')
        .values({
          id: generateId('q'),
          environment: scope.environment,
          merchant,
          customer: body.customer,
          ticket: body.ticket,
          issuer,
          subject,
          name: seal.seal(reviewCipherContext, name),
          at: now,
          until: now + subjectRequestOpenMs,
        })
        .onConflict((conflict) =>
          conflict.columns(['environment', 'customer']).where('status', '=', sql.lit('waiting')).doNothing(),
        )
        .returningAll()
        .executeTakeFirst()
      if (made !== undefined) {
        await appendChange(trx, store.dialect, buildSubjectRequestChange(made), now)
        return { answer: 'asked', row: made }
      }
      const row = await trx
        .selectFrom('subject_access_requests')
        .selectAll()
        .where('environment', '=', scope.environment)
        .where('customer', '=', body.customer)
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return { answer: 'open_already', row }
    },
  )
  store.wake('changes')
  return asked
}
