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

/** Differences between record, notifications and index: explained by people, closed by facts. */
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
  /** One line for each item that was open at any time of that day, masked as the list is. */
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
