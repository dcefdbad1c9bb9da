import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { subject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Allowance } from '../../platform/http/rate-limiter.ts'
import { route, type Scope } from '../../platform/http/route.ts'
import { describeEvent } from '../../records/observations/events.ts'
import type { Row } from '../../records/observations/observations.ts'
import type { ProofNotice, ReadHistory } from './history-data.ts'
import { presentHistory } from './present-history.ts'

export interface Needs {
  readonly store: Pick<Store, 'db'>
  /** Counts what a person asked for that nobody knows here: guessing ids must not pay. */
  readonly misses: Pick<Allowance, 'take'>
}

const shown = 200
const nothing: ReadHistory = {
  merchant: '',
  row: null,
  observations: [],
  more: false,
  notice: null,
  after: [],
}

const noticesOf = ({ store }: Needs, { environment, id }: Row) =>
  store.db
    .selectFrom('inbox')
    .where('environment', '=', environment)
    .where('transaction_id', '=', id)
    .where('status', 'in', ['waiting', 'confirmed'])

/** The newest that say what state they are about, for what a proof has and what it lacks. */
async function noticeOf(needs: Needs, row: Row): Promise<ProofNotice | null> {
  if (row.final === 0) return null
  const rows = await noticesOf(needs, row)
    .select(['seq', 'received_at', 'proof', 'state', 'status'])
    .where('state', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(shown)
    .execute()
  const proving = rows.find(({ seq }) => seq === row.proof_inbox_seq)
  return proving ?? rows.find(({ state }) => state === row.state) ?? rows[0] ?? null
}

async function readHistory(needs: Needs, transaction: TransactionId, scope: Scope): Promise<ReadHistory> {
  const { db } = needs.store
  const row = await db
    .selectFrom('transactions')
    .selectAll()
    .where('environment', '=', scope.environment)
    .where('id', '=', transaction)
    .where('merchant', 'in', scope.merchants)
    .executeTakeFirst()
  // One of another merchant and one that nobody noted are the same answer.
  if (row === undefined) return nothing
  const observations = await db
    .selectFrom('observations')
    .selectAll()
    .where('environment', '=', scope.environment)
    .where('transaction_id', '=', transaction)
    .orderBy('seq', 'desc')
    .limit(shown + 1)
    .execute()
  const events = await noticesOf(needs, row)
    .select(['received_at', 'event'])
    .where('event', 'is not', null)
    .orderBy('seq')
    .limit(shown)
    .execute()
  return {
    merchant: row.merchant,
    row,
    observations: observations.slice(0, shown).reverse(),
    more: observations.length > shown,
    notice: await noticeOf(needs, row),
    after: events.filter(({ event }) => describeEvent(event).means === 'after_end'),
  }
}

export const showTransactionHistory = route(endpoints.showTransactionHistory, {
  permission: 'transaction.read',
  audit: ({ params }, read: ReadHistory | undefined) => ({
    action: 'transaction.history.viewed',
    about: subject('transaction', params.transaction, read?.row == null ? undefined : read),
  }),
  async handle({ params, scope, actor }, needs: Needs) {
    const read = await readHistory(needs, params.transaction, scope)
    // Beside the transaction's own read nothing may be known yet; the answer is the same, the id counts once.
    if (read.row === null) needs.misses.take(actor.session.subject, params.transaction)
    return read
  },
  present: presentHistory,
})
