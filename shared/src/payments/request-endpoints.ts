import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName, transactionId } from '../core/ids.ts'
import {
  addressAnswer,
  addressRequest,
  draftAnswer,
  paymentRequest,
  paymentRequestInput,
  requestChoices,
  requestId,
  requestPage,
  requestQuery,
  sendAnswer,
  sendRequest,
} from './payment-request.ts'

const none = z.strictObject({})
const ofRequest = z.strictObject({ env: environmentName, request: requestId })

/** Payment requests: create an authorization once, and follow it (interface, endpoint 1). */
export const requestEndpoints = {
  showRequestChoices: endpoint({
    method: 'GET',
    path: '/api/:env/requests/choices',
    params: z.strictObject({ env: environmentName }),
    query: z.strictObject({ customer: customerHandle.optional() }),
    body: none,
    response: requestChoices,
  }),
  listPaymentRequests: endpoint({
    method: 'GET',
    path: '/api/:env/requests',
    params: z.strictObject({ env: environmentName }),
    query: requestQuery,
    body: none,
    response: requestPage,
  }),
  /** Checks everything and keeps it, before anything is sent. The same form again replaces its draft. */
  draftPaymentRequest: endpoint({
    method: 'POST',
    path: '/api/:env/requests',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: paymentRequestInput,
    response: draftAnswer,
  }),
  sendPaymentRequest: endpoint({
    method: 'POST',
    path: '/api/:env/requests/:request/send',
    params: ofRequest,
    query: none,
    body: sendRequest,
    response: sendAnswer,
  }),
  showPaymentRequest: endpoint({
    method: 'GET',
    path: '/api/:env/requests/:request',
    params: ofRequest,
    query: none,
    body: none,
    response: paymentRequest,
  }),
  showRequestAddress: endpoint({
    method: 'POST',
    path: '/api/:env/requests/:request/address',
    params: ofRequest,
    query: none,
    body: addressRequest,
    response: addressAnswer,
  }),
  /** The request that a transaction was made by; null where this office did not make it. */
  showTransactionRequest: endpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/request',
    params: z.strictObject({ env: environmentName, transaction: transactionId }),
    query: none,
    body: none,
    response: z.strictObject({ request: paymentRequest.nullable() }),
  }),
} as const
