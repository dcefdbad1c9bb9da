import { endpoints } from '@paydesk/shared/endpoints'
import { defineListExport } from '../../platform/approvals/define-list-export.ts'
import { toAuditSubject, toCustomerFilterAuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { type Actor, defineRoute } from '../../platform/http/route.ts'
import {
  type CustomerDiscrepancies,
  type CustomerDiscrepancyDeps,
  loadCustomerDiscrepancies,
} from './customer-discrepancies.ts'
import {
  type ExplainDiscrepancyDeps,
  type ExplainDiscrepancyResult,
  recordDiscrepancyExplanation,
} from './explain.ts'
import { type DiscrepancyListDeps, type ListedDiscrepancies, loadDiscrepancyPage } from './list.ts'
import { type DiscrepancyViewer, presentDiscrepancy } from './present.ts'
import { getDiscrepancyReasons } from './reasons.ts'
import { loadReconciliationReport, type ReconciliationReportDeps } from './report.ts'
import { discrepancyExportColumns, openReconciliationReportExportBatches } from './report-export.ts'

type ReasonDeps = Pick<ExplainDiscrepancyDeps, 'config'>

/** Value with what its presenter needs. */
type WithReasons<Value> = Value & Pick<DiscrepancyViewer, 'cipher' | 'reasons'>

function attachReasons<Value extends object>(
  value: Value,
  { cipher, config }: ReasonDeps & { cipher: FieldCipher },
): WithReasons<Value> {
  return { ...value, cipher, reasons: getDiscrepancyReasons(config.reconciliation) }
}

const createDiscrepancyViewer = (
  { cipher, reasons }: WithReasons<object>,
  { fieldAccess, session }: Actor,
): DiscrepancyViewer => ({
  ...{ fieldAccess, session, cipher, reasons },
})

export const listDiscrepanciesRoute = defineRoute(endpoints.listDiscrepancies, {
  permission: 'reconciliation.read',
  audit: ({ query }, listed: WithReasons<ListedDiscrepancies> | undefined) => ({
    action: 'reconciliation.listed',
    about: toCustomerFilterAuditSubject(query.customer, listed),
  }),
  handle: async (call, deps: DiscrepancyListDeps & ReasonDeps): Promise<WithReasons<ListedDiscrepancies>> =>
    attachReasons(await loadDiscrepancyPage(call.query, call, deps), deps),
  present(listed, { actor }) {
    const { lines, next, count, more, figures, byAmount, discrepancyScope, reasons } = listed
    return {
      rows: lines.map((line) => presentDiscrepancy(line, createDiscrepancyViewer(listed, actor))),
      ...{ next, count, more, figures, byAmount },
      kinds: [...discrepancyScope.kinds],
      reasons: [...reasons],
      mayExplain: actor.permissions.has('reconciliation.explain'),
    }
  },
})

export const listCustomerDiscrepanciesRoute = defineRoute(endpoints.listCustomerDiscrepancies, {
  permission: 'reconciliation.read',
  audit: ({ params }, read: WithReasons<CustomerDiscrepancies> | undefined) => ({
    action: 'customer.timeline.viewed',
    about: toAuditSubject('customer', params.customer, read),
  }),
  handle: async (
    call,
    deps: CustomerDiscrepancyDeps & ReasonDeps,
  ): Promise<WithReasons<CustomerDiscrepancies>> =>
    attachReasons(await loadCustomerDiscrepancies(call.params.customer, call, deps), deps),
  present: (listed, { actor }) => ({
    rows: listed.lines.map((line) => presentDiscrepancy(line, createDiscrepancyViewer(listed, actor))),
    more: listed.more,
  }),
})

export const showReconciliationReportRoute = defineRoute(endpoints.showReconciliationReport, {
  permission: 'reconciliation.read',
  audit: () => ({ action: 'reconciliation.report.viewed' }),
  handle: (call, deps: ReconciliationReportDeps) => loadReconciliationReport(call.query, call, deps),
  present: (sheet) => sheet,
})

export const exportReconciliationReportRoute = defineListExport(endpoints.exportReconciliationReport, {
  list: 'reconciliation',
  sheet: 'discrepancies',
  columns: discrepancyExportColumns,
  openBatches: openReconciliationReportExportBatches,
  // Keep `today`: the day depends on Paydesk's time zone, and a UTC date may be another one.
  nameDay: ({ day }) => day ?? 'today',
})

export const explainDiscrepancyRoute = defineRoute(endpoints.explainDiscrepancy, {
  permission: 'reconciliation.explain',
  audit: ({ params }, withReasons: WithReasons<ExplainDiscrepancyResult> | undefined) => ({
    action: 'discrepancy.explained',
    about: toAuditSubject('discrepancy', params.discrepancy, withReasons),
  }),
  handle: async (call, deps: ExplainDiscrepancyDeps): Promise<WithReasons<ExplainDiscrepancyResult>> =>
    attachReasons(await recordDiscrepancyExplanation(call, deps), deps),
  present: (withReasons, { actor }) => ({
    answer: withReasons.answer,
    row: presentDiscrepancy(withReasons.line, createDiscrepancyViewer(withReasons, actor)),
  }),
})
