import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName } from '../core/ids.ts'
import { viewId, viewsOf } from './views.ts'

const none = z.strictObject({})
const ofEnvironment = z.strictObject({ env: environmentName })
const ofView = z.strictObject({ env: environmentName, view: viewId })
const get = { method: 'GET', params: ofEnvironment, query: none, body: none } as const
const post = { method: 'POST', query: none } as const
const { transactions, review } = viewsOf

/** The person's own views of each page: whoever may open the page may keep views of it. */
export const viewEndpoints = {
  listViews: endpoint({ ...get, path: '/api/:env/views', response: transactions.answer }),
  saveView: endpoint({
    ...post,
    path: '/api/:env/views',
    params: ofEnvironment,
    body: transactions.wanted,
    response: transactions.answer,
  }),
  removeView: endpoint({
    ...post,
    path: '/api/:env/views/:view/remove',
    params: ofView,
    body: none,
    response: transactions.answer,
  }),
  listReviewViews: endpoint({ ...get, path: '/api/:env/review-views', response: review.answer }),
  saveReviewView: endpoint({
    ...post,
    path: '/api/:env/review-views',
    params: ofEnvironment,
    body: review.wanted,
    response: review.answer,
  }),
  removeReviewView: endpoint({
    ...post,
    path: '/api/:env/review-views/:view/remove',
    params: ofView,
    body: none,
    response: review.answer,
  }),
} as const
