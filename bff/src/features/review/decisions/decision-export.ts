import type { DecisionListFilter, ListedDecision } from '@paydesk/shared/cases/decisions'
import { formatMajorUnits, isMinorUnits } from '@paydesk/shared/core/money'
import { chooseLocalizedText } from '@paydesk/shared/messages/localized-text'
import type { ListExportCall, ListExportColumns } from '../../../platform/approvals/define-list-export.ts'
import { readBatchesNewestFirst } from '../../../platform/list-query/page.ts'
import {
  loadTransactionFacts,
  presentTransactionFacts,
  type TransactionFactsDeps,
} from '../../../records/observations/transaction-facts.ts'
import type { DayRangeDeps } from '../../../records/zone-days.ts'
import { loadDecisionOperatorActions } from '../operator-actions/action-rows.ts'
import { getDecisionReasons } from '../reasons.ts'
import { createDecisionExportSelect } from './decision-list.ts'
import type { MakeDecisionDeps } from './decision-write.ts'
import { createDecisionViewer, presentDecision } from './decisions.ts'

export interface DecisionExportDeps extends MakeDecisionDeps, Pick<TransactionFactsDeps, 'handles'> {
  readonly config: MakeDecisionDeps['config'] & DayRangeDeps['config']
}

interface DecisionLine extends ListedDecision {
  /** Reason in the language of the exporter. */
  readonly reasonLabel: string
}

/** Columns of the export. Times are ISO 8601 UTC. */
export const decisionExportColumns: ListExportColumns<'decisions', DecisionLine> = [
  ['decision_id', (row) => row.decision],
  ['transaction_id', (row) => row.transaction],
  ['rid', ({ facts }, { masked }) => (facts === null ? '' : masked(facts.rid))],
  ['merchant', ({ facts }, { masked }) => (facts === null ? '' : masked(facts.merchant))],
  [
    'amount_minor',
    ({ facts }, { masked }) => (facts === null || !isMinorUnits(facts.amount) ? '' : masked(facts.amount)),
    'number',
  ],
  ['currency', ({ facts }, { masked }) => (facts === null ? '' : masked(facts.currency))],
  ['amount', ({ facts }) => (facts === null ? '' : formatMajorUnits(facts)), 'number'],
  ['state_at_decision', (row) => row.state.raw],
  ['verdict', (row) => row.verdict],
  ['reason', (row) => row.reason.code],
  ['reason_label', (row) => row.reasonLabel],
  ['comment', (row, { masked }) => masked(row.text)],
  ['ticket', (row, { masked }) => masked(row.ticket)],
  ['decided_by', (row, { colleague }) => colleague(row.by)],
  ['decided_at', (row) => row.at, 'time'],
  ['status', (row) => row.status],
  ['approval_rules', (row) => row.approvalReasons.join(' ')],
  ['approver', (row, { colleague }) => colleague(row.approval?.by)],
  ['approval_answer', (row) => row.approval?.answer ?? ''],
  ['approval_comment', ({ approval }, { masked }) => (approval === null ? '' : masked(approval.text))],
  ['answered_at', (row) => row.approval?.at ?? '', 'time'],
  ['withdrawn_by', (row, { colleague }) => colleague(row.withdrawnBy)],
  ['withdrawn_at', (row) => row.withdrawnAt ?? '', 'time'],
  ['outcome', (row) => row.followUp ?? ''],
  ['final_state', (row) => row.outcome?.state.raw ?? ''],
  ['ended_after', (row) => row.outcome?.from ?? '', 'time'],
  ['ended_until', (row) => row.outcome?.to ?? '', 'time'],
  ['operator_action', (row) => row.action?.status ?? ''],
]

/** Opens the decisions of a filter, newest first, in batches. Throws the problems of the export. */
export async function openDecisionExportBatches(
  filter: DecisionListFilter,
  { gone, language, ...caller }: ListExportCall,
  deps: DecisionExportDeps,
): Promise<AsyncIterable<readonly DecisionLine[]>> {
  const { actor, scope } = caller
  const { store, cipher, config, actions } = deps
  const select = await createDecisionExportSelect(filter, caller, deps)
  const viewer = createDecisionViewer(actor, {
    cipher,
    reasons: getDecisionReasons(config.review),
    staleMs: config.review.staleMs,
  })
  async function* presentBatches(): AsyncGenerator<readonly DecisionLine[]> {
    for await (const rows of readBatchesNewestFirst(select().selectAll(), 'at', ({ at }) => at, gone)) {
      const named = rows.map((row) => row.transaction_id)
      const facts = await loadTransactionFacts(named, scope, deps)
      const acts = { ...actions, rows: await loadDecisionOperatorActions(store.db, rows) }
      yield rows.map((row) => {
        const decision = presentDecision(row, viewer, acts)
        return {
          ...decision,
          facts: presentTransactionFacts(row.transaction_id, facts, viewer.fieldAccess),
          reasonLabel: chooseLocalizedText(decision.reason.label, language),
        }
      })
    }
  }
  return presentBatches()
}
