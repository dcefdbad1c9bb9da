import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'
import { loadLatestLiveChangeSeq } from '../live-changes.ts'

/** Newest change and notification at some moment, by number. */
export interface FreshnessMark {
  readonly change: number
  readonly notification: number
}

export interface FreshnessChecker {
  /** Selects the transactions of our records that this scope has. */
  selectInScope(ids: readonly TransactionId[], scope: Scope): Promise<TransactionId[]>
  mark(): Promise<FreshnessMark>
  /** Tells if since the mark the transaction changed, a notification named it, or the session changed. */
  hasChangedSince(
    mark: FreshnessMark,
    about: {
      readonly environment: EnvironmentName
      readonly transaction: TransactionId
      readonly session: string
    },
  ): Promise<boolean>
}

/** Creates the marks over our records: they also see what other instances wrote. */
export function createFreshnessChecker({ db }: Pick<Store, 'db'>): FreshnessChecker {
  return {
    async selectInScope(ids, { environment, merchants }) {
      const rows = await db
        .selectFrom('transactions')
        .select('id')
        .where('environment', '=', environment)
        .where('id', 'in', ids)
        .where('merchant', 'in', merchants)
        .execute()
      return ids.filter((id) => rows.some((row) => row.id === id))
    },
    async mark() {
      const newest = await db
        .selectFrom('notification_queue')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .executeTakeFirst()
      return { change: await loadLatestLiveChangeSeq(db), notification: newest?.seq ?? 0 }
    },
    async hasChangedSince({ change, notification }, { environment, transaction, session }) {
      const changed = await db
        .selectFrom('changes')
        .select('seq')
        .where('seq', '>', change)
        .where(({ and, eb, or }) =>
          or([
            and([
              eb('kind', '=', 'transaction'),
              eb('environment', '=', environment),
              eb('subject_id', '=', transaction),
            ]),
            and([eb('kind', '=', 'session'), eb('subject_id', '=', session)]),
          ]),
        )
        .executeTakeFirst()
      if (changed !== undefined) return true
      const notified = await db
        .selectFrom('notification_queue')
        .select('seq')
        .where('environment', '=', environment)
        .where('transaction_id', '=', transaction)
        .where('seq', '>', notification)
        .executeTakeFirst()
      return notified !== undefined
    },
  }
}
