import { apiKeyEndpoints } from './administration/api-keys.ts'
import { exportRequestEndpoints } from './cases/export-requests.ts'
import { fieldPermissionEndpoints } from './compliance/field-permissions.ts'
import { endpoints } from './endpoints.ts'

/**
 * The table of all endpoints. Pages do not import it: an endpoint that only a late page calls, imported from its own
 * contract, does not weigh on the first load.
 */
export const allEndpoints = {
  ...endpoints,
  ...exportRequestEndpoints,
  ...fieldPermissionEndpoints,
  ...apiKeyEndpoints,
} as const
