import { readState } from '@paydesk/shared/core/state'
import { endpoints } from '@paydesk/shared/endpoints'
import { type LedgerFigures, ledgerFigures } from '@paydesk/shared/payments/ledger'
import { sql } from 'kysely'
import { route, type Scope } from '../../platform/http/route.ts'
import { environmentOf, type LedgerNeeds, limitOf, rowsInScope } from './received-rows.ts'

const dayMs = 86_400_000
/** So many days are counted, today included. */
const days = 7
const refusedDays = 30
const shownGaps = 50
const countedTo = 10_000

const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** Transactions of which the service lists more notifications than arrived. */
async function gapsOf({ store }: LedgerNeeds, scope: Scope) {
  const rows = await store.db
    .selectFrom('transactions')
    .select(['id', 'sent', 'received', 'listed_at', 'state'])
    .where('environment', '=', scope.environment)
    .where('merchant', 'in', scope.merchants)
    .whereRef('sent', '>', 'received')
    .orderBy('listed_at', 'desc')
    .limit(shownGaps + 1)
    .execute()
  const gaps = rows.slice(0, shownGaps).map(({ id, sent, received, listed_at, state }) => ({
    transaction: id,
    sent: sent ?? 0,
    received,
    askedAt: new Date(listed_at ?? 0).toISOString(),
    state: readState(state),
  }))
  return { gaps, moreGaps: rows.length > shownGaps }
}

async function refusedOf({ store }: LedgerNeeds, { environment }: Scope, now: number) {
  const rows = await store.db
    .selectFrom('refused_notifications')
    .selectAll()
    .where('environment', '=', environment)
    .where('day', '>', dayOf(Math.floor(now / dayMs) - refusedDays))
    .orderBy('day', 'desc')
    .orderBy('reason')
    .execute()
  return rows.map(({ day, reason, times, last_at }) => ({
    day,
    reason,
    times: Number(times),
    lastAt: new Date(last_at).toISOString(),
  }))
}

/** By the merchant that they name, from the index of their times alone: no row is looked at. */
async function daysOf(needs: LedgerNeeds, scope: Scope, now: number): Promise<LedgerFigures['days']> {
  const day = sql<number>`inbox.received_at / ${sql.lit(dayMs)}`
  const first = (Math.floor(now / dayMs) - days + 1) * dayMs
  const limit = limitOf(needs, scope)
  const all = needs.store.db.selectFrom('inbox').where('inbox.environment', '=', scope.environment)
  const counted = (limit === null ? all : all.where('inbox.merchant', 'in', limit))
    .select([day.as('day'), ({ fn }) => fn.countAll<number>().as('rows')])
    .where('inbox.received_at', '>=', first)
    .groupBy(day)
  const [received, repeated] = await Promise.all([
    counted.execute(),
    counted.where('inbox.repeats', '>', 0).execute(),
  ])
  const again = new Map(repeated.map((one) => [Number(one.day), Number(one.rows)]))
  return received
    .map((one) => ({ number: Number(one.day), received: Number(one.rows) }))
    .sort((a, b) => b.number - a.number)
    .map(({ number, received }) => ({ day: dayOf(number), received, repeated: again.get(number) ?? 0 }))
}

async function countOf(needs: LedgerNeeds, scope: Scope, status: 'new' | 'waiting' | 'isolated') {
  const some = rowsInScope(needs, scope)
    .select('inbox.seq')
    .where('inbox.status', '=', status)
    .limit(countedTo)
  const { rows } = await needs.store.db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

async function figuresOf(needs: LedgerNeeds, scope: Scope, now: number): Promise<LedgerFigures> {
  const [gaps, refused, perDay, fresh, waiting, isolated] = await Promise.all([
    gapsOf(needs, scope),
    refusedOf(needs, scope, now),
    daysOf(needs, scope, now),
    countOf(needs, scope, 'new'),
    countOf(needs, scope, 'waiting'),
    countOf(needs, scope, 'isolated'),
  ])
  const { proof } = environmentOf(needs, scope).notification
  const counts = { waiting: fresh + waiting, isolated, proof }
  return ledgerFigures.parse({ ...gaps, refused, days: perDay, ...counts })
}

export const showLedgerFigures = route(endpoints.showLedgerFigures, {
  permission: 'ledger.read',
  audit: () => ({ action: 'ledger.figures.viewed' }),
  handle: ({ scope }, needs: LedgerNeeds) => figuresOf(needs, scope, Date.now()),
  present: (figures) => figures,
})
