import { z } from 'zod'
import { apiKeyEndpoints } from './administration/api-keys.ts'
import { formDraftEndpoints } from './administration/drafts.ts'
import { recordsEndpoints } from './administration/records-endpoints.ts'
import { sessionEndpoints } from './administration/sessions.ts'
import { settingsEndpoints } from './administration/settings.ts'
import {
  chooseRoleRequestSchema,
  currentSessionSchema,
  signOutResponseSchema,
} from './administration/sign-in.ts'
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
import { documentDownloadEndpoints } from './compliance/document-downloads.ts'
import { documentEndpoints } from './compliance/documents.ts'
import { fieldPermissionEndpoints } from './compliance/field-permissions.ts'
import { customerIdentitySchema, identityEndpoints, identityViewSchema } from './compliance/identities.ts'
import { revealEndpoints } from './compliance/reveals.ts'
import { subjectAccessEndpoints } from './compliance/subject-access.ts'
import { defineEndpoint } from './core/endpoint.ts'
import {
  customerHandleSchema,
  environmentNameSchema,
  identityHandleSchema,
  transactionIdSchema,
} from './core/ids.ts'
import { maskedRecordSchema } from './core/masked-value.ts'
import { customerTransactionListSchema, customerViewSchema } from './payments/customers.ts'
import { transactionSentNotificationsSchema } from './payments/notifications.ts'
import { paymentRequestEndpoints } from './payments/payment-requests.ts'
import { readAheadEndpoints } from './payments/read-ahead.ts'
import { searchRequestSchema, searchResponseSchema } from './payments/search.ts'
import { transactionViewSchema } from './payments/transactions.ts'

export type { Endpoint } from './core/endpoint.ts'

const noneSchema = z.strictObject({})
/**
 * `fresh=1` reads the payment service again instead of showing a final state from memory. `customer` binds
 * the answer: a record of another customer is rejected instead of shown on this customer's page.
 */
const recordReadQuerySchema = z.strictObject({
  fresh: z.literal('1').optional(),
  customer: customerHandleSchema.optional(),
})
const ofCustomerSchema = z.strictObject({ env: environmentNameSchema, customer: customerHandleSchema })
const ofTransactionSchema = z.strictObject({ env: environmentNameSchema, transaction: transactionIdSchema })
const ofIdentitySchema = z.strictObject({ env: environmentNameSchema, identity: identityHandleSchema })

/** The table of all endpoints. */
export const endpoints = {
  showCurrentSession: defineEndpoint({
    method: 'GET',
    path: '/api/session',
    params: noneSchema,
    query: noneSchema,
    body: noneSchema,
    response: currentSessionSchema,
  }),
  chooseRole: defineEndpoint({
    method: 'POST',
    path: '/api/session/role',
    params: noneSchema,
    query: noneSchema,
    body: chooseRoleRequestSchema,
    response: currentSessionSchema,
  }),
  signOut: defineEndpoint({
    method: 'POST',
    path: '/api/session/end',
    params: noneSchema,
    query: noneSchema,
    body: noneSchema,
    response: signOutResponseSchema,
  }),
  searchRecords: defineEndpoint({
    method: 'POST',
    path: '/api/:env/search',
    params: z.strictObject({ env: environmentNameSchema }),
    query: noneSchema,
    body: searchRequestSchema,
    response: searchResponseSchema,
  }),
  showCustomer: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer',
    params: ofCustomerSchema,
    query: noneSchema,
    body: noneSchema,
    response: customerViewSchema,
  }),
  listCustomerTransactions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/transactions',
    params: ofCustomerSchema,
    query: noneSchema,
    body: noneSchema,
    response: customerTransactionListSchema,
  }),
  showCustomerIdentity: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/identity',
    params: ofCustomerSchema,
    query: noneSchema,
    body: noneSchema,
    response: customerIdentitySchema,
  }),
  showTransaction: defineEndpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction',
    params: ofTransactionSchema,
    query: recordReadQuerySchema,
    body: noneSchema,
    response: transactionViewSchema,
  }),
  showTransactionRecord: defineEndpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/record',
    params: ofTransactionSchema,
    query: recordReadQuerySchema,
    body: noneSchema,
    response: maskedRecordSchema,
  }),
  listSentNotifications: defineEndpoint({
    method: 'GET',
    path: '/api/:env/transactions/:transaction/notifications',
    params: ofTransactionSchema,
    query: recordReadQuerySchema,
    body: noneSchema,
    response: transactionSentNotificationsSchema,
  }),
  showIdentity: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity',
    params: ofIdentitySchema,
    query: noneSchema,
    body: noneSchema,
    response: identityViewSchema,
  }),
  showIdentityRecord: defineEndpoint({
    method: 'GET',
    path: '/api/:env/identities/:identity/record',
    params: ofIdentitySchema,
    query: noneSchema,
    body: noneSchema,
    response: maskedRecordSchema,
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
  ...documentDownloadEndpoints,
  ...sessionEndpoints,
  ...settingsEndpoints,
  ...formDraftEndpoints,
  ...breakGlassEndpoints,
  ...revealEndpoints,
  ...paymentRequestEndpoints,
  ...exportRequestEndpoints,
  ...fieldPermissionEndpoints,
  ...apiKeyEndpoints,
  ...readAheadEndpoints,
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
