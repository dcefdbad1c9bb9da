import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { customerHandle, environmentName, transactionId } from '../core/ids.ts'
import {
  draftPaymentRequestResponse,
  paymentLinkRequest,
  paymentLinkResponse,
  paymentRequest,
  paymentRequestFormOptions,
  paymentRequestId,
  paymentRequestInput,
  paymentRequestList,
  paymentRequestQuery,
  sendPaymentRequestInput,
  sendPaymentRequestResponse,
} from './payment-request.ts'

const none = z.strictObject({})
const ofRequest = z.strictObject({ env: environmentName, request: paymentRequestId })

/** Endpoints for payment requests: create an authorization once and follow it (interface, endpoint 1). */
export const paymentRequestEndpoints = {
  showPaymentRequestOptions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/requests/choices',
    params: z.strictObject({ env: environmentName }),
    query: z.strictObject({ customer: customerHandle.optional() }),
    body: none,
    response: paymentRequestFormOptions,
  }),
  listPaymentRequests: defineEndpoint({
    method: 'GET',
    path: '/api/:env/requests',
    params: z.strictObject({ env: environmentName }),
    query: paymentRequestQuery,
    body: none,
    response: paymentRequestList,
  }),
  /** Validates and stores a draft; nothing is sent. Another call with the same form replaces its draft. */
  draftPaymentRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/requests',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: paymentRequestInput,
    response: draftPaymentRequestResponse,
  }),
  sendPaymentRequest: defineEndpoint({
    method: 'POST',
    path: '/api/:env/requests/:request/send',
    params: ofRequest,
    query: none,
    body: sendPaymentRequestInput,
    response: sendPaymentRequestResponse,
  }),
  showPaymentRequest: defineEndpoint({
    method: 'GET',
    path: '/api/:env/requests/:request',
    params: ofRequest,
    query: none,
    body: none,
    response: paymentRequest,
  }),
  showPaymentLink: defineEndpoint({
    method: 'POST',
    path: '/api/:env/requests/:request/address',
    params: ofRequest,
    query: none,
    body: paymentLinkRequest,
    response: paymentLinkResponse,
  }),
  /** Payment request that created a transaction; null if Paydesk did not create it. */
  showTransactionPaymentRequest: defineEndpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/request',
    params: z.strictObject({ env: environmentName, transaction: transactionId }),
    query: none,
    body: none,
    response: z.strictObject({ request: paymentRequest.nullable() }),
  }),
} as const
