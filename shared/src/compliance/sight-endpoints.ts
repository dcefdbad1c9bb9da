import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { fieldPermissionExport, fieldPermissionsView, maskingProofView } from './sight.ts'

const get = {
  method: 'GET',
  params: z.strictObject({ env: environmentName }),
  query: z.strictObject({}),
  body: z.strictObject({}),
} as const

/**
 * Endpoints for field permissions: the access policy in force and its last masking proof. Contain no customer
 * data.
 */
export const fieldPermissionEndpoints = {
  showFieldPermissions: defineEndpoint({ ...get, path: '/api/:env/sight', response: fieldPermissionsView }),
  showMaskingProof: defineEndpoint({ ...get, path: '/api/:env/masking-proof', response: maskingProofView }),
  /** Exports one line per cell. */
  exportFieldPermissions: defineEndpoint({
    ...get,
    path: '/api/:env/exports/sight',
    response: z.string(),
    stream: 'text/csv',
  }),
  exportFieldPermissionsJson: defineEndpoint({
    ...get,
    path: '/api/:env/exports/sight-list',
    response: fieldPermissionExport,
  }),
} as const
