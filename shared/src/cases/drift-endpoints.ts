import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  discrepancyId,
  discrepancyList,
  discrepancyQuery,
  explainDiscrepancyRequest,
  explainDiscrepancyResponse,
} from './drift.ts'
import { reconciliationExportQuery, reconciliationReport, reconciliationReportQuery } from './drift-sheet.ts'

const none = z.strictObject({})
const get = { method: 'GET', params: z.strictObject({ env: environmentName }), body: none } as const

/**
 * Endpoints for discrepancies between record, notifications and our records: staff explain them, facts close
 * them.
 */
export const reconciliationEndpoints = {
  listDiscrepancies: defineEndpoint({
    ...get,
    path: '/api/:env/drift',
    query: discrepancyQuery,
    response: discrepancyList,
  }),
  showReconciliationReport: defineEndpoint({
    ...get,
    path: '/api/:env/drift-sheet',
    query: reconciliationReportQuery,
    response: reconciliationReport,
  }),
  /** Exports one line per discrepancy that was open at any time of the day, masked as in the list. */
  exportReconciliationReport: defineEndpoint({
    ...get,
    path: '/api/:env/exports/drift-sheet',
    query: reconciliationExportQuery,
    response: z.string(),
    stream: 'text/csv',
  }),
  explainDiscrepancy: defineEndpoint({
    method: 'POST',
    path: '/api/:env/drift/:item/explain',
    params: z.strictObject({ env: environmentName, item: discrepancyId }),
    query: none,
    body: explainDiscrepancyRequest,
    response: explainDiscrepancyResponse,
  }),
} as const
