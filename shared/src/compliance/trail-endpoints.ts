import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  auditActorHandle,
  auditEntryList,
  auditLogExportQuery,
  auditLogFigures,
  auditLogQuery,
  auditLogVerification,
} from './trail.ts'
import {
  recordAccessReport,
  recordAccessRequest,
  staffActivityQuery,
  staffActivityReport,
} from './trail-seen.ts'

const none = z.strictObject({})
const get = { method: 'GET', params: z.strictObject({ env: environmentName }), body: none } as const
const post = { method: 'POST', params: z.strictObject({ env: environmentName }), query: none } as const

/**
 * Endpoints for the audit log: its events, access to records, and its verification. Events without an
 * environment appear in every environment.
 */
export const auditLogEndpoints = {
  listAuditEntries: defineEndpoint({
    ...get,
    path: '/api/:env/trail',
    query: auditLogQuery,
    response: auditEntryList,
  }),
  showAuditLogFigures: defineEndpoint({
    ...get,
    path: '/api/:env/trail-figures',
    query: none,
    response: auditLogFigures,
  }),
  showRecordAccess: defineEndpoint({
    ...post,
    path: '/api/:env/trail/subject',
    body: recordAccessRequest,
    response: recordAccessReport,
  }),
  showStaffActivity: defineEndpoint({
    ...get,
    path: '/api/:env/trail/people/:person',
    params: z.strictObject({ env: environmentName, person: auditActorHandle }),
    query: staffActivityQuery,
    response: staffActivityReport,
  }),
  /**
   * Starts a verification or joins the running one. Responds at once, or after a moment if it ends that
   * quickly.
   */
  startAuditLogVerification: defineEndpoint({
    ...post,
    path: '/api/:env/trail/verification',
    body: none,
    response: auditLogVerification,
  }),
  showAuditLogVerification: defineEndpoint({
    ...get,
    path: '/api/:env/trail/verification',
    query: none,
    response: auditLogVerification,
  }),
  /**
   * Exports every chain with its signed heads in the format of docs/audit.md, for the stand-alone checker.
   */
  exportAuditLog: defineEndpoint({
    ...get,
    path: '/api/:env/exports/trail',
    query: auditLogExportQuery,
    response: z.string(),
    stream: 'application/jsonl',
  }),
} as const
