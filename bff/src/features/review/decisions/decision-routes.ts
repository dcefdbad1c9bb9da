import { endpoints } from '@paydesk/shared/endpoints'
import { defineListExport } from '../../../platform/approvals/define-list-export.ts'
import { type AuditEvent, toAuditSubject } from '../../../platform/audit/entry.ts'
import { defineRoute } from '../../../platform/http/route.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import {
  type FactsByTransaction,
  loadTransactionFacts,
  presentTransactionFacts,
  type TransactionFactsDeps,
} from '../../../records/observations/transaction-facts.ts'
import type { DayRangeDeps } from '../../../records/zone-days.ts'
import type { ReviewRateLimits } from '../limits.ts'
import { loadDecisionOperatorActions } from '../operator-actions/action-rows.ts'
import { getDecisionReasons } from '../reasons.ts'
import { type DecisionResult, makeDecision } from './decide.ts'
import { decisionExportColumns, openDecisionExportBatches } from './decision-export.ts'
import { markDecisionInboxEntryRead } from './decision-inbox.ts'
import { type ListedDecisionRows, loadDecisionList as list } from './decision-list.ts'
import type { MakeDecisionDeps } from './decision-write.ts'
import {
  createDecisionViewer,
  type DecisionOperatorActions,
  type DecisionViewer,
  presentDecision,
} from './decisions.ts'
import { type LoadedDecisionDetails, loadDecisionDetails } from './load-decision.ts'
import {
  recordDecisionApproval as answer,
  type DecisionApprovalResult,
  type DecisionWithdrawalResult,
  recordDecisionWithdrawal as withdraw,
} from './second-decision.ts'

export interface DecisionRoutesDeps extends MakeDecisionDeps, Pick<TransactionFactsDeps, 'handles'> {
  readonly config: MakeDecisionDeps['config'] & DayRangeDeps['config']
  readonly reviewLimits: ReviewRateLimits
}

/** Value with the viewer and the operator actions needed to present its decisions. */
interface WithDecisionViewer<Value> {
  readonly value: Value
  readonly by: DecisionViewer
  readonly acts: DecisionOperatorActions
}

/** The same, with the facts of the transactions that the decisions are about. */
interface WithFacts<Value> extends WithDecisionViewer<Value> {
  readonly facts: FactsByTransaction
}

async function attachDecisionViewer<Value>(
  value: Value,
  rows: readonly DecisionRow[],
  { actor }: { readonly actor: Parameters<typeof createDecisionViewer>[0] },
  { cipher, config, store, actions }: MakeDecisionDeps,
): Promise<WithDecisionViewer<Value>> {
  const by = createDecisionViewer(actor, {
    cipher,
    reasons: getDecisionReasons(config.review),
    staleMs: config.review.staleMs,
  })
  return { value, by, acts: { ...actions, rows: await loadDecisionOperatorActions(store.db, rows) } }
}

const collectDecisionRows = (value: DecisionResult | DecisionApprovalResult): DecisionRow[] =>
  'row' in value ? [value.row] : []

export const decideCaseRoute = defineRoute(endpoints.decideCase, {
  permission: 'review.work',
  audit({ params }, found: WithDecisionViewer<DecisionResult> | undefined): AuditEvent {
    const decided = found?.value
    if (decided?.answer === 'made') {
      const { id, merchant } = decided.row
      return { action: 'decision.made', about: { kind: 'decision', id, merchant } }
    }
    return { action: 'decision.stopped', about: toAuditSubject('transaction', params.transaction, decided) }
  },
  async handle(call, deps: DecisionRoutesDeps): Promise<WithDecisionViewer<DecisionResult>> {
    deps.reviewLimits.reads(call.actor)
    const value = await makeDecision(call, deps)
    return attachDecisionViewer(value, collectDecisionRows(value), call, deps)
  },
  present({ value, by, acts }) {
    if (value.answer === 'not_yours') return { answer: value.answer }
    if (value.answer !== 'moved')
      return { answer: value.answer, decision: presentDecision(value.row, by, acts) }
    return { answer: value.answer, changed: value.changed, recordHash: value.recordHash }
  },
})

