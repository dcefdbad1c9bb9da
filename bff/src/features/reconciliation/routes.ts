import { endpoints } from '@paydesk/shared/endpoints'
import type { ExportGate } from '../../platform/approvals/export-gate.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { getExportHeaders } from '../../platform/http/exports/list-export.ts'
import { type Actor, defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { type ExplainDiscrepancyDeps, type ExplainDiscrepancyResult, recordExplanation } from './explain.ts'
import { type DiscrepancyListDeps, type ListedDiscrepancies, loadDiscrepancyPage } from './list.ts'
import { type DiscrepancyViewer, presentDiscrepancy } from './present.ts'
import { getDiscrepancyReasons } from './reasons.ts'
import { loadReconciliationReport, type ReconciliationReportDeps } from './report.ts'
import { type ReconciliationExportDeps, streamReportExport } from './report-export.ts'

type ReasonDeps = Pick<ExplainDiscrepancyDeps, 'config'>

/** Value with what its presenter needs. */
type WithReasons<Value> = Value & Pick<DiscrepancyViewer, 'seal' | 'reasons'>

function attachReasons<Value extends object>(
  value: Value,
  { seal, config }: ReasonDeps & { seal: FieldCipher },
): WithReasons<Value> {
  return { ...value, seal, reasons: getDiscrepancyReasons(config.drift) }
}

const createDiscrepancyViewer = (
  { seal, reasons }: WithReasons<object>,
  { fieldAccess, session }: Actor,
): DiscrepancyViewer => ({
  ...{ sight: fieldAccess, session, seal, reasons },
})

export const listDiscrepancies = defineRoute(endpoints.listDiscrepancies, {
  permission: 'reconciliation.read',
  audit: () => ({ action: 'reconciliation.listed' }),
  handle: async (call, deps: DiscrepancyListDeps & ReasonDeps): Promise<WithReasons<ListedDiscrepancies>> =>
    attachReasons(await loadDiscrepancyPage(call.query, call, deps), deps),
  present(listed, { actor }) {
    const { lines, next, count, more, figures, byAmount, sees, reasons } = listed
    return {
      rows: lines.map((line) => presentDiscrepancy(line, createDiscrepancyViewer(listed, actor))),
      ...{ next, count, more, figures, byAmount },
      kinds: [...sees.kinds],
      reasons: [...reasons],
      mayExplain: actor.permissions.has('reconciliation.explain'),
    }
  },
})

export const showReconciliationReport = defineRoute(endpoints.showReconciliationReport, {
  permission: 'reconciliation.read',
  audit: () => ({ action: 'reconciliation.report.viewed' }),
  handle: (call, deps: ReconciliationReportDeps) => loadReconciliationReport(call.query, call, deps),
  present: (sheet) => sheet,
})

export const exportReconciliationReport = defineStreamRoute(endpoints.exportReconciliationReport, {
  permission: 'reconciliation.read',
  renews: true,
  audit: () => ({ action: 'reconciliation.exported' }),
  auditEnd: (_call, rows) => ({ action: 'reconciliation.export.ended', note: `rows:${rows}` }),
  headers: ({ query, scope }) => {
    // Keep `today`: the day depends on Paydesk's time zone, and a UTC date may be another one.
    const day = query.day ?? 'today'
    return getExportHeaders(`paydesk-reconciliation-${scope.environment}-${day}`, query.format)
  },
  open: async (
    { query: { format, ...query }, actor, scope },
    deps: Omit<ReconciliationExportDeps, 'reasons'> & ReasonDeps & ExportGate,
    { signal, countRows },
  ) => {
    const { filter, now, caller, attachEvent } = await deps.admitExport('reconciliation', query, {
      actor,
      scope,
    })
    const lines = await streamReportExport(
      { ...filter, now, format },
      { ...caller, gone: signal, sent: countRows },
      { ...deps, reasons: getDiscrepancyReasons(deps.config.drift) },
    )
    return attachEvent(lines)
  },
})

export const explainDiscrepancy = defineRoute(endpoints.explainDiscrepancy, {
  permission: 'reconciliation.explain',
  audit: ({ params }, said: WithReasons<ExplainDiscrepancyResult> | undefined) => ({
    action: 'discrepancy.explained',
    about: toAuditSubject('discrepancy', params.discrepancy, said),
  }),
  handle: async (call, deps: ExplainDiscrepancyDeps): Promise<WithReasons<ExplainDiscrepancyResult>> =>
    attachReasons(await recordExplanation(call, deps), deps),
  present: (said, { actor }) => ({
    answer: said.answer,
    row: presentDiscrepancy(said.line, createDiscrepancyViewer(said, actor)),
  }),
})
