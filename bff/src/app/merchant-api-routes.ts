import { makeApi } from '../features/api-keys/api.ts'
import { showDocument } from '../features/api-keys/document.ts'
import { documentPath, makeDoor } from '../features/api-keys/door.ts'
import type { Deps } from './create-deps.ts'
import type { PublicRoute } from './public-route.ts'

/** The ways of the merchant's own systems: a key instead of a session. */
export function systemRoutes(deps: Deps): PublicRoute[] {
  const api = makeApi(makeDoor(deps), deps)
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
      path: documentPath,
      why: 'the interface for systems is no secret',
      handler: showDocument(),
    },
  ]
}
