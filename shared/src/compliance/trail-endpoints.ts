import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  trailExportQuery,
  trailFigures,
  trailPage,
  trailPersonHandle,
  trailQuery,
  trailVerification,
} from './trail.ts'
import { personSaw, personSawQuery, whoSaw, whoSawRequest } from './trail-seen.ts'

const none = z.strictObject({})
const get = { method: 'GET', params: z.strictObject({ env: environmentName }), body: none } as const
const post = { method: 'POST', params: z.strictObject({ env: environmentName }), query: none } as const

/** The audit trail: what was done, who saw what, and whether it is whole. Entries of no environment are in each. */
export const trailEndpoints = {
  listTrail: endpoint({ ...get, path: '/api/:env/trail', query: trailQuery, response: trailPage }),
  showTrailFigures: endpoint({
    ...get,
    path: '/api/:env/trail-figures',
    query: none,
    response: trailFigures,
  }),
  showWhoSaw: endpoint({ ...post, path: '/api/:env/trail/subject', body: whoSawRequest, response: whoSaw }),
  showPersonSaw: endpoint({
    ...get,
    path: '/api/:env/trail/people/:person',
    params: z.strictObject({ env: environmentName, person: trailPersonHandle }),
    query: personSawQuery,
    response: personSaw,
  }),
  /** Begins one, or joins the one that is running; answers at once, or after a moment where it was that quick. */
  startTrailVerification: endpoint({
    ...post,
    path: '/api/:env/trail/verification',
    body: none,
    response: trailVerification,
  }),
  showTrailVerification: endpoint({
    ...get,
    path: '/api/:env/trail/verification',
    query: none,
    response: trailVerification,
  }),
  /** Every chain with its signed heads, as docs/audit.md has it: for the stand-alone checker. */
  exportTrail: endpoint({
    ...get,
    path: '/api/:env/exports/trail',
    query: trailExportQuery,
    response: z.string(),
    stream: 'application/jsonl',
  }),
} as const
