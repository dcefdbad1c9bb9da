import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName, transactionId } from '../core/ids.ts'
import { liveEvent } from '../core/live.ts'
import { transactionHistory } from '../core/observed.ts'
import { coverage, indexFilter, indexPage, indexQuery } from '../payments/indexed.ts'
import {
  ledgerFigures,
  ledgerPage,
  ledgerQuery,
  notificationInAddress,
  receivedForTransaction,
  reprocessAnswer,
  reprocessRequest,
} from '../payments/ledger.ts'
import { idSuggestions, lookUpRequest } from '../payments/lookup.ts'
import { healthView, unknownValues } from './health.ts'
import { importId, importList, importRequest, importView } from './imports.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofTransaction = z.strictObject({ env: environmentName, transaction: transactionId })
const ofNotification = z.strictObject({ env: environmentName, notification: notificationInAddress })
const get = { method: 'GET', params: ofEnvironment, query: none, body: none } as const
const post = { method: 'POST', params: ofEnvironment, query: none } as const

/** What this office knows beyond the service's own answers: index, ledger, imports, live events, health. */
export const officeEndpoints = {
  listTransactions: endpoint({
    ...get,
    path: '/api/:env/transactions',
    query: indexQuery,
    response: indexPage,
  }),
  /** One line for each row, masked as the list is; the filter is the list's. */
  exportTransactions: endpoint({
    ...get,
    path: '/api/:env/exports/transactions',
    query: indexFilter,
    response: z.string(),
    stream: 'text/csv',
  }),
  showCoverage: endpoint({ ...get, path: '/api/:env/coverage', response: coverage }),
  /** Ids that begin as typed. The text is in the body: it may be personal. */
  suggestIds: endpoint({
    ...post,
    path: '/api/:env/lookup/suggestions',
    body: lookUpRequest,
    response: idSuggestions,
  }),
  showTransactionHistory: endpoint({
    ...get,
    path: '/api/:env/transactions/:transaction/history',
    params: ofTransaction,
    response: transactionHistory,
  }),
  listReceivedNotifications: endpoint({
    ...get,
    path: '/api/:env/transactions/:transaction/received',
    params: ofTransaction,
    response: receivedForTransaction,
  }),
  listLedger: endpoint({
    ...get,
    path: '/api/:env/notifications',
    query: ledgerQuery,
    response: ledgerPage,
  }),
  showLedgerFigures: endpoint({ ...get, path: '/api/:env/notification-figures', response: ledgerFigures }),
  reprocessNotification: endpoint({
    ...post,
    path: '/api/:env/notifications/:notification/reprocess',
    params: ofNotification,
    body: reprocessRequest,
    response: reprocessAnswer,
  }),
  startImport: endpoint({
    ...post,
    path: '/api/:env/imports',
    body: importRequest,
    response: importView,
    bodyBytes: 4_200_000,
  }),
  listImports: endpoint({ ...get, path: '/api/:env/imports', response: importList }),
  showImport: endpoint({
    ...get,
    path: '/api/:env/imports/:import',
    params: z.strictObject({ env: environmentName, import: importId }),
    response: importView,
  }),
  listUnknownValues: endpoint({ ...get, path: '/api/:env/unknown-values', response: unknownValues }),
  showHealth: endpoint({ ...get, path: '/api/health', params: none, response: healthView }),
  /** One stream for all environments of the person. `Last-Event-ID` goes on where the last one ended. */
  hearChanges: endpoint({
    ...get,
    path: '/api/events',
    params: none,
    response: liveEvent,
    stream: 'text/event-stream',
  }),
} as const
