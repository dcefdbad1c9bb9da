import { endpoints } from '@paydesk/shared/endpoints'
import { type Deed, subject } from '../../../platform/audit/entry.ts'
import { route } from '../../../platform/http/route.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import type { ReviewLimits } from '../limits.ts'
import { actionsOf } from '../operator-actions/action-rows.ts'
import { reasonsOf } from '../reasons.ts'
import { type Decided, decide } from './decide.ts'
import { type ReadCase, readCase } from './decision-case.ts'
import { type ListedDecisions, listDecisions as list } from './decision-list.ts'
import type { DecideNeeds } from './decision-write.ts'
import { type Acts, type Onlooker, onlookerOf, presentDecision } from './decisions.ts'
import {
  type Answered,
  answerDecision as answer,
  type Withdrawn,
  withdrawDecision as withdraw,
} from './second-decision.ts'

export interface DecisionNeeds extends DecideNeeds {
  readonly reviewLimits: ReviewLimits
}

/** What was found, with the eyes of whoever asked, and what is asked of the service for it. */
interface Found<Value> {
  readonly value: Value
  readonly by: Onlooker
  readonly acts: Acts
}

async function lookingAt<Value>(
  value: Value,
  rows: readonly DecisionRow[],
  { actor }: { readonly actor: Parameters<typeof onlookerOf>[0] },
  { seal, config, store, actions }: DecideNeeds,
): Promise<Found<Value>> {
  const by = onlookerOf(actor, { seal, reasons: reasonsOf(config.review), staleMs: config.review.staleMs })
  return { value, by, acts: { ...actions, rows: await actionsOf(store.db, rows) } }
}

const rowsIn = (value: Decided | Answered): DecisionRow[] => ('row' in value ? [value.row] : [])

export const decideReviewItem = route(endpoints.decideReviewItem, {
  permission: 'review.work',
  audit({ params }, found: Found<Decided> | undefined): Deed {
    const decided = found?.value
    if (decided?.answer === 'made') {
      const { id, merchant } = decided.row
      return { action: 'decision.made', about: { kind: 'decision', id, merchant } }
    }
    return { action: 'decision.stopped', about: subject('transaction', params.transaction, decided) }
  },
  async handle(call, needs: DecisionNeeds): Promise<Found<Decided>> {
    needs.reviewLimits.reads(call.actor)
    const value = await decide(call, needs)
    return lookingAt(value, rowsIn(value), call, needs)
  },
  present({ value, by, acts }) {
    if (value.answer === 'not_yours') return { answer: value.answer }
    if (value.answer !== 'moved')
      return { answer: value.answer, decision: presentDecision(value.row, by, acts) }
    return { answer: value.answer, changed: value.changed, print: value.print }
  },
})

export const listDecisions = route(endpoints.listDecisions, {
  permission: 'review.read',
  audit: () => ({ action: 'decisions.listed' }),
  async handle(call, needs: DecideNeeds): Promise<Found<ListedDecisions>> {
    const value = await list(call.query, call, needs)
    return lookingAt(value, value.rows, call, needs)
  },
  present: ({ value: { rows, ...page }, by, acts }) => ({
    ...page,
    decisions: rows.map((row) => presentDecision(row, by, acts)),
  }),
})

export const showDecision = route(endpoints.showDecision, {
  permission: 'review.read',
  audit: ({ params }, found: Found<ReadCase> | undefined) => ({
    action: 'decision.viewed',
    about: subject('decision', params.decision, found?.value.row),
  }),
  async handle(call, needs: DecisionNeeds): Promise<Found<ReadCase>> {
    needs.reviewLimits.reads(call.actor)
    const value = await readCase(call.params.decision, call, needs)
    return lookingAt(value, [value.row], call, needs)
  },
  present: ({ value: { row, ...read }, by, acts }) => ({ ...read, decision: presentDecision(row, by, acts) }),
})

export const answerDecision = route(endpoints.answerDecision, {
  permission: 'review.work',
  audit: ({ params }, found: Found<Answered> | undefined) => ({
    action: found === undefined || found.value.answer === 'done' ? 'decision.answered' : 'decision.stopped',
    about: subject('decision', params.decision, found?.value),
  }),
  async handle(call, needs: DecisionNeeds): Promise<Found<Answered>> {
    needs.reviewLimits.reads(call.actor)
    const value = await answer(call.params.decision, call.body, call, needs)
    return lookingAt(value, rowsIn(value), call, needs)
  },
  present({ value, by, acts }) {
    if (value.answer === 'moved') return { answer: value.answer, changed: value.changed, print: value.print }
    return { answer: value.answer, decision: presentDecision(value.row, by, acts) }
  },
})

export const withdrawDecision = route(endpoints.withdrawDecision, {
  permission: 'review.work',
  audit: ({ params }, found: Found<Withdrawn> | undefined) => ({
    action: found === undefined || found.value.done ? 'decision.withdrawn' : 'decision.stopped',
    about: subject('decision', params.decision, found?.value.row),
  }),
  async handle(call, needs: DecisionNeeds): Promise<Found<Withdrawn>> {
    needs.reviewLimits.reads(call.actor)
    const value = await withdraw(call.params.decision, call.body, call, needs)
    return lookingAt(value, [value.row], call, needs)
  },
  present: ({ value, by, acts }) => presentDecision(value.row, by, acts),
})
