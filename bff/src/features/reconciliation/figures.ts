import { type DriftFigures, driftKind } from '@paydesk/shared/work/drift'
import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import { isKind } from '../../records/rules/drift-kinds.ts'
import { zoneDays } from '../../records/zone-days.ts'
import { amount, isExact, items, type Sees, seen } from './wanted.ts'

interface Group {
  readonly kind: string
  readonly currency: string | null
  readonly open: number
  readonly explained: number
  readonly oldest: number
  readonly minor: number | null
  readonly valued: number
}

/** Everything open that this person may see, in a few groups: one pass over its index. */
async function groupsOf(db: Store['db'], sees: Sees): Promise<Group[]> {
  const { rows } = await sql<Group>`select i.kind, i.currency,
      count(*) filter (where i.explained = 0) as open, count(*) filter (where i.explained > 0) as explained,
      min(i.opened_to) as oldest, sum(${amount}) as minor, count(i.amount_minor) as valued
    from ${items(sees, 'open')} where ${seen(sees, 'open')} group by i.kind, i.currency`.execute(db)
  const known = rows.filter(({ kind }) => isKind(kind))
  return known.map((row) => ({
    ...row,
    open: Number(row.open),
    explained: Number(row.explained),
    oldest: Number(row.oldest),
    minor: row.minor === null ? null : Number(row.minor),
    valued: Number(row.valued),
  }))
}

/** What was opened and closed since then. */
async function since(db: Store['db'], sees: Sees, from: number) {
  const { rows } = await sql<{ opened: number; closed: number }>`select
    (select count(*) from ${items(sees, 'open')} where ${seen(sees, 'open')} and i.opened_to >= ${from})
      + (select count(*) from ${items(sees, 'closed')} where ${seen(sees, 'closed')}
        and i.closed_at >= ${from} and i.opened_to >= ${from}) as opened,
    (select count(*) from ${items(sees, 'closed')} where ${seen(sees, 'closed')}
      and i.closed_at >= ${from}) as closed`.execute(db)
  return { openedToday: Number(rows[0]?.opened ?? 0), closedToday: Number(rows[0]?.closed ?? 0) }
}

const sum = (groups: readonly Group[], of: 'open' | 'explained') =>
  groups.reduce((all, group) => all + group[of], 0)

/** Figures of everything that this person may see; `byAmount`: whether they see amounts in full. */
export async function figuresOf(
  { db }: Pick<Store, 'db'>,
  sees: Sees,
  { byAmount, zone }: { readonly byAmount: boolean; readonly zone: string },
): Promise<DriftFigures> {
  const now = Date.now()
  const groups = await groupsOf(db, sees)
  const kinds = driftKind.options
    .map((kind) => ({ kind, some: groups.filter((group) => group.kind === kind) }))
    .filter(({ some }) => some.length > 0)
  return {
    open: sum(groups, 'open'),
    explained: sum(groups, 'explained'),
    ...(await since(db, sees, zoneDays(zone, now, 1)[0]?.from ?? now)),
    kinds: kinds.map(({ kind, some }) => ({
      kind,
      open: sum(some, 'open'),
      explained: sum(some, 'explained'),
      oldestAt: new Date(Math.min(...some.map(({ oldest }) => oldest))).toISOString(),
      amounts: byAmount
        ? some.flatMap(({ currency, minor, valued }) =>
            currency === null || minor === null || valued === 0 || !isExact(minor)
              ? []
              : [{ currency, minor }],
          )
        : null,
    })),
  }
}
