import type { RequestHandler } from 'express'
import { systemRoutes } from './app-systems.ts'
import type { Deps } from './deps.ts'
import { showMetrics } from './health/metrics-route.ts'
import { alive, ready } from './health/probes.ts'
import { notifyPath } from './http/notify-path.ts'
import { backChannelLogout, finishSignIn, startSignIn } from './session/pages.ts'

export interface PublicRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly why: string
  readonly handler: RequestHandler
}

/** Where no token is configured there is no such address. */
function metricsRoute({ checks, hub, metrics, metricsToken }: Deps): PublicRoute[] {
  if (metricsToken === null) return []
  const sources = { figures: checks.environments, streams: hub.figures }
  const handler = showMetrics(metrics, sources, metricsToken)
  return [{ method: 'get', path: '/metrics', why: 'what collects the figures brings a token', handler }]
}

/** Every route without a session, with the reason. A test holds this list against the router. */
export function publicRoutes(deps: Deps, stopping: () => boolean): PublicRoute[] {
  const needs = { ...deps, origin: deps.config.origin.origin }
  return [
    { method: 'get', path: '/livez', why: 'the platform asks whether the process lives', handler: alive },
    {
      method: 'get',
      path: '/readyz',
      why: 'the platform asks whether to send work',
      handler: ready(deps.store, stopping),
    },
    { method: 'get', path: '/auth/sign-in', why: 'nobody is signed in yet', handler: startSignIn(needs) },
    {
      method: 'get',
      path: '/auth/callback',
      why: 'the identity provider sends the browser back',
      handler: finishSignIn(needs),
    },
    {
      method: 'post',
      path: '/auth/backchannel-logout',
      why: 'the identity provider proves itself by signature',
      handler: backChannelLogout(needs),
    },
    {
      method: 'post',
      path: notifyPath,
      why: 'the payment service proves itself by a checksum',
      handler: deps.receiver.handler,
    },
    ...systemRoutes(deps),
    ...metricsRoute(deps),
  ]
}
