import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { environmentName, transactionId } from '../core/ids.ts'
import {
  answerAnswer,
  decideAnswer,
  decideRequest,
  decisionCase,
  decisionId,
  decisionView,
  draft,
  secondAnswer,
  withdrawRequest,
} from './decision.ts'
import { decisionPage, decisionQuery } from './decision-list.ts'
import { mentionables } from './mention.ts'
import {
  claimAnswer,
  claimRequest,
  noteRequest,
  noteText,
  reviewItem,
  reviewPage,
  reviewPlace,
  reviewQuery,
  reviewRow,
  snoozeSpan,
} from './review.ts'
import { bulkAnswer, bulkRequest } from './review-bulk.ts'
import { reviewFigures, reviewFiguresQuery } from './review-figures.ts'

const none = z.strictObject({})
const ofTransaction = z.strictObject({ env: environmentName, transaction: transactionId })
const ofDecision = z.strictObject({ env: environmentName, decision: decisionId })
const item = { method: 'POST', params: ofTransaction, query: none, response: reviewRow } as const

/** The queue of transactions in review: take, judge, decide, confirm. */
export const reviewEndpoints = {
  listReview: endpoint({
    method: 'GET',
    path: '/api/:env/review',
    params: z.strictObject({ env: environmentName }),
    query: reviewQuery,
    body: none,
    response: reviewPage,
  }),
  /** Counted by this office from its own rows: the service is asked nothing. */
  showReviewFigures: endpoint({
    method: 'GET',
    path: '/api/:env/review-figures',
    params: z.strictObject({ env: environmentName }),
    query: reviewFiguresQuery,
    body: none,
    response: reviewFigures,
  }),
  /** Reads the service for it. */
  showReviewItem: endpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction',
    params: ofTransaction,
    query: none,
    body: none,
    response: reviewItem,
  }),
  showReviewPlace: endpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction/place',
    params: ofTransaction,
    query: none,
    body: none,
    response: reviewPlace,
  }),
  /** Takes an item or renews one's own claim. */
  claimReviewItem: endpoint({
    ...item,
    path: '/api/:env/review/:transaction/claim',
    body: claimRequest,
    response: claimAnswer,
  }),
  releaseReviewItem: endpoint({ ...item, path: '/api/:env/review/:transaction/release', body: none }),
  /** Whom a note beside this item may name. */
  listColleagues: endpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction/colleagues',
    params: ofTransaction,
    query: none,
    body: none,
    response: mentionables,
  }),
  noteReviewItem: endpoint({
    ...item,
    path: '/api/:env/review/:transaction/notes',
    body: noteRequest,
  }),
  snoozeReviewItem: endpoint({
    ...item,
    path: '/api/:env/review/:transaction/snooze',
    body: z.strictObject({ span: snoozeSpan, text: noteText }),
  }),
  /** Keeps what was typed; null forgets it. */
  draftReviewItem: endpoint({
    ...item,
    path: '/api/:env/review/:transaction/draft',
    body: z.strictObject({ draft: draft.nullable() }),
    response: z.strictObject({ kept: z.boolean() }),
  }),
  decideReviewItem: endpoint({
    ...item,
    path: '/api/:env/review/:transaction/decide',
    body: decideRequest,
    response: decideAnswer,
  }),
  /** Several items with one reason; reads the service for each. It may be sent again for what was not tried. */
  decideReviewItems: endpoint({
    method: 'POST',
    path: '/api/:env/review-bulk',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: bulkRequest,
    response: bulkAnswer,
  }),
  listDecisions: endpoint({
    method: 'GET',
    path: '/api/:env/decisions',
    params: z.strictObject({ env: environmentName }),
    query: decisionQuery,
    body: none,
    response: decisionPage,
  }),
  /** Reads the service for what it says now. */
  showDecision: endpoint({
    method: 'GET',
    path: '/api/:env/decisions/:decision',
    params: ofDecision,
    query: none,
    body: none,
    response: decisionCase,
  }),
  answerDecision: endpoint({
    method: 'POST',
    path: '/api/:env/decisions/:decision/answer',
    params: ofDecision,
    query: none,
    body: secondAnswer,
    response: answerAnswer,
  }),
  /** By its maker until the service has followed; by others, with words, once it waited too long (`staleAt`). */
  withdrawDecision: endpoint({
    method: 'POST',
    path: '/api/:env/decisions/:decision/withdraw',
    params: ofDecision,
    query: none,
    body: withdrawRequest,
    response: decisionView,
  }),
} as const
