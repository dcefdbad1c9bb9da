import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import {
  acknowledgeRevealAlertResponse,
  pendingReveal,
  revealAlertId,
  revealAlertList,
  revealRequest,
  revealResponse,
} from './reveal.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })

/** Endpoints to reveal one masked value for a reason, and to monitor reveals. */
export const revealEndpoints = {
  revealField: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals',
    params: ofEnvironment,
    query: none,
    body: revealRequest,
    response: revealResponse,
  }),
  /** Returns, once, the reveal request that was saved before re-authentication. */
  consumePendingReveal: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/kept',
    params: ofEnvironment,
    query: none,
    body: none,
    response: pendingReveal,
  }),
  listRevealAlerts: defineEndpoint({
    method: 'GET',
    path: '/api/:env/reveals/alerts',
    params: ofEnvironment,
    query: none,
    body: none,
    response: revealAlertList,
  }),
  /** Acknowledges an alert. Not allowed for the user concerned. */
  acknowledgeRevealAlert: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/alerts/:alert/seen',
    params: z.strictObject({ env: environmentName, alert: revealAlertId }),
    query: none,
    body: none,
    response: acknowledgeRevealAlertResponse,
  }),
} as const
