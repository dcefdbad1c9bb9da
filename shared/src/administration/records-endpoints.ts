import { z } from 'zod'
import { defineEndpoint, exportFormat, exportQuery } from '../core/endpoint.ts'
import { customerHandle, environmentName, transactionId } from '../core/ids.ts'
import { liveEvent } from '../core/live-updates.ts'
import { customerObservationList, transactionHistory } from '../core/observations.ts'
import {
  customerNotificationList,
  notificationFigures,
  notificationFilter,
  notificationNumberParam,
  notificationQuery,
  receivedNotificationList,
  reprocessNotificationRequest,
  reprocessNotificationResponse,
  transactionReceivedNotifications,
} from '../payments/notifications.ts'
import { idSuggestions, searchRequest } from '../payments/search.ts'
import {
  customerTransactionsFilter,
  recordsCoverage,
  transactionList,
  transactionListFilter,
  transactionListQuery,
} from '../payments/transaction-list.ts'
import { transactionTrend } from '../payments/transaction-trend.ts'
import { healthView, undocumentedValueList } from './health.ts'
import { importId, importList, importRequest, importView } from './imports.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofCustomer = z.strictObject({ env: environmentName, customer: customerHandle })
const pageQuery = z.strictObject({ after: z.string().max(400).optional() })
const ofTransaction = z.strictObject({ env: environmentName, transaction: transactionId })
const ofNotification = z.strictObject({ env: environmentName, notification: notificationNumberParam })
const ofImport = z.strictObject({ env: environmentName, import: importId })
const get = { method: 'GET', params: ofEnvironment, query: none, body: none } as const
const post = { method: 'POST', params: ofEnvironment, query: none } as const

/** Endpoints on our own records: transaction index, notification queue, imports, live events, health. */
export const recordsEndpoints = {
  listTransactions: defineEndpoint({
    ...get,
    path: '/api/:env/transactions',
    query: transactionListQuery,
    response: transactionList,
  }),
  /** Exports one line per row, as CSV or as a workbook. Masks and filter are those of the list. */
  exportTransactions: defineEndpoint({
    ...get,
    path: '/api/:env/exports/transactions',
    query: exportQuery(transactionListFilter).extend({ format: exportFormat.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  /** Exports one line per transaction of a customer in our records, with the columns and masks of the list. */
  exportCustomerTransactions: defineEndpoint({
    ...get,
    path: '/api/:env/exports/customer-transactions',
    query: exportQuery(customerTransactionsFilter).extend({ format: exportFormat.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  showTransactionTrend: defineEndpoint({
    ...get,
    path: '/api/:env/transaction-trend',
    response: transactionTrend,
  }),
  showRecordsCoverage: defineEndpoint({ ...get, path: '/api/:env/coverage', response: recordsCoverage }),
  /** Suggests ids that begin with the typed text. The text is in the body because it may be personal. */
  suggestIds: defineEndpoint({
    ...post,
    path: '/api/:env/search/suggestions',
    body: searchRequest,
    response: idSuggestions,
  }),
  showTransactionHistory: defineEndpoint({
    ...get,
    path: '/api/:env/transactions/:transaction/history',
    params: ofTransaction,
    response: transactionHistory,
  }),
  listReceivedNotifications: defineEndpoint({
    ...get,
    path: '/api/:env/transactions/:transaction/received-notifications',
    params: ofTransaction,
    response: transactionReceivedNotifications,
  }),
  /** Lists what was observed of every transaction of a customer, from our records alone. */
  listCustomerObservations: defineEndpoint({
    ...get,
    path: '/api/:env/customers/:customer/observations',
    params: ofCustomer,
    query: pageQuery,
    response: customerObservationList,
  }),
  listCustomerNotifications: defineEndpoint({
    ...get,
    path: '/api/:env/customers/:customer/received-notifications',
    params: ofCustomer,
    query: pageQuery,
    response: customerNotificationList,
  }),
  listNotificationQueue: defineEndpoint({
    ...get,
    path: '/api/:env/notifications',
    query: notificationQuery,
    response: receivedNotificationList,
  }),
  /** Exports one line per received notification, as CSV or as a workbook, by the filter of the list. */
  exportNotifications: defineEndpoint({
    ...get,
    path: '/api/:env/exports/notifications',
    query: exportQuery(notificationFilter).extend({ format: exportFormat.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  showNotificationFigures: defineEndpoint({
    ...get,
    path: '/api/:env/notification-figures',
    response: notificationFigures,
  }),
  reprocessNotification: defineEndpoint({
    ...post,
    path: '/api/:env/notifications/:notification/reprocess',
    params: ofNotification,
    body: reprocessNotificationRequest,
    response: reprocessNotificationResponse,
  }),
  startImport: defineEndpoint({
    ...post,
    path: '/api/:env/imports',
    body: importRequest,
    response: importView,
    maxBodyBytes: 4_200_000,
  }),
  listImports: defineEndpoint({ ...get, path: '/api/:env/imports', response: importList }),
  showImport: defineEndpoint({
    ...get,
    path: '/api/:env/imports/:import',
    params: ofImport,
    response: importView,
  }),
  /** Stops an import. One that has ended already stays as it is. */
  stopImport: defineEndpoint({
    ...post,
    path: '/api/:env/imports/:import/stop',
    params: ofImport,
    body: none,
    response: importView,
  }),
  /** Exports one line per line refused for its form: number and reason, never the text of the line. */
  exportRefusedImportLines: defineEndpoint({
    ...get,
    path: '/api/:env/exports/refused-import-lines/:import',
    params: ofImport,
    query: z.strictObject({ format: exportFormat.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  listUndocumentedValues: defineEndpoint({
    ...get,
    path: '/api/:env/undocumented-values',
    response: undocumentedValueList,
  }),
  showHealth: defineEndpoint({ ...get, path: '/api/health', params: none, response: healthView }),
  /**
   * Streams the events of all environments of the user. `Last-Event-ID` resumes after the last event
   * received.
   */
  streamLiveEvents: defineEndpoint({
    ...get,
    path: '/api/events',
    params: none,
    response: liveEvent,
    stream: 'text/event-stream',
  }),
} as const
