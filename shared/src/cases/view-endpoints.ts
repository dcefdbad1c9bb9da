import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { savedViewId, savedViewSchemas } from './views.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofView = z.strictObject({ env: environmentName, view: savedViewId })
const get = { method: 'GET', params: ofEnvironment, query: none, body: none } as const
const post = { method: 'POST', query: none } as const
const { transactions, review } = savedViewSchemas

/** Endpoints for a user's saved views: every user who may open a page may save views of it. */
export const savedViewEndpoints = {
  listTransactionListViews: defineEndpoint({
    ...get,
    path: '/api/:env/views',
    response: transactions.answer,
  }),
  saveTransactionListView: defineEndpoint({
    ...post,
    path: '/api/:env/views',
    params: ofEnvironment,
    body: transactions.wanted,
    response: transactions.answer,
  }),
  removeTransactionListView: defineEndpoint({
    ...post,
    path: '/api/:env/views/:view/remove',
    params: ofView,
    body: none,
    response: transactions.answer,
  }),
  listReviewQueueViews: defineEndpoint({ ...get, path: '/api/:env/review-views', response: review.answer }),
  saveReviewQueueView: defineEndpoint({
    ...post,
    path: '/api/:env/review-views',
    params: ofEnvironment,
    body: review.wanted,
    response: review.answer,
  }),
  removeReviewQueueView: defineEndpoint({
    ...post,
    path: '/api/:env/review-views/:view/remove',
    params: ofView,
    body: none,
    response: review.answer,
  }),
} as const
