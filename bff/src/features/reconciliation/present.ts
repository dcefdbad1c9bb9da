import {
  type DiscrepancyExplanation,
  type DiscrepancyReason,
  type DiscrepancyView,
  discrepancyIdSchema,
} from '@paydesk/shared/cases/reconciliation'
import { customerHandleSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import { guardValue } from '../../platform/access/guarded.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import { presentTransactionAmount } from '../../records/observations/amounts.ts'
import { parseDiscrepancyKind } from '../../records/rules/discrepancies.ts'
import { presentColleague, presentStaffText, type StaffTextViewer } from '../../records/staff-texts.ts'
import type { DiscrepancyForDisplay } from './list.ts'
import { findDiscrepancyReason } from './reasons.ts'
import type { DiscrepancyExplanationRow } from './rows.ts'

/** Viewer of discrepancies, with the dependencies needed to present them. */
export interface DiscrepancyViewer extends StaffTextViewer {
  readonly reasons: readonly DiscrepancyReason[]
}

function presentExplanation(
  row: DiscrepancyExplanationRow,
  discrepancyViewer: DiscrepancyViewer,
): DiscrepancyExplanation {
  return {
    reason: findDiscrepancyReason(discrepancyViewer.reasons, row.reason),
    text: presentStaffText(row.sealed_text, discrepancyViewer),
    ticket: row.ticket === null ? { visibility: 'absent' } : { visibility: 'clear', text: row.ticket },
    by: presentColleague(row, discrepancyViewer),
    at: formatIsoTime(row.at),
  }
}

/** Presents one discrepancy, masked for the viewer. */
export function presentDiscrepancy(
  { row, rid, explanations }: DiscrepancyForDisplay,
  discrepancyViewer: DiscrepancyViewer,
): DiscrepancyView {
  const { fieldAccess } = discrepancyViewer
  const { amount, currency } = presentTransactionAmount({ ...row, amount_source: null }, fieldAccess)
  const [newest = null, ...earlierExplanations] = explanations.map((one) =>
    presentExplanation(one, discrepancyViewer),
  )
  return {
    discrepancy: discrepancyIdSchema.parse(row.id),
    version: row.version,
    kind: parseDiscrepancyKind(row),
    transaction: transactionIdSchema.parse(row.transaction_id),
    customer: row.customer === null ? null : customerHandleSchema.parse(row.customer),
    rid: fieldAccess.mask(guardValue('rid', rid)),
    merchant: fieldAccess.mask(guardValue('original.merchant_id', row.merchant)),
    state: parseTransactionState(row.state),
    compound: row.compound === null ? null : parseCompoundState(row.compound),
    amount,
    currency,
    openedAt: {
      from: row.opened_from === null ? null : formatIsoTime(row.opened_from),
      to: formatIsoTime(row.opened_to),
    },
    closedAt: row.closed_at === null ? null : formatIsoTime(row.closed_at),
    explanation: newest,
    earlierExplanations,
  }
}
