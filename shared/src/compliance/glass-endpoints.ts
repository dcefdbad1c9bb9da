import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import {
  acknowledgeBreakGlassResponse,
  breakGlassActivityLog,
  breakGlassFigures,
  breakGlassHandle,
  breakGlassList,
  breakGlassQuery,
  breakGlassReportRequest,
  breakGlassRequest,
  ownBreakGlassStatus,
} from './glass.ts'

const none = z.strictObject({})
const ofGlass = z.strictObject({ glass: breakGlassHandle })
const get = { method: 'GET', params: none, query: none, body: none } as const
const post = { method: 'POST', params: none, query: none, body: none } as const

/**
 * Endpoints for emergency access. Own emergency access is part of the session: each of these actions changes
 * the session fingerprint, so other tabs of the session reload.
 */
export const breakGlassEndpoints = {
  /** Writes the report that is due. */
  reportBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/glass/report',
    body: breakGlassReportRequest,
    response: ownBreakGlassStatus,
  }),
  startBreakGlass: defineEndpoint({
    ...post,
    path: '/api/session/glass',
    body: breakGlassRequest,
    response: ownBreakGlassStatus,
  }),
  endBreakGlass: defineEndpoint({ ...post, path: '/api/session/glass/end', response: ownBreakGlassStatus }),
  listBreakGlass: defineEndpoint({
    ...get,
    path: '/api/office-glass',
    query: breakGlassQuery,
    response: breakGlassList,
  }),
  showBreakGlass: defineEndpoint({
    ...get,
    path: '/api/office-glass/:glass',
    params: ofGlass,
    response: breakGlassActivityLog,
  }),
  acknowledgeBreakGlass: defineEndpoint({
    ...post,
    path: '/api/office-glass/:glass/acknowledge',
    params: ofGlass,
    response: acknowledgeBreakGlassResponse,
  }),
  showBreakGlassFigures: defineEndpoint({
    ...get,
    path: '/api/office-glass-figures',
    response: breakGlassFigures,
  }),
} as const
