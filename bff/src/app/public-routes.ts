import { showMetrics } from '../features/health/metrics-route.ts'
import { alive, ready } from '../features/health/probes.ts'
import { makeReturns, type ReturnNeeds } from '../features/return-page/routes.ts'
import { backChannelLogout, finishSignIn, startSignIn } from '../features/sign-in/pages.ts'
import { notifyPath } from '../platform/http/notify-path.ts'
import { showProblems } from '../platform/http/pages/problem-page.ts'
import { problemsPath } from '../platform/problem/problem.ts'
import { returnPath } from '../records/payment-requests.ts'
import type { Deps } from './create-deps.ts'
import { systemRoutes } from './merchant-api-routes.ts'
import type { PublicRoute } from './public-route.ts'

/** Where no token is configured there is no such address. */
function metricsRoute({ checks, hub, metrics, metricsToken }: Deps): PublicRoute[] {
  if (metricsToken === null) return []
  const sources = { figures: checks.environments, streams: hub.figures }
  const handler = showMetrics(metrics, sources, metricsToken)
  return [{ method: 'get', path: '/metrics', why: 'what collects the figures brings a token', handler }]
}

/** What the return page needs of everything there is. */
export function returnNeeds({ store, seal, log, config }: Deps): ReturnNeeds {
  const frames = new Map(config.environments.map(({ name, requests }) => [name, requests.returnFrames]))
  return { store, seal, log, frames }
}

/** Every route without a session, with the reason. A test holds this list against the router. */
export function publicRoutes(deps: Deps, stopping: () => boolean): PublicRoute[] {
  const needs = { ...deps, origin: deps.config.origin.origin }
  const returns = makeReturns(returnNeeds(deps))
  return [
    {
      method: 'get',
      path: problemsPath,
      why: 'an error says what it means to whoever holds it, session or not',
      handler: showProblems(),
    },
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
    {
      method: 'get',
      path: `${returnPath}/:token`,
      why: 'the customer comes back from the hosted page, and has no account here',
      handler: returns.page,
    },
    {
      method: 'get',
      path: `${returnPath}/:token/state`,
      why: 'the page that they came back to looks again',
      handler: returns.state,
    },
    ...systemRoutes(deps),
    ...metricsRoute(deps),
  ]
}
