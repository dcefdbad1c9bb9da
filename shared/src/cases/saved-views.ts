import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { transactionListFilter } from '../payments/transaction-list.ts'
import { caseFilter } from './review-cases.ts'

export const savedViewId = z.string().regex(/^v_[0-9a-z]{20}$/)

/** Saved views of one page, private to the user who named them; each page has its own filter. */
function createSavedViewSchemas<Filter extends z.ZodType>(filter: Filter) {
  const name = z.string().min(1).max(40)
  return {
    filter,
    /** View to save. */
    wanted: z.strictObject({ name, filter }),
    answer: z.strictObject({ views: z.array(z.strictObject({ view: savedViewId, name, filter })) }),
  }
}

/** Pages whose filter can be saved as a view. */
export const savedViewSchemas = {
  transactions: createSavedViewSchemas(transactionListFilter),
  review: createSavedViewSchemas(caseFilter),
} as const
export type SavedViewPage = keyof typeof savedViewSchemas
export type SavedView<Page extends SavedViewPage = SavedViewPage> = z.output<
  (typeof savedViewSchemas)[Page]['answer']
>['views'][number]

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
