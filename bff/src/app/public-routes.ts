import type { RequestHandler } from 'express'
import { createMerchantApi } from '../features/api-keys/api.ts'
import {
  createApiKeyAuthenticator,
  merchantApiVersionPath,
  openApiPath,
} from '../features/api-keys/authenticate-api-key.ts'
import { createOpenApiDocumentHandler } from '../features/api-keys/openapi-document.ts'
import { createMetricsHandler } from '../features/health/metrics.ts'
import { createReadinessProbe, livenessProbe } from '../features/health/probes.ts'
import { createReturnPageHandlers, type ReturnPageDeps } from '../features/return-page/routes.ts'
import {
  createBackChannelLogoutHandler,
  createSignInCallbackHandler,
  createSignInStartHandler,
} from '../features/sign-in/pages.ts'
import { notificationEndpointPath } from '../platform/http/notification-endpoint-path.ts'
import { createProblemPageHandler } from '../platform/http/pages/problem-page.ts'
import { problemsPath } from '../platform/problem/problem.ts'
import { returnPagePath } from '../records/payment-requests.ts'
import type { AppDeps } from './create-deps.ts'

interface PublicRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly why: string
  readonly handler: RequestHandler
}

/** Routes of the merchant API. Callers authenticate with an API key instead of a session. */
function createMerchantApiRoutes(deps: AppDeps): PublicRoute[] {
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
      path: merchantApiVersionPath,
      why: 'a system of the merchant brings a key',
      handler: api.version,
    },
    {
      method: 'get',
      path: openApiPath,
      why: 'the interface for systems is no secret',
      handler: createOpenApiDocumentHandler(),
    },
  ]
}

/** Returns no route if no metrics token is configured. */
function createMetricsRoutes({ checks, hub, metrics, metricsToken, backups }: AppDeps): PublicRoute[] {
  if (metricsToken === null) return []
  const sources = { figures: checks.loadEnvironments, streams: hub.countStreams, backups }
  const handler = createMetricsHandler(metrics, sources, metricsToken)
  return [{ method: 'get', path: '/metrics', why: 'what collects the figures brings a token', handler }]
}

export function createReturnPageDeps(deps: AppDeps): ReturnPageDeps {
  const { store, cipher, log, config, proxy, customerTexts } = deps
  const frames = new Map(config.environments.map(({ name, requests }) => [name, requests.returnFrames]))
  return { store, cipher, log, frames, proxy, customerTexts }
}

/** Lists every route without a session, with the reason. A test compares this list with the router. */
export function createPublicRoutes(deps: AppDeps, isStopping: () => boolean): PublicRoute[] {
  const { clientId, logoutTokenTypes } = deps.config.oidc
  const needs = { ...deps, clientId, logoutTokenTypes, origin: deps.config.origin.origin }
  const returns = createReturnPageHandlers(createReturnPageDeps(deps))
  return [
    {
      method: 'get',
      path: problemsPath,
      why: 'an error says what it means with and without a session',
      handler: createProblemPageHandler(),
    },
    {
      method: 'get',
      path: '/livez',
      why: 'the platform asks whether the process lives',
      handler: livenessProbe,
    },
    {
      method: 'get',
      path: '/readyz',
      why: 'the platform asks whether to send work',
      handler: createReadinessProbe(deps.store, isStopping),
    },
    {
      method: 'get',
      path: '/auth/sign-in',
      why: 'nobody is signed in yet',
      handler: createSignInStartHandler(needs),
    },
    {
      method: 'get',
      path: '/auth/callback',
      why: 'the identity provider sends the browser back',
      handler: createSignInCallbackHandler(needs),
    },
    {
      method: 'post',
      path: '/auth/backchannel-logout',
      why: 'the identity provider proves itself by signature',
      handler: createBackChannelLogoutHandler(needs),
    },
    {
      method: 'post',
      path: notificationEndpointPath,
      why: 'the payment service proves itself by a checksum',
      handler: deps.receiver.handler,
    },
    {
      method: 'get',
      path: `${returnPagePath}/:token`,
      why: 'the customer comes back from the hosted page, and has no account here',
      handler: returns.page,
    },
    {
      method: 'get',
      path: `${returnPagePath}/:token/state`,
      why: 'the page that they came back to looks again',
      handler: returns.state,
    },
    ...createMerchantApiRoutes(deps),
    ...createMetricsRoutes(deps),
  ]
}
