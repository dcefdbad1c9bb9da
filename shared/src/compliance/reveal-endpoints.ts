import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { alertSeen, keptReveal, revealAlertId, revealAlerts, revealAnswer, revealRequest } from './reveal.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })

/** Seeing one masked value in clear, for a reason, and what watches over it. */
export const revealEndpoints = {
  revealField: endpoint({
    method: 'POST',
    path: '/api/:env/reveals',
    params: ofEnvironment,
    query: none,
    body: revealRequest,
    response: revealAnswer,
  }),
  /** Gives once what was asked before the person went to prove who they are. */
  takeKeptReveal: endpoint({
    method: 'POST',
    path: '/api/:env/reveals/kept',
    params: ofEnvironment,
    query: none,
    body: none,
    response: keptReveal,
  }),
  listRevealAlerts: endpoint({
    method: 'GET',
    path: '/api/:env/reveals/alerts',
    params: ofEnvironment,
    query: none,
    body: none,
    response: revealAlerts,
  }),
  /** By somebody else than the person whom it is about. */
  acknowledgeRevealAlert: endpoint({
    method: 'POST',
    path: '/api/:env/reveals/alerts/:alert/seen',
    params: z.strictObject({ env: environmentName, alert: revealAlertId }),
    query: none,
    body: none,
    response: alertSeen,
  }),
} as const
