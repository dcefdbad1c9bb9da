import { type DiscrepancyFigures, discrepancyKindSchema } from '@paydesk/shared/cases/reconciliation'
import { sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import { isDiscrepancyKind } from '../../records/rules/discrepancy-kinds.ts'
import { listTimeZoneDays } from '../../records/zone-days.ts'
import {
  buildDiscrepancyIndexSql,
  type DiscrepancyScope,
  isExactSum,
  summableAmountSql,
  whereDiscrepancyVisible,
} from './filters.ts'

interface Group {
  readonly kind: string
  readonly currency: string | null
  readonly open: number
  readonly explained: number
  readonly oldest: number
  readonly minor: number | null
  readonly valued: number
}

/** Counts all visible open discrepancies by kind, currency and explanation, in one pass over their index. */
async function countOpenGroups(db: Store['db'], discrepancyScope: DiscrepancyScope): Promise<Group[]> {
  const { rows } = await sql<Group>`select i.kind, i.currency,
      count(*) filter (where i.explained = 0) as open, count(*) filter (where i.explained > 0) as explained,
      min(i.opened_to) as oldest, sum(${summableAmountSql}) as minor, count(i.amount_minor) as valued
    from ${buildDiscrepancyIndexSql(discrepancyScope, 'open')} where ${whereDiscrepancyVisible(discrepancyScope, 'open')} group by i.kind, i.currency, i.explained > 0`.execute(
    db,
  )
  const groups = rows.filter(({ kind }) => isDiscrepancyKind(kind))
  return groups.map((row) => ({
    ...row,
    open: Number(row.open),
    explained: Number(row.explained),
    oldest: Number(row.oldest),
    minor: row.minor === null ? null : Number(row.minor),
    valued: Number(row.valued),
  }))
}

/** Counts the discrepancies opened and closed since `from`. */
async function countSince(db: Store['db'], discrepancyScope: DiscrepancyScope, from: number) {
  const { rows } = await sql<{ opened: number; closed: number }>`select
    (select count(*) from ${buildDiscrepancyIndexSql(discrepancyScope, 'open')} where ${whereDiscrepancyVisible(discrepancyScope, 'open')} and i.opened_to >= ${from})
      + (select count(*) from ${buildDiscrepancyIndexSql(discrepancyScope, 'closed')} where ${whereDiscrepancyVisible(discrepancyScope, 'closed')}
        and i.closed_at >= ${from} and i.opened_to >= ${from}) as opened,
    (select count(*) from ${buildDiscrepancyIndexSql(discrepancyScope, 'closed')} where ${whereDiscrepancyVisible(discrepancyScope, 'closed')}
      and i.closed_at >= ${from}) as closed`.execute(db)
  return { openedToday: Number(rows[0]?.opened ?? 0), closedToday: Number(rows[0]?.closed ?? 0) }
}

const sum = (groups: readonly Group[], of: 'open' | 'explained') =>
  groups.reduce((all, group) => all + group[of], 0)

/** Returns the groups that the link of a kind lists: those not explained, or all once every one is explained. */
function selectCounted(groups: readonly Group[]): readonly Group[] {
  const open = groups.filter((group) => group.open > 0)
  return open.length > 0 ? open : groups
}

/** Loads the figures of all visible discrepancies. `byAmount`: this person sees amounts in full. */
export async function loadDiscrepancyFigures(
  { db }: Pick<Store, 'db'>,
  discrepancyScope: DiscrepancyScope,
  { byAmount, zone }: { readonly byAmount: boolean; readonly zone: string },
): Promise<DiscrepancyFigures> {
  const now = Date.now()
  const groups = await countOpenGroups(db, discrepancyScope)
  const kinds = discrepancyKindSchema.options
    .map((kind) => ({ kind, some: groups.filter((group) => group.kind === kind) }))
    .filter(({ some }) => some.length > 0)
  return {
    open: sum(groups, 'open'),
    explained: sum(groups, 'explained'),
    ...(await countSince(db, discrepancyScope, listTimeZoneDays(zone, now, 1)[0]?.from ?? now)),
    kinds: kinds.map(({ kind, some }) => ({
      kind,
      open: sum(some, 'open'),
      explained: sum(some, 'explained'),
      oldestAt: new Date(Math.min(...selectCounted(some).map(({ oldest }) => oldest))).toISOString(),
      amounts: byAmount
        ? selectCounted(some).flatMap(({ currency, minor, valued }) =>
            currency === null || minor === null || valued === 0 || !isExactSum(minor)
              ? []
              : [{ currency, minor }],
          )
        : null,
    })),
  }
}
