import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { proofView, sightList, sightView } from './sight.ts'

const get = {
  method: 'GET',
  params: z.strictObject({ env: environmentName }),
  query: z.strictObject({}),
  body: z.strictObject({}),
} as const

/** Who may see what: the matrix in force and the last proof of it. No answer says anything of a customer. */
export const sightEndpoints = {
  showSight: endpoint({ ...get, path: '/api/:env/sight', response: sightView }),
  showMaskingProof: endpoint({ ...get, path: '/api/:env/masking-proof', response: proofView }),
  /** One line for each cell. */
  exportSight: endpoint({
    ...get,
    path: '/api/:env/exports/sight',
    response: z.string(),
    stream: 'text/csv',
  }),
  exportSightList: endpoint({ ...get, path: '/api/:env/exports/sight-list', response: sightList }),
} as const
