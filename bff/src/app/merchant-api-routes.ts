import { createMerchantApi } from '../features/api-keys/api.ts'
import { createApiKeyAuthenticator, openApiPath } from '../features/api-keys/authenticate-api-key.ts'
import { serveOpenApiDocument } from '../features/api-keys/openapi-document.ts'
import type { AppDeps } from './create-deps.ts'
import type { PublicRoute } from './public-route.ts'

/** Routes of the merchant API. Callers authenticate with an API key instead of a session. */
export function createMerchantApiRoutes(deps: AppDeps): PublicRoute[] {
  const api = createMerchantApi(createApiKeyAuthenticator(deps), deps)
  return [
    {
      method: 'post',
      path: '/v1/payments',
      why: 'a system of the merchant brings a key',
      handler: api.create,
    },
    {
      method: 'get',
      path: '/v1/payments/:payment',
      why: 'a system of the merchant brings a key',
      handler: api.read,
    },
    {
      method: 'get',
      path: openApiPath,
      why: 'the interface for systems is no secret',
      handler: serveOpenApiDocument(),
    },
  ]
}