export const listDecisionsRoute = defineRoute(endpoints.listDecisions, {
  permission: 'review.read',
  audit: () => ({ action: 'decisions.listed' }),
  async handle(call, deps: DecisionRoutesDeps): Promise<WithFacts<ListedDecisionRows>> {
    const value = await list(call.query, call, deps)
    const named = value.rows.map((row) => row.transaction_id)
    const facts = await loadTransactionFacts(named, call.scope, deps)
    return { ...(await attachDecisionViewer(value, value.rows, call, deps)), facts }
  },
  present: ({ value: { rows, ...page }, by, acts, facts }) => ({
    ...page,
    decisions: rows.map((row) => ({
      ...presentDecision(row, by, acts),
      facts: presentTransactionFacts(row.transaction_id, facts, by.fieldAccess),
    })),
  }),
})

export const exportDecisionsRoute = defineListExport(endpoints.exportDecisions, {
  list: 'decisions',
  sheet: 'decisions',
  columns: decisionExportColumns,
  openBatches: openDecisionExportBatches,
})

export const showDecisionRoute = defineRoute(endpoints.showDecision, {
  permission: 'review.read',
  audit: ({ params }, found: WithFacts<LoadedDecisionDetails> | undefined) => ({
    action: 'decision.viewed',
    about: toAuditSubject('decision', params.decision, found?.value.row),
  }),
  async handle(call, deps: DecisionRoutesDeps): Promise<WithFacts<LoadedDecisionDetails>> {
    deps.reviewLimits.reads(call.actor)
    const value = await loadDecisionDetails(call.params.decision, call, deps)
    const facts = await loadTransactionFacts([value.row.transaction_id], call.scope, deps)
    if (!call.actor.isBackgroundRefresh)
      await markDecisionInboxEntryRead(deps.store, value.row, call.actor, Date.now())
    return { ...(await attachDecisionViewer(value, [value.row], call, deps)), facts }
  },
  present: ({ value: { row, ...read }, by, acts, facts }) => ({
    ...read,
    decision: presentDecision(row, by, acts),
    facts: presentTransactionFacts(row.transaction_id, facts, by.fieldAccess),
  }),
})

export const decideApprovalRoute = defineRoute(endpoints.decideApproval, {
  permission: 'review.work',
  audit: ({ params }, found: WithDecisionViewer<DecisionApprovalResult> | undefined) => ({
    action: found === undefined || found.value.answer === 'done' ? 'decision.answered' : 'decision.stopped',
    about: toAuditSubject('decision', params.decision, found?.value),
  }),
  async handle(call, deps: DecisionRoutesDeps): Promise<WithDecisionViewer<DecisionApprovalResult>> {
    deps.reviewLimits.reads(call.actor)
    const value = await answer(call.params.decision, call.body, call, deps)
    return attachDecisionViewer(value, collectDecisionRows(value), call, deps)
  },
  present({ value, by, acts }) {
    if (value.answer === 'moved')
      return { answer: value.answer, changed: value.changed, recordHash: value.recordHash }
    return { answer: value.answer, decision: presentDecision(value.row, by, acts) }
  },
})

export const withdrawDecisionRoute = defineRoute(endpoints.withdrawDecision, {
  permission: 'review.work',
  audit: ({ params }, found: WithDecisionViewer<DecisionWithdrawalResult> | undefined) => ({
    action: found === undefined || found.value.done ? 'decision.withdrawn' : 'decision.stopped',
    about: toAuditSubject('decision', params.decision, found?.value.row),
  }),
  async handle(call, deps: DecisionRoutesDeps): Promise<WithDecisionViewer<DecisionWithdrawalResult>> {
    deps.reviewLimits.reads(call.actor)
    const value = await withdraw(call.params.decision, call.body, call, deps)
    return attachDecisionViewer(value, [value.row], call, deps)
  },
  present: ({ value, by, acts }) => presentDecision(value.row, by, acts),
})
