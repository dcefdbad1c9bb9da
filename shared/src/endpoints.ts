import { z } from 'zod'
import { apiKeyEndpoints } from './administration/api-keys.ts'
import { draftEndpoints } from './administration/drafts.ts'
import { recordsEndpoints } from './administration/records-endpoints.ts'
import { sessionEndpoints } from './administration/sessions.ts'
import { settingsEndpoints } from './administration/settings.ts'
import { chooseRoleRequest, currentSession, signOutResponse } from './administration/sign-in.ts'
import { exportRequestEndpoints } from './cases/export-requests.ts'
import { homeEndpoints } from './cases/home.ts'
import { inboxEndpoints } from './cases/inbox.ts'
import { questionEndpoints } from './cases/questions.ts'
import { reconciliationEndpoints } from './cases/reconciliation.ts'
import { reviewEndpoints } from './cases/review-endpoints.ts'
import { savedViewEndpoints } from './cases/saved-views.ts'
import { auditLogEndpoints } from './compliance/audit-log.ts'
import { breakGlassEndpoints } from './compliance/break-glass.ts'
import { callerVerificationEndpoints } from './compliance/caller-verification.ts'
import { documentEndpoints } from './compliance/documents.ts'
import { fieldPermissionEndpoints } from './compliance/field-permissions.ts'
import { customerIdentity, identityEndpoints, identityView } from './compliance/identities.ts'
import { revealEndpoints } from './compliance/reveals.ts'
import { subjectAccessEndpoints } from './compliance/subject-access.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { customerHandle, environmentName, identityHandle, transactionId } from './core/ids.ts'
import { maskedRecord } from './core/masked-record.ts'
import { customerTransactionList, customerView } from './payments/customers.ts'
import { transactionSentNotifications } from './payments/notifications.ts'
import { paymentRequestEndpoints } from './payments/payment-requests.ts'
import { searchRequest, searchResponse } from './payments/search.ts'
import { transactionView } from './payments/transactions.ts'
import { warmReadEndpoints } from './payments/warm-reads.ts'

export type { Endpoint } from './core/endpoint.ts'

const none = z.strictObject({})
/**
 * `fresh=1` reads the payment service again instead of showing a final state from memory. `customer` binds
 * the answer: a record of another customer is rejected instead of shown on this customer's page.
 */
const recordReadQuery = z.strictObject({
  fresh: z.literal('1').optional(),
  customer: customerHandle.optional(),
})
const ofCustomer = z.strictObject({ env: environmentName, customer: customerHandle })
const ofTransaction = z.strictObject({ env: environmentName, transaction: transactionId })
const ofIdentity = z.strictObject({ env: environmentName, identity: identityHandle })

/** The table of all endpoints. */
export const endpoints = {
  showCurrentSession: defineEndpoint({
    method: 'GET',
    path: '/api/session',
    params: none,
    query: none,
    body: none,
    response: currentSession,
  }),
  chooseRole: defineEndpoint({
    method: 'POST',
    path: '/api/session/role',
    params: none,
    query: none,
    body: chooseRoleRequest,
    response: currentSession,
  }),
  signOut: defineEndpoint({
    method: 'POST',
    path: '/api/session/end',
    params: none,
    query: none,
    body: none,
    response: signOutResponse,
  }),
  searchRecords: defineEndpoint({
    method: 'POST',
    path: '/api/:env/search',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: searchRequest,
    response: searchResponse,
  }),
  showCustomer: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer',
    params: ofCustomer,
    query: none,
    body: none,
    response: customerView,
  }),
  listCustomerTransactions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/transactions',
    params: ofCustomer,
    query: none,
    body: none,
    response: customerTransactionList,
  }),
  showCustomerIdentity: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/identity',
    params: ofCustomer,
    query: none,
    body: none,
    response: customerIdentity,
  }),
  showTransaction: defineEndpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction',
    params: ofTransaction,
    query: recordReadQuery,
    body: none,
    response: transactionView,
  }),
  showTransactionRecord: defineEndpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/record',
    params: ofTransaction,
    query: recordReadQuery,
    body: none,
    response: maskedRecord,
  }),
  listSentNotifications: defineEndpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/notifications',
    params: ofTransaction,
    query: recordReadQuery,
    body: none,
    response: transactionSentNotifications,
  }),
  showIdentity: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity',
    params: ofIdentity,
    query: none,
    body: none,
    response: identityView,
  }),
  showIdentityRecord: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/record',
    params: ofIdentity,
    query: none,
    body: none,
    response: maskedRecord,
  }),
  ...recordsEndpoints,
  ...savedViewEndpoints,
  ...homeEndpoints,
  ...reviewEndpoints,
  ...inboxEndpoints,
  ...questionEndpoints,
  ...subjectAccessEndpoints,
  ...reconciliationEndpoints,
  ...auditLogEndpoints,
  ...identityEndpoints,
  ...callerVerificationEndpoints,
  ...documentEndpoints,
  ...sessionEndpoints,
  ...settingsEndpoints,
  ...draftEndpoints,
  ...breakGlassEndpoints,
  ...revealEndpoints,
  ...paymentRequestEndpoints,
  ...exportRequestEndpoints,
  ...fieldPermissionEndpoints,
  ...apiKeyEndpoints,
  ...warmReadEndpoints,
} as const

/**
 * Header of every response. Its value changes with the session and the role in force: a page that receives a
 * new value discards everything it shows.
 */
export const sessionFingerprintHeader = 'x-paydesk-session'

/** Header of every request from our own pages. A foreign page cannot send it without a CORS preflight. */
export const csrfHeader = { name: 'x-paydesk', value: '1' } as const

/**
 * Header of background refreshes. They do not extend the idle session, or an open page would never time out.
 */
export const backgroundRefreshHeader = { name: 'x-paydesk-unasked', value: '1' } as const
