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

/** Seeing one masked value in clear, for a reason, and what watches over it. */
export const revealEndpoints = {
  revealField: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals',
    params: ofEnvironment,
    query: none,
    body: revealRequest,
    response: revealResponse,
  }),
  /** Gives once what was asked before the person went to prove who they are. */
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
  /** By somebody else than the person whom it is about. */
  acknowledgeRevealAlert: defineEndpoint({
    method: 'POST',
    path: '/api/:env/reveals/alerts/:alert/seen',
    params: z.strictObject({ env: environmentName, alert: revealAlertId }),
    query: none,
    body: none,
    response: acknowledgeRevealAlertResponse,
  }),
} as const
