import type { decisionQuery } from '@paydesk/shared/work/decision-list'
import type { z } from 'zod'
import { openCursor, sealCursor } from '../../../platform/list-query/cursor.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { seesOf } from '../../../records/review-items.ts'
import { expireDecisions } from '../decision-transitions.ts'
import type { CaseNeeds, Who } from './decision-case.ts'
import { decisionsSeen } from './decisions.ts'

export interface ListedDecisions {
  /** Newest first. */
  readonly rows: readonly DecisionRow[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
}

type Filter = Omit<z.output<typeof decisionQuery>, 'after'>

const pageSize = 50
/** Rows are counted exactly up to here. */
const most = 10_000

function matching({ show = 'all', followUp }: Filter, who: Who, { store }: CaseNeeds) {
  const { issuer, subject } = who.actor.session
  const answers = who.actor.permissions.has('review.work')
  return decisionsSeen(store.db, seesOf(who))
    .$if(show === 'open', (query) => query.where('live', '=', 1))
    .$if(show === 'mine', (query) => query.where('subject', '=', subject).where('issuer', '=', issuer))
    .$if(show === 'second', (query) =>
      query
        .where('status', '=', 'waiting')
        .where((eb) => eb.or([eb('subject', '!=', subject), eb('issuer', '!=', issuer)]))
        // Whoever may only read answers none: what waits is live.
        .where('live', '=', answers ? 1 : 0),
    )
    .$if(followUp !== undefined, (query) => query.where('follow_up', '=', followUp ?? null))
}

/**
 * One page of the decisions that this person may see, newest first. Throws `bad_request` where `after` is
 * not of this list.
 */
export async function listDecisions(
  { after, ...filter }: z.output<typeof decisionQuery>,
  who: Who,
  needs: CaseNeeds,
): Promise<ListedDecisions> {
  const { store, seal } = needs
  const bound = { list: 'decisions' as const, filter, ...who, seal }
  const begun = after === undefined ? null : openCursor(after, bound)
  await expireDecisions(store, who.scope.environment)
  const wanted = matching(filter, who, needs)
  const counted = await store.db
    .selectFrom(
      wanted
        .select('id')
        .limit(most + 1)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const read = await wanted
    .selectAll()
    .$if(begun !== null, (query) => query.where('at', '<=', begun?.place.value ?? 0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .offset(begun?.place.seq ?? 0)
    .execute()
  const rows = read.slice(0, pageSize)
  const last = read.length > pageSize ? rows.at(-1) : undefined
  const count = Number(counted.count)
  return {
    rows,
    next:
      last === undefined ? null : sealCursor(placeOf(last.at, rows, begun?.place ?? null), Date.now(), bound),
    count: Math.min(count, most),
    more: count > most,
  }
}

/** The instant of the last row, and how many of that very instant were on this page and those before. */
function placeOf(
  at: number,
  rows: readonly DecisionRow[],
  before: { value: number | null; seq: number } | null,
) {
  const same = rows.filter((row) => row.at === at).length
  return { value: at, seq: same + (before?.value === at ? before.seq : 0) }
}
