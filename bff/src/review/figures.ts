import type { ReviewPage } from '@paydesk/shared/review'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../store/schema.ts'
import { type Asking, allOf, isHeld, isMine, isSnoozed, levelIs, seen } from './wanted.ts'

const hour = 3_600_000
/** Ages (ms) at which a band ends; the last has no end. */
const bandEnds = [hour, 4 * hour, 24 * hour, 72 * hour, null] as const

const bands = bandEnds.map((toMs, at) => ({ fromMs: bandEnds[at - 1] ?? 0, toMs }))

function inBand({ fromMs, toMs }: (typeof bands)[number], { now }: Asking): RawBuilder<SqlBool> {
  const oldest = toMs === null ? [] : [sql<SqlBool>`i.since_to > ${now - toMs}`]
  // What a clock of another instance puts into the future is young.
  const youngest = fromMs === 0 ? [] : [sql<SqlBool>`i.since_to <= ${now - fromMs}`]
  return allOf([...oldest, ...youngest])
}

export interface Counted {
  /** Items that match the filter. */
  readonly count: number
  readonly figures: ReviewPage['figures']
}

/** Counts what this person may see, and what of it matches the filter, in one pass over the queue. */
export async function countItems(
  db: Kysely<Schema>,
  asking: Asking,
  filter: RawBuilder<SqlBool>,
): Promise<Counted> {
  const states = ['kept', 'near', 'over'] as const
  const parts: Readonly<Record<string, RawBuilder<SqlBool>>> = {
    matching: filter,
    mine: allOf([isHeld(asking), isMine(asking)]),
    waiting: sql<SqlBool>`i.decision_status = 'waiting'`,
    snoozed: isSnoozed(asking),
    ...Object.fromEntries(states.map((state) => [state, levelIs(state, asking)])),
    ...Object.fromEntries(bands.map((band, at) => [`band${at}`, inBand(band, asking)])),
  }
  const counts = Object.entries(parts).map(
    ([name, part]) => sql`count(*) filter (where ${part}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<string, number>>`select count(*) as items, ${sql.join(counts)}
    from review_items as i where ${seen(asking)}`.execute(db)
  const of = (name: string) => Number(rows[0]?.[name] ?? 0)
  return {
    count: of('matching'),
    figures: {
      items: of('items'),
      mine: of('mine'),
      waitingForSecond: of('waiting'),
      snoozed: of('snoozed'),
      level: { kept: of('kept'), near: of('near'), over: of('over') },
      bands: bands.map((band, at) => ({ ...band, items: of(`band${at}`) })),
      levelMs: asking.levelMs,
    },
  }
}
