import type { ReviewPage } from '@paydesk/shared/work/review'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema/schema.ts'
import { isMentioned } from '../mentions.ts'
import { type Asking, isHeld, isMine, isSnoozed, levelIs, owned, queue, seen } from './filters.ts'

const hour = 3_600_000
/** Ages (ms) at which a band ends; the last has no end. */
const bandEnds = [hour, 4 * hour, 24 * hour, 72 * hour, null] as const
const bands = bandEnds.map((toMs, at) => ({ fromMs: bandEnds[at - 1] ?? 0, toMs }))

export interface Counted {
  /** Items that match the filter. */
  readonly count: number
  readonly figures: ReviewPage['figures']
}

interface Group {
  /** The number of the band of ages. */
  readonly band: number
  readonly level: 'kept' | 'near' | 'over'
  readonly items: number
  /** Items of the group that match the filter. */
  readonly matching: number
  readonly waiting: number
  readonly snoozed: number
}

/** Everything that this person may see, in a few groups: one pass over the index of the queue. */
async function groupsOf(db: Kysely<Schema>, asking: Asking, filter: RawBuilder<SqlBool>): Promise<Group[]> {
  const ends = bandEnds.flatMap((end, at) =>
    end === null ? [] : [sql`when i.since_to > ${asking.now - end} then ${sql.lit(at)}`],
  )
  const { rows } = await sql<Group>`select
      case ${sql.join(ends, sql` `)} else ${sql.lit(ends.length)} end as band,
      case when ${levelIs('over', asking)} then 'over' when ${levelIs('near', asking)} then 'near' else 'kept' end as level,
      count(*) as items,
      count(*) filter (where ${filter}) as matching,
      count(*) filter (where i.decision_status = 'waiting') as waiting,
      count(*) filter (where ${isSnoozed(asking)}) as snoozed
    from ${queue(asking)} where ${seen(asking)} group by 1, 2`.execute(db)
  return rows
}

/** What this person has taken, and where a note names them. */
async function ownCounts(db: Kysely<Schema>, asking: Asking) {
  const { rows } = await sql<{ mine: number; mentions: number }>`select
    (select count(*) from ${owned(asking)}
      where i.owner_until > 0 and ${isMine(asking)} and ${isHeld(asking)} and ${seen(asking)}) as mine,
    (select count(*) from review_items as i
      where ${isMentioned(asking.sees.environment, asking.person)} and ${seen(asking)}) as mentions`.execute(
    db,
  )
  return rows[0] ?? { mine: 0, mentions: 0 }
}

/** Counts what this person may see, and what of it matches the filter. */
export async function countItems(
  db: Kysely<Schema>,
  asking: Asking,
  filter: RawBuilder<SqlBool>,
): Promise<Counted> {
  const [{ mine, mentions }, groups] = await Promise.all([
    ownCounts(db, asking),
    groupsOf(db, asking, filter),
  ])
  const sum = (of: 'items' | 'matching' | 'waiting' | 'snoozed', some = groups) =>
    some.reduce((all, group) => all + group[of], 0)
  const level = (wanted: Group['level']) =>
    sum(
      'items',
      groups.filter((group) => group.level === wanted),
    )
  return {
    count: sum('matching'),
    figures: {
      items: sum('items'),
      mine,
      waitingForSecond: sum('waiting'),
      snoozed: sum('snoozed'),
      mentions,
      level: { kept: level('kept'), near: level('near'), over: level('over') },
      bands: bands.map((band, at) => ({
        ...band,
        items: sum(
          'items',
          groups.filter((group) => group.band === at),
        ),
      })),
      levelMs: asking.levelMs,
    },
  }
}
