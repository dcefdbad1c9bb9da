import { z } from 'zod'
import { colleagueSchema } from '../core/colleague.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema, savedViewIdSchema } from '../core/ids.ts'
import { transactionListFilterSchema } from '../payments/transaction-list.ts'
import { caseFilterSchema } from './review-cases.ts'

/** Views that one person may save for one page of one environment. */
export const maxSavedViews = 30

const nameSchema = z.string().trim().min(1).max(40)

/** One change of an own view. `place` counts from 0 among the own views. */
const changeSchema = z.union([
  z.strictObject({ name: nameSchema }),
  z.strictObject({ isShared: z.boolean() }),
  z.strictObject({
    place: z
      .int()
      .min(0)
      .max(maxSavedViews - 1),
  }),
])
export type SavedViewChange = z.output<typeof changeSchema>

/** Saved views of one page, each with the filter of that page: own ones first, then those that colleagues share. */
function createSavedViewSchemas<Filter extends z.ZodType>(filter: Filter) {
  return {
    filter,
    /** View to save. */
    wanted: z.strictObject({ name: nameSchema, filter }),
    answer: z.strictObject({
      views: z.array(
        z.strictObject({
          view: savedViewIdSchema,
          name: nameSchema,
          filter,
          /** Person who saved the view; only they change it. */
          by: colleagueSchema,
          /** True if colleagues in the role of that person see the view. */
          isShared: z.boolean(),
        }),
      ),
    }),
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

/**
 * Endpoints for saved views: every user who may open a page may save views of it. A view that was removed by mistake
 * can be restored for some minutes.
 */
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
  changeTransactionListView: defineEndpoint({
    ...post,
    path: '/api/:env/views/:view/change',
    params: ofViewSchema,
    body: changeSchema,
    response: transactions.answer,
  }),
  restoreTransactionListView: defineEndpoint({
    ...post,
    path: '/api/:env/views/:view/restore',
    params: ofViewSchema,
    body: noneSchema,
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
  changeReviewQueueView: defineEndpoint({
    ...post,
    path: '/api/:env/review-views/:view/change',
    params: ofViewSchema,
    body: changeSchema,
    response: review.answer,
  }),
  restoreReviewQueueView: defineEndpoint({
    ...post,
    path: '/api/:env/review-views/:view/restore',
    params: ofViewSchema,
    body: noneSchema,
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
