import { z } from 'zod'
import { defineEndpoint, exportFormat, exportQuery } from '../core/endpoint.ts'
import { customerHandle, environmentName, transactionId } from '../core/ids.ts'
import { reviewColleagueList } from './colleagues.ts'
import {
  decideCaseRequest,
  decideCaseResponse,
  decisionApprovalInput,
  decisionApprovalResponse,
  decisionDetail,
  decisionDraft,
  decisionId,
  decisionList,
  decisionListFilter,
  decisionQuery,
  decisionView,
  withdrawDecisionRequest,
} from './decisions.ts'
import { bulkDecisionRequest, bulkDecisionResponse } from './review-bulk.ts'
import {
  addCaseNoteRequest,
  caseDetail,
  caseFilter,
  caseList,
  caseQuery,
  caseQueuePosition,
  caseSummary,
  claimCaseRequest,
  claimCaseResponse,
  customerCaseEvents,
  mentionCandidateList,
  noteText,
  snoozeDuration,
} from './review-cases.ts'
import { reviewFigures, reviewFiguresQuery } from './review-figures.ts'

const none = z.strictObject({})
const ofTransaction = z.strictObject({ env: environmentName, transaction: transactionId })
const ofDecision = z.strictObject({ env: environmentName, decision: decisionId })
const item = { method: 'POST', params: ofTransaction, query: none, response: caseSummary } as const

/** Endpoints for the review queue: claim, decide, approve. */
export const reviewEndpoints = {
  listCases: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review',
    params: z.strictObject({ env: environmentName }),
    query: caseQuery,
    body: none,
    response: caseList,
  }),
  /** Exports one line per case of the queue, as CSV or as a workbook. Masks and filter are those of the queue. */
  exportCases: defineEndpoint({
    method: 'GET',
    path: '/api/:env/exports/cases',
    params: z.strictObject({ env: environmentName }),
    query: exportQuery(caseFilter).extend({ format: exportFormat.optional() }),
    body: none,
    response: z.string(),
    stream: 'text/csv',
  }),
  /** Counts from our own records, without asking the payment service. */
  showReviewFigures: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review-figures',
    params: z.strictObject({ env: environmentName }),
    query: reviewFiguresQuery,
    body: none,
    response: reviewFigures,
  }),
  /** Reads the transaction from the payment service. */
  showCase: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction',
    params: ofTransaction,
    query: none,
    body: none,
    response: caseDetail,
  }),
  showCaseQueuePosition: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction/position',
    params: ofTransaction,
    query: none,
    body: none,
    response: caseQueuePosition,
  }),
  /** Lists the work on every case of a customer, from our records alone. */
  listCustomerCaseEvents: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/case-events',
    params: z.strictObject({ env: environmentName, customer: customerHandle }),
    query: none,
    body: none,
    response: customerCaseEvents,
  }),
  /** Claims a case or renews the user's own claim. */
  claimCase: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/claim',
    body: claimCaseRequest,
    response: claimCaseResponse,
  }),
  releaseCase: defineEndpoint({ ...item, path: '/api/:env/review/:transaction/release', body: none }),
  /** Colleagues by name and role, for the command palette and the filter by assignee. */
  listColleagues: defineEndpoint({
    method: 'GET',
    path: '/api/:env/colleagues',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: none,
    response: reviewColleagueList,
  }),
  /** Lists the colleagues that a note of this case may mention. */
  listMentionCandidates: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction/colleagues',
    params: ofTransaction,
    query: none,
    body: none,
    response: mentionCandidateList,
  }),
  addCaseNote: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/notes',
    body: addCaseNoteRequest,
  }),
  snoozeCase: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/snooze',
    body: z.strictObject({ duration: snoozeDuration, text: noteText }),
  }),
  /** Stores the draft of a decision; null deletes it. */
  saveDecisionDraft: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/draft',
    body: z.strictObject({ draft: decisionDraft.nullable() }),
    response: z.strictObject({ isSaved: z.boolean() }),
  }),
  decideCase: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/decide',
    body: decideCaseRequest,
    response: decideCaseResponse,
  }),
  /**
   * Decides several cases for one reason; reads each from the payment service. May be sent again for cases
   * not tried.
   */
  bulkDecideCases: defineEndpoint({
    method: 'POST',
    path: '/api/:env/review-bulk',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: bulkDecisionRequest,
    response: bulkDecisionResponse,
  }),
  listDecisions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/decisions',
    params: z.strictObject({ env: environmentName }),
    query: decisionQuery,
    body: none,
    response: decisionList,
  }),
  /** Exports one line per decision, as CSV or as a workbook. Masks and filter are those of the list. */
  exportDecisions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/exports/decisions',
    params: z.strictObject({ env: environmentName }),
    query: exportQuery(decisionListFilter).extend({ format: exportFormat.optional() }),
    body: none,
    response: z.string(),
    stream: 'text/csv',
  }),
  /** Reads the current record from the payment service. */
  showDecision: defineEndpoint({
    method: 'GET',
    path: '/api/:env/decisions/:decision',
    params: ofDecision,
    query: none,
    body: none,
    response: decisionDetail,
  }),
  decideApproval: defineEndpoint({
    method: 'POST',
    path: '/api/:env/decisions/:decision/answer',
    params: ofDecision,
    query: none,
    body: decisionApprovalInput,
    response: decisionApprovalResponse,
  }),
  /**
   * Withdraws a decision: its maker until the payment service has followed; colleagues, with a comment, after
   * `staleAt`.
   */
  withdrawDecision: defineEndpoint({
    method: 'POST',
    path: '/api/:env/decisions/:decision/withdraw',
    params: ofDecision,
    query: none,
    body: withdrawDecisionRequest,
    response: decisionView,
  }),
} as const
