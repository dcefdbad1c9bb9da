import { endpoints } from '@paydesk/shared/endpoints'
import type { FigureDays, ReviewFigures } from '@paydesk/shared/work/review-figures'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Store } from '../../../platform/database/database.ts'
import { type Actor, route, type Scope } from '../../../platform/http/route.ts'
import { type Sees, seesOf } from '../../../records/review-items.ts'
import { type ZoneDay, zoneDays } from '../../../records/zone-days.ts'
import { countItems } from './figures.ts'
import type { Asking } from './filters.ts'
import { outcomesOf } from './outcome-figures.ts'

export interface FigureNeeds {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly config: { readonly zone: string; readonly review: { readonly levelMs: number } }
}

/** Every zone's days begin at a quarter of an hour: rows of one are of one day, so a year's are few. */
const quarterMs = 900_000
const quarterOf = (column: string) => sql`${sql.ref(column)} / ${sql.lit(quarterMs)}`

/** Rows of this person's merchants, and of what concerns identity and documents where that is all they see. */
export function inSight({ environment, merchants, every }: Sees): RawBuilder<SqlBool> {
  const own = merchants.length === 0 ? sql`1 = 0` : sql`merchant in (${sql.join([...merchants])})`
  return sql`(environment = ${environment} and ${own}${every ? sql`` : sql` and concerns <> ''`})`
}

interface Counted {
  readonly quarter: number
  readonly rows: number
}

/** Items that left since then by quarter of an hour, and how each stood to the agreed time. */
async function leftOf({ db, dialect }: FigureNeeds['store'], sees: Sees, from: number) {
  // By itself SQLite goes through all that was decided while an item waited.
  const own = dialect === 'sqlite' ? sql`indexed by decisions_by_transaction` : sql``
  const { rows } = await sql<Counted & { kept: number; late: number }>`
    with gone as materialized (
      select ended_at, due_at, (
        select min(coalesce(d.second_at, d.at)) from decisions as d ${own}
        where d.environment = i.environment and d.transaction_id = i.transaction_id
          and d.status = 'confirmed' and d.at >= i.since_to and d.at <= i.ended_at
      ) as stood
      from review_items as i
      where ${inSight(sees)} and ended_at is not null and ended_at >= ${from}
    )
    select ${quarterOf('ended_at')} as quarter, count(*) as rows,
      count(*) filter (where stood <= due_at) as kept, count(*) filter (where stood > due_at) as late
    from gone group by 1`.execute(db)
  return rows
}

/** Items that came since then, whether they wait still or left; each is found by an index of its own. */
async function cameOf({ db }: FigureNeeds['store'], sees: Sees, from: number): Promise<Counted[]> {
  const quarter = quarterOf('since_to')
  const { rows } = await sql<Counted>`
    select ${quarter} as quarter, count(*) as rows from review_items
      where ${inSight(sees)} and ended_at is null and since_to >= ${from} group by 1
    union all
    select ${quarter} as quarter, count(*) as rows from review_items
      where ${inSight(sees)} and ended_at is not null and ended_at >= ${from} and since_to >= ${from} group by 1`.execute(
    db,
  )
  return rows
}

async function decidedOf({ db }: FigureNeeds['store'], sees: Sees, from: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`select ${quarterOf('at')} as quarter, count(*) as rows
    from decisions where ${inSight(sees)} and at >= ${from} group by 1`.execute(db)
  return rows
}

/** Rows by the day that their quarter is of. */
function perDay(days: readonly ZoneDay[], counted: readonly Counted[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { quarter, rows } of counted) {
    const day = days.findLast(({ from }) => from <= quarter * quarterMs)?.day ?? ''
    sums.set(day, (sums.get(day) ?? 0) + rows)
  }
  return sums
}

const sum = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], of: Key) =>
  rows.reduce((all, row) => all + row[of], 0)

async function figuresOf(
  days: FigureDays,
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { store, config }: FigureNeeds,
): Promise<ReviewFigures> {
  const now = Date.now()
  const sees = seesOf({ actor, scope })
  const counted = zoneDays(config.zone, now, Number(days))
  const from = counted[0]?.from ?? now
  const { dialect } = store
  const asking: Asking = { sees, person: actor.session, dialect, levelMs: config.review.levelMs, now }
  const [queue, left, came, decided, outcomes] = await Promise.all([
    countItems(store.db, asking, sql`1 = 1`),
    leftOf(store, sees, from),
    cameOf(store, sees, from),
    decidedOf(store, sees, from),
    outcomesOf(store.db, inSight(sees), from),
  ])
  const [kept, late] = [sum(left, 'kept'), sum(left, 'late')]
  const by = { came: perDay(counted, came), decided: perDay(counted, decided), left: perDay(counted, left) }
  const { items, level, bands, levelMs } = queue.figures
  return {
    countedAt: new Date(now).toISOString(),
    days: counted.length,
    zone: config.zone,
    queue: { items, level, bands, levelMs },
    left: { kept, late, undecided: sum(left, 'rows') - kept - late },
    ...outcomes,
    perDay: counted.map(({ day }) => ({
      day,
      came: by.came.get(day) ?? 0,
      decided: by.decided.get(day) ?? 0,
      left: by.left.get(day) ?? 0,
    })),
  }
}

export const showReviewFigures = route(endpoints.showReviewFigures, {
  permission: 'review.read',
  audit: () => ({ action: 'review.figures.viewed' }),
  handle: ({ query, actor, scope }, needs: FigureNeeds) =>
    figuresOf(query.days ?? '30', { actor, scope }, needs),
  present: (figures) => figures,
})
