import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema } from '../core/ids.ts'
import { transactionListFilterSchema } from '../payments/transaction-list.ts'
import { caseFilterSchema } from './review-cases.ts'

export const savedViewIdSchema = z.string().regex(/^v_[0-9a-z]{20}$/)

/** Saved views of one page, private to the user who named them; each page has its own filter. */
function createSavedViewSchemas<Filter extends z.ZodType>(filter: Filter) {
  const name = z.string().min(1).max(40)
  return {
    filter,
    /** View to save. */
    wanted: z.strictObject({ name, filter }),
    answer: z.strictObject({ views: z.array(z.strictObject({ view: savedViewIdSchema, name, filter })) }),
  }
}

/** Pages whose filter can be saved as a view. */
export const savedViewSchemas = {
  transactions: createSavedViewSchemas(transactionListFilterSchema),
  review: createSavedViewSchemas(caseFilterSchema),
} as const
export type PageWithSavedViews = keyof typeof savedViewSchemas
export type SavedView<Page extends PageWithSavedViews = PageWithSavedViews> = z.output<
  (typeof savedViewSchemas)[Page]['answer']
>['views'][number]

const noneSchema = z.strictObject({})
const ofEnvironmentSchema = z.strictObject({ env: environmentNameSchema })
const ofViewSchema = z.strictObject({ env: environmentNameSchema, view: savedViewIdSchema })
const get = { method: 'GET', params: ofEnvironmentSchema, query: noneSchema, body: noneSchema } as const
const post = { method: 'POST', query: noneSchema } as const
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
    params: ofEnvironmentSchema,
    body: transactions.wanted,
    response: transactions.answer,
  }),
  removeTransactionListView: defineEndpoint({
    ...post,
    path: '/api/:env/views/:view/remove',
    params: ofViewSchema,
    body: noneSchema,
    response: transactions.answer,
  }),
  listReviewQueueViews: defineEndpoint({ ...get, path: '/api/:env/review-views', response: review.answer }),
  saveReviewQueueView: defineEndpoint({
    ...post,
    path: '/api/:env/review-views',
    params: ofEnvironmentSchema,
    body: review.wanted,
    response: review.answer,
  }),
  removeReviewQueueView: defineEndpoint({
    ...post,
    path: '/api/:env/review-views/:view/remove',
    params: ofViewSchema,
    body: noneSchema,
    response: review.answer,
  }),
} as const
