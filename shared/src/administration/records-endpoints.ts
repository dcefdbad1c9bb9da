import { z } from 'zod'
import { createExportQuerySchema, defineEndpoint, exportFormatSchema } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema, transactionIdSchema } from '../core/ids.ts'
import { liveEventSchema } from '../core/live-updates.ts'
import { customerObservationListSchema, transactionHistorySchema } from '../core/observations.ts'
import {
  customerNotificationListSchema,
  notificationFiguresSchema,
  notificationFilterSchema,
  notificationNumberParamSchema,
  notificationQuerySchema,
  receivedNotificationListSchema,
  reprocessNotificationRequestSchema,
  reprocessNotificationResponseSchema,
  transactionReceivedNotificationsSchema,
} from '../payments/notifications.ts'
import { idSuggestionsSchema, searchRequestSchema } from '../payments/search.ts'
import {
  customerTransactionsFilterSchema,
  recordsCoverageSchema,
  transactionListFilterSchema,
  transactionListQuerySchema,
  transactionListSchema,
} from '../payments/transaction-list.ts'
import { transactionTrendSchema } from '../payments/transaction-trend.ts'
import { healthViewSchema, undocumentedValueListSchema } from './health.ts'
import { healthLastDaySchema } from './health-last-day.ts'
import { idImportListSchema, idImportSchema, importIdSchema, startImportRequestSchema } from './imports.ts'

const noneSchema = z.strictObject({})
const ofEnvironmentSchema = z.strictObject({ env: environmentNameSchema })
const ofCustomerSchema = z.strictObject({ env: environmentNameSchema, customer: customerHandleSchema })
const pageQuerySchema = z.strictObject({ after: z.string().max(400).optional() })
const ofTransactionSchema = z.strictObject({ env: environmentNameSchema, transaction: transactionIdSchema })
const ofNotificationSchema = z.strictObject({
  env: environmentNameSchema,
  notification: notificationNumberParamSchema,
})
const ofImportSchema = z.strictObject({ env: environmentNameSchema, import: importIdSchema })
const get = { method: 'GET', params: ofEnvironmentSchema, query: noneSchema, body: noneSchema } as const
const post = { method: 'POST', params: ofEnvironmentSchema, query: noneSchema } as const

/** Endpoints on our own records: transactions, notification queue, imports, live events, health. */
export const recordsEndpoints = {
  listTransactions: defineEndpoint({
    ...get,
    path: '/api/:env/transactions',
    query: transactionListQuerySchema,
    response: transactionListSchema,
  }),
  /** Exports one line per row, as CSV or as a workbook. Masks and filter are those of the list. */
  exportTransactions: defineEndpoint({
    ...get,
    path: '/api/:env/exports/transactions',
    query: createExportQuerySchema(transactionListFilterSchema).extend({
      format: exportFormatSchema.optional(),
    }),
    response: z.string(),
    stream: 'text/csv',
  }),
  /** Exports one line per transaction of a customer in our records, with the columns and masks of the list. */
  exportCustomerTransactions: defineEndpoint({
    ...get,
    path: '/api/:env/exports/customer-transactions',
    query: createExportQuerySchema(customerTransactionsFilterSchema).extend({
      format: exportFormatSchema.optional(),
    }),
    response: z.string(),
    stream: 'text/csv',
  }),
  showTransactionTrend: defineEndpoint({
    ...get,
    path: '/api/:env/transaction-trend',
    response: transactionTrendSchema,
  }),
  showRecordsCoverage: defineEndpoint({
    ...get,
    path: '/api/:env/coverage',
    response: recordsCoverageSchema,
  }),
  /** Suggests ids that begin with the typed text. The text is in the body because it may be personal. */
  suggestIds: defineEndpoint({
    ...post,
    path: '/api/:env/search/suggestions',
    body: searchRequestSchema,
    response: idSuggestionsSchema,
  }),
  showTransactionHistory: defineEndpoint({
    ...get,
    path: '/api/:env/transactions/:transaction/history',
    params: ofTransactionSchema,
    response: transactionHistorySchema,
  }),
  listReceivedNotifications: defineEndpoint({
    ...get,
    path: '/api/:env/transactions/:transaction/received-notifications',
    params: ofTransactionSchema,
    response: transactionReceivedNotificationsSchema,
  }),
  /** Lists what was observed of every transaction of a customer, from our records alone. */
  listCustomerObservations: defineEndpoint({
    ...get,
    path: '/api/:env/customers/:customer/observations',
    params: ofCustomerSchema,
    query: pageQuerySchema,
    response: customerObservationListSchema,
  }),
  listCustomerNotifications: defineEndpoint({
    ...get,
    path: '/api/:env/customers/:customer/received-notifications',
    params: ofCustomerSchema,
    query: pageQuerySchema,
    response: customerNotificationListSchema,
  }),
  listNotificationQueue: defineEndpoint({
    ...get,
    path: '/api/:env/notifications',
    query: notificationQuerySchema,
    response: receivedNotificationListSchema,
  }),
  /** Exports one line per received notification, as CSV or as a workbook, by the filter of the list. */
  exportNotifications: defineEndpoint({
    ...get,
    path: '/api/:env/exports/notifications',
    query: createExportQuerySchema(notificationFilterSchema).extend({
      format: exportFormatSchema.optional(),
    }),
    response: z.string(),
    stream: 'text/csv',
  }),
  showNotificationFigures: defineEndpoint({
    ...get,
    path: '/api/:env/notification-figures',
    response: notificationFiguresSchema,
  }),
  reprocessNotification: defineEndpoint({
    ...post,
    path: '/api/:env/notifications/:notification/reprocess',
    params: ofNotificationSchema,
    body: reprocessNotificationRequestSchema,
    response: reprocessNotificationResponseSchema,
  }),
  startImport: defineEndpoint({
    ...post,
    path: '/api/:env/imports',
    body: startImportRequestSchema,
    response: idImportSchema,
    maxBodyBytes: 4_200_000,
  }),
  listImports: defineEndpoint({ ...get, path: '/api/:env/imports', response: idImportListSchema }),
  showImport: defineEndpoint({
    ...get,
    path: '/api/:env/imports/:import',
    params: ofImportSchema,
    response: idImportSchema,
  }),
  /** Stops an import. One that has ended already stays as it is. */
  stopImport: defineEndpoint({
    ...post,
    path: '/api/:env/imports/:import/stop',
    params: ofImportSchema,
    body: noneSchema,
    response: idImportSchema,
  }),
  /** Exports a line for each import line that was rejected for its form: its number and reason, never its text. */
  exportRefusedImportLines: defineEndpoint({
    ...get,
    path: '/api/:env/exports/refused-import-lines/:import',
    params: ofImportSchema,
    query: z.strictObject({ format: exportFormatSchema.optional() }),
    response: z.string(),
    stream: 'text/csv',
  }),
  listUndocumentedValues: defineEndpoint({
    ...get,
    path: '/api/:env/undocumented-values',
    response: undocumentedValueListSchema,
  }),
  showHealth: defineEndpoint({ ...get, path: '/api/health', params: noneSchema, response: healthViewSchema }),
  showHealthLastDay: defineEndpoint({
    ...get,
    path: '/api/health/last-day',
    params: noneSchema,
    response: healthLastDaySchema,
  }),
  /**
   * Streams the events of all environments of the user. `Last-Event-ID` resumes after the last event
   * received.
   */
  streamLiveEvents: defineEndpoint({
    ...get,
    path: '/api/events',
    params: noneSchema,
    response: liveEventSchema,
    stream: 'text/event-stream',
  }),
} as const
