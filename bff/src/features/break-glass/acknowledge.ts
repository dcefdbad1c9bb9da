import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { isPossiblySamePerson } from '../../platform/session/person.ts'
import type { Session } from '../../platform/session/session.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import { type BreakGlassDeps, findBreakGlassRow, toBreakGlassChange } from './rows.ts'

export interface BreakGlassAcknowledgement {
  readonly answer: 'acknowledged' | 'already'
  readonly row: BreakGlassRow
}

/**
 * Records the acknowledgement of a break-glass use; only the first one counts. Throws `not_found`, and
 * `not_allowed` for the person who used break-glass, in any role and session.
 */
export async function saveBreakGlassAcknowledgement(
  id: string,
  { issuer, subject, name }: Session,
  { store, seal, office }: BreakGlassDeps,
  now: number,
): Promise<BreakGlassAcknowledgement> {
  const acknowledged = await withRequestTransaction(
    store,
    `glass/${id}`,
    async (trx): Promise<BreakGlassAcknowledgement> => {
      const before = await findBreakGlassRow({ db: trx }, id)
      if (before === undefined) throw new ProblemError('not_found')
      if (isPossiblySamePerson(before, { issuer, subject })) throw new ProblemError('not_allowed')
      const row = await trx
        .updateTable('glass_breaks')
        .set(({ eb }) => ({
          acknowledged_issuer: issuer,
          acknowledged_subject: subject,
          acknowledged_name: seal.seal(reviewCipherContext, name),
          acknowledged_at: now,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('acknowledged_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) {
        // Return the acknowledgement of the colleague who was first, possibly after `before` was read.
        return { answer: 'already', row: (await findBreakGlassRow({ db: trx }, id)) ?? before }
      }
      await appendChange(trx, store.dialect, toBreakGlassChange(row, office), now)
      return { answer: 'acknowledged', row }
    },
  )
  store.wake('changes')
  return acknowledged
}
