import type { DecisionListFilter, decisionQuerySchema } from '@paydesk/shared/cases/decisions'
import type { z } from 'zod'
import type { ScopedActor } from '../../../platform/http/route.ts'
import { type NumberRange, whereColumnInRange } from '../../../platform/list-query/conditions.ts'
import {
  countRows,
  type ListCount,
  loadNewestPage,
  maxCountedRows,
  type PageRows,
  presentCappedCount,
  resolveListPage,
} from '../../../platform/list-query/page.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { resolveReviewScope } from '../../../records/review-cases.ts'
import { type DayRangeDeps, loadDayRange } from '../../../records/zone-days.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { selectVisibleDecisions } from './decisions.ts'
import type { LoadDecisionDeps } from './load-decision.ts'

export interface ListedDecisionRows extends PageRows<DecisionRow> {
  readonly count: number
  readonly more: boolean
}

function selectMatchingDecisions(
  { show = 'all', followUp }: DecisionListFilter,
  days: NumberRange | null,
  caller: ScopedActor,
  { store }: Pick<LoadDecisionDeps, 'store'>,
) {
  const { issuer, subject } = caller.actor.session
  const answers = caller.actor.permissions.has('review.work')
  return selectVisibleDecisions(store.db, resolveReviewScope(caller))
    .where(whereColumnInRange('at', days))
    .$if(show === 'open', (query) => query.where('live', '=', 1))
    .$if(show === 'mine', (query) => query.where('subject', '=', subject).where('issuer', '=', issuer))
    .$if(show === 'to_approve', (query) =>
      query
        .where('status', '=', 'waiting')
        .where((eb) => eb.or([eb('subject', '!=', subject), eb('issuer', '!=', issuer)]))
        // Match nothing for roles that only read: a waiting decision is always live.
        .where('live', '=', answers ? 1 : 0),
    )
    .$if(followUp !== undefined, (query) => query.where('follow_up', '=', followUp ?? null))
}

/** Selects the decisions of an export; those whose approval has expired do not wait. Throws as `resolveDayRange`. */
export async function createDecisionExportSelect(
  filter: DecisionListFilter,
  caller: ScopedActor,
  deps: Pick<LoadDecisionDeps, 'store'> & DayRangeDeps,
) {
  await expireDecisions(deps.store, caller.scope.environment)
  const days = await loadDayRange(filter, caller.actor.session, deps)
  return () => selectMatchingDecisions(filter, days, caller, deps)
}

/** Counts the rows of an export, up to `max`. Throws the problems of the export. */
export async function countDecisionExport(
  filter: DecisionListFilter,
  caller: ScopedActor,
  max: number,
  deps: Pick<LoadDecisionDeps, 'store'> & DayRangeDeps,
): Promise<number> {
  const select = await createDecisionExportSelect(filter, caller, deps)
  return countRows(select().select('id').limit(max), deps.store)
}

/** Counts the decisions on the list of a filter. Decisions whose approval has expired do not wait. */
export async function countDecisionList(
  filter: DecisionListFilter,
  caller: ScopedActor,
  deps: Pick<LoadDecisionDeps, 'store'> & DayRangeDeps,
): Promise<ListCount> {
  await expireDecisions(deps.store, caller.scope.environment)
  const days = await loadDayRange(filter, caller.actor.session, deps)
  const wanted = selectMatchingDecisions(filter, days, caller, deps)
  return presentCappedCount(await countRows(wanted.select('id').limit(maxCountedRows + 1), deps.store))
}

/**
 * Loads one page of the decisions this person may see, newest first. Throws `bad_request` if `after` is not
 * of this list, or for days as `resolveDayRange` does.
 */
export async function loadDecisionList(
  { after, ...filter }: z.output<typeof decisionQuerySchema>,
  caller: ScopedActor,
  deps: LoadDecisionDeps & DayRangeDeps,
): Promise<ListedDecisionRows> {
  const { cipher } = deps
  const page = resolveListPage({ list: 'decisions', filter, ...caller, cipher }, after)
  const count = await countDecisionList(filter, caller, deps)
  const days = await loadDayRange(filter, caller.actor.session, deps)
  const wanted = selectMatchingDecisions(filter, days, caller, deps)
  const listed = await loadNewestPage(wanted.selectAll(), 'at', ({ at }) => at, page)
  return { ...listed, ...count }
}
