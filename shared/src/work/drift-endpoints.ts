import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { driftItem, driftPage, driftQuery, explainAnswer, explainRequest } from './drift.ts'
import { driftExportQuery, driftSheet, driftSheetQuery } from './drift-sheet.ts'

const none = z.strictObject({})
const get = { method: 'GET', params: z.strictObject({ env: environmentName }), body: none } as const

/** Differences between record, notifications and index: explained by people, closed by facts. */
export const driftEndpoints = {
  listDrift: endpoint({ ...get, path: '/api/:env/drift', query: driftQuery, response: driftPage }),
  showDriftSheet: endpoint({
    ...get,
    path: '/api/:env/drift-sheet',
    query: driftSheetQuery,
    response: driftSheet,
  }),
  /** One line for each item that was open at any time of that day, masked as the list is. */
  exportDriftSheet: endpoint({
    ...get,
    path: '/api/:env/exports/drift-sheet',
    query: driftExportQuery,
    response: z.string(),
    stream: 'text/csv',
  }),
  explainDrift: endpoint({
    method: 'POST',
    path: '/api/:env/drift/:item/explain',
    params: z.strictObject({ env: environmentName, item: driftItem }),
    query: none,
    body: explainRequest,
    response: explainAnswer,
  }),
} as const
