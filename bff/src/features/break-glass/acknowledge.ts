import { transactInCall } from '../../platform/database/transaction.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { mayBePerson } from '../../platform/session/person.ts'
import type { Session } from '../../platform/session/session.ts'
import type { GlassRow } from '../../records/break-glass.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { breakNamed, changeOf, type GlassNeeds } from './rows.ts'

export interface Acknowledged {
  readonly answer: 'acknowledged' | 'already'
  readonly row: GlassRow
}

/**
 * Notes that another person has taken note of it: once, whoever is first. Throws `not_found`, and `not_allowed`
 * for the one who broke it, in whatever role and session.
 */
export async function acknowledge(
  id: string,
  { issuer, subject, name }: Session,
  { store, seal, office }: GlassNeeds,
  now: number,
): Promise<Acknowledged> {
  const acknowledged = await transactInCall(store, `glass/${id}`, async (trx): Promise<Acknowledged> => {
    const before = await breakNamed({ db: trx }, id)
    if (before === undefined) throw new ProblemError('not_found')
    if (mayBePerson(before, { issuer, subject })) throw new ProblemError('not_allowed')
    const row = await trx
      .updateTable('glass_breaks')
      .set(({ eb }) => ({
        acknowledged_issuer: issuer,
        acknowledged_subject: subject,
        acknowledged_name: seal.seal(reviewSealed, name),
        acknowledged_at: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('acknowledged_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) {
      // A colleague was first, perhaps since it was read.
      return { answer: 'already', row: (await breakNamed({ db: trx }, id)) ?? before }
    }
    await appendChange(trx, store.dialect, changeOf(row, office), now)
    return { answer: 'acknowledged', row }
  })
  store.wake('changes')
  return acknowledged
}
