import { z } from 'zod'
import { officeEndpoints } from './administration/office-endpoints.ts'
import { peopleEndpoints } from './administration/people-endpoints.ts'
import { roleChoice, signedOut, whoAmI } from './administration/session.ts'
import { systemEndpoints } from './administration/system-endpoints.ts'
import { callerEndpoints } from './compliance/caller-endpoints.ts'
import { documentEndpoints } from './compliance/document-endpoints.ts'
import { glassEndpoints } from './compliance/glass-endpoints.ts'
import { customerIdentity, identityView } from './compliance/identity.ts'
import { identityEndpoints } from './compliance/identity-endpoints.ts'
import { revealEndpoints } from './compliance/reveal-endpoints.ts'
import { sightEndpoints } from './compliance/sight-endpoints.ts'
import { subjectEndpoints } from './compliance/subject-endpoints.ts'
import { trailEndpoints } from './compliance/trail-endpoints.ts'
import { endpoint } from './core/endpoint.ts'
import { customerHandle, environmentName, identityHandle, transactionId } from './core/ids.ts'
import { maskedRecord } from './core/record.ts'
import { customerTransactions, customerView } from './payments/customer.ts'
import { lookUpAnswer, lookUpRequest } from './payments/lookup.ts'
import { transactionNotifications } from './payments/notification.ts'
import { requestEndpoints } from './payments/request-endpoints.ts'
import { transactionView } from './payments/transaction.ts'
import { driftEndpoints } from './work/drift-endpoints.ts'
import { handoverEndpoints } from './work/handover-endpoints.ts'
import { reviewEndpoints } from './work/review-endpoints.ts'
import { viewEndpoints } from './work/view-endpoints.ts'

export type { Endpoint } from './core/endpoint.ts'

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
