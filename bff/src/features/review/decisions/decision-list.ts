import type { decisionQuery } from '@paydesk/shared/cases/decisions'
import type { z } from 'zod'
import { openCursor, sealCursor } from '../../../platform/list-query/cursor.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { resolveReviewScope } from '../../../records/review-cases.ts'
import { expireDecisions } from '../decision-transitions.ts'
import type { DecisionCaseDeps, ReviewCaller } from './decision-case.ts'
import { selectVisibleDecisions } from './decisions.ts'

export interface ListedDecisionRows {
  /** Rows of the page, newest first. */
  readonly rows: readonly DecisionRow[]
  readonly next: string | null
  readonly count: number
  readonly more: boolean
}

type DecisionListFilter = Omit<z.output<typeof decisionQuery>, 'after'>

const pageSize = 50
/** Upper bound of exact counts. */
const maxCounted = 10_000

function selectMatchingDecisions(
  { show = 'all', followUp }: DecisionListFilter,
  who: ReviewCaller,
  { store }: DecisionCaseDeps,
) {
  const { issuer, subject } = who.actor.session
  const answers = who.actor.permissions.has('review.work')
  return selectVisibleDecisions(store.db, resolveReviewScope(who))
    .$if(show === 'open', (query) => query.where('live', '=', 1))
    .$if(show === 'mine', (query) => query.where('subject', '=', subject).where('issuer', '=', issuer))
    .$if(show === 'second', (query) =>
      query
        .where('status', '=', 'waiting')
        .where((eb) => eb.or([eb('subject', '!=', subject), eb('issuer', '!=', issuer)]))
        // Match nothing for roles that only read: a waiting decision is always live.
        .where('live', '=', answers ? 1 : 0),
    )
    .$if(followUp !== undefined, (query) => query.where('follow_up', '=', followUp ?? null))
}

/**
 * Loads one page of the decisions this person may see, newest first. Throws `bad_request` if `after` is not
 * of this list.
 */
export async function loadDecisionList(
  { after, ...filter }: z.output<typeof decisionQuery>,
  who: ReviewCaller,
  deps: DecisionCaseDeps,
): Promise<ListedDecisionRows> {
  const { store, seal } = deps
  const bound = { list: 'decisions' as const, filter, ...who, seal }
  const begun = after === undefined ? null : openCursor(after, bound)
  await expireDecisions(store, who.scope.environment)
  const wanted = selectMatchingDecisions(filter, who, deps)
  const counted = await store.db
    .selectFrom(
      wanted
        .select('id')
        .limit(maxCounted + 1)
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
      last === undefined
        ? null
        : sealCursor(buildCursorPosition(last.at, rows, begun?.place ?? null), Date.now(), bound),
    count: Math.min(count, maxCounted),
    more: count > maxCounted,
  }
}

/** Builds a cursor: the instant of the last row, and the number of rows of that instant listed so far. */
function buildCursorPosition(
  at: number,
  rows: readonly DecisionRow[],
  before: { value: number | null; seq: number } | null,
) {
  const same = rows.filter((row) => row.at === at).length
  return { value: at, seq: same + (before?.value === at ? before.seq : 0) }
}
