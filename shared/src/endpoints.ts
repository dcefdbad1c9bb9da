import { z } from 'zod'
import { callerEndpoints } from './caller-endpoints.ts'
import { customerTransactions, customerView } from './customer.ts'
import { documentEndpoints } from './document-endpoints.ts'
import { driftEndpoints } from './drift-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { glassEndpoints } from './glass-endpoints.ts'
import { handoverEndpoints } from './handover-endpoints.ts'
import { customerIdentity, identityView } from './identity.ts'
import { identityEndpoints } from './identity-endpoints.ts'
import { customerHandle, environmentName, identityHandle, transactionId } from './ids.ts'
import { lookUpAnswer, lookUpRequest } from './lookup.ts'
import { transactionNotifications } from './notification.ts'
import { officeEndpoints } from './office-endpoints.ts'
import { peopleEndpoints } from './people-endpoints.ts'
import { maskedRecord } from './record.ts'
import { requestEndpoints } from './request-endpoints.ts'
import { revealEndpoints } from './reveal-endpoints.ts'
import { reviewEndpoints } from './review-endpoints.ts'
import { roleChoice, signedOut, whoAmI } from './session.ts'
import { sightEndpoints } from './sight-endpoints.ts'
import { subjectEndpoints } from './subject-endpoints.ts'
import { systemEndpoints } from './system-endpoints.ts'
import { trailEndpoints } from './trail-endpoints.ts'
import { transactionView } from './transaction.ts'
import { viewEndpoints } from './view-endpoints.ts'

export type { Endpoint } from './endpoint.ts'

const none = z.strictObject({})
/**
 * `fresh=1` asks the service again instead of showing a final state from memory. `customer` binds the
 * answer: a record of another customer is refused instead of shown on this customer's page.
 */
const reading = z.strictObject({ fresh: z.literal('1').optional(), customer: customerHandle.optional() })
const ofCustomer = z.strictObject({ env: environmentName, customer: customerHandle })
const ofTransaction = z.strictObject({ env: environmentName, transaction: transactionId })
const ofIdentity = z.strictObject({ env: environmentName, identity: identityHandle })

export const endpoints = {
  whoAmI: endpoint({
    method: 'GET',
    path: '/api/session',
    params: none,
    query: none,
    body: none,
    response: whoAmI,
  }),
  chooseRole: endpoint({
    method: 'POST',
    path: '/api/session/role',
    params: none,
    query: none,
    body: roleChoice,
    response: whoAmI,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/session/end',
    params: none,
    query: none,
    body: none,
    response: signedOut,
  }),
  lookUp: endpoint({
    method: 'POST',
    path: '/api/:env/lookup',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: lookUpRequest,
    response: lookUpAnswer,
  }),
  showCustomer: endpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer',
    params: ofCustomer,
    query: none,
    body: none,
    response: customerView,
  }),
  listCustomerTransactions: endpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/transactions',
    params: ofCustomer,
    query: none,
    body: none,
    response: customerTransactions,
  }),
  showCustomerIdentity: endpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/identity',
    params: ofCustomer,
    query: none,
    body: none,
    response: customerIdentity,
  }),
  showTransaction: endpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction',
    params: ofTransaction,
    query: reading,
    body: none,
    response: transactionView,
  }),
  showTransactionRecord: endpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/record',
    params: ofTransaction,
    query: reading,
    body: none,
    response: maskedRecord,
  }),
  listTransactionNotifications: endpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/notifications',
    params: ofTransaction,
    query: reading,
    body: none,
    response: transactionNotifications,
  }),
  showIdentity: endpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity',
    params: ofIdentity,
    query: none,
    body: none,
    response: identityView,
  }),
  showIdentityRecord: endpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/record',
    params: ofIdentity,
    query: none,
    body: none,
    response: maskedRecord,
  }),
  ...officeEndpoints,
  ...viewEndpoints,
  ...reviewEndpoints,
  ...handoverEndpoints,
  ...subjectEndpoints,
  ...driftEndpoints,
  ...trailEndpoints,
  ...identityEndpoints,
  ...callerEndpoints,
  ...sightEndpoints,
  ...documentEndpoints,
  ...peopleEndpoints,
  ...glassEndpoints,
  ...revealEndpoints,
  ...requestEndpoints,
  ...systemEndpoints,
} as const

/**
 * Stands on every answer and changes with the session and the role in force: a page that meets
 * another one than before forgets everything it shows.
 */
export const sessionMark = 'x-paydesk-session'

/** Sent with every call from our own pages; a foreign page cannot send it without a preflight. */
export const callHeader = { name: 'x-paydesk', value: '1' } as const

/**
 * Sent with reads that a page makes because something changed, not because somebody asked: they are
 * no use of the session, or a page left open would never idle out.
 */
export const unaskedHeader = { name: 'x-paydesk-unasked', value: '1' } as const
