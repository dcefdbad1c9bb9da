import { z } from 'zod'
import { createExportQuerySchema, defineEndpoint, exportFormatSchema } from '../core/endpoint.ts'
import { customerHandleSchema, environmentNameSchema, transactionIdSchema } from '../core/ids.ts'
import { reviewColleagueListSchema } from './colleagues.ts'
import {
  decideCaseRequestSchema,
  decideCaseResponseSchema,
  decisionApprovalInputSchema,
  decisionApprovalResponseSchema,
  decisionDetailSchema,
  decisionDraftSchema,
  decisionIdSchema,
  decisionListFilterSchema,
  decisionListSchema,
  decisionQuerySchema,
  decisionViewSchema,
  withdrawDecisionRequestSchema,
} from './decisions.ts'
import { bulkDecisionRequestSchema, bulkDecisionResponseSchema } from './review-bulk.ts'
import {
  addCaseNoteRequestSchema,
  caseDetailSchema,
  caseFilterSchema,
  caseListSchema,
  caseQuerySchema,
  caseQueuePositionSchema,
  caseSummarySchema,
  claimCaseRequestSchema,
  claimCaseResponseSchema,
  customerCaseEventsSchema,
  mentionCandidateListSchema,
  noteTextSchema,
  snoozeDurationSchema,
} from './review-cases.ts'
import { reviewFiguresQuerySchema, reviewFiguresSchema } from './review-figures.ts'

const noneSchema = z.strictObject({})
const ofTransactionSchema = z.strictObject({ env: environmentNameSchema, transaction: transactionIdSchema })
const ofDecisionSchema = z.strictObject({ env: environmentNameSchema, decision: decisionIdSchema })
const item = {
  method: 'POST',
  params: ofTransactionSchema,
  query: noneSchema,
  response: caseSummarySchema,
} as const

/** Endpoints for the review queue: claim, decide, approve. */
export const reviewEndpoints = {
  listCases: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review',
    params: z.strictObject({ env: environmentNameSchema }),
    query: caseQuerySchema,
    body: noneSchema,
    response: caseListSchema,
  }),
  /** Exports one line per case of the queue, as CSV or as a workbook. Masks and filter are those of the queue. */
  exportCases: defineEndpoint({
    method: 'GET',
    path: '/api/:env/exports/cases',
    params: z.strictObject({ env: environmentNameSchema }),
    query: createExportQuerySchema(caseFilterSchema).extend({ format: exportFormatSchema.optional() }),
    body: noneSchema,
    response: z.string(),
    stream: 'text/csv',
  }),
  /** Counts from our own records, without asking the payment service. */
  showReviewFigures: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review-figures',
    params: z.strictObject({ env: environmentNameSchema }),
    query: reviewFiguresQuerySchema,
    body: noneSchema,
    response: reviewFiguresSchema,
  }),
  /** Reads the transaction from the payment service. */
  showCase: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction',
    params: ofTransactionSchema,
    query: noneSchema,
    body: noneSchema,
    response: caseDetailSchema,
  }),
  showCaseQueuePosition: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction/position',
    params: ofTransactionSchema,
    query: noneSchema,
    body: noneSchema,
    response: caseQueuePositionSchema,
  }),
  /** Lists the work on every case of a customer, from our records alone. */
  listCustomerCaseEvents: defineEndpoint({
    method: 'GET',
    path: '/api/:env/customers/:customer/case-events',
    params: z.strictObject({ env: environmentNameSchema, customer: customerHandleSchema }),
    query: noneSchema,
    body: noneSchema,
    response: customerCaseEventsSchema,
  }),
  /** Claims a case or renews the user's own claim. */
  claimCase: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/claim',
    body: claimCaseRequestSchema,
    response: claimCaseResponseSchema,
  }),
  releaseCase: defineEndpoint({ ...item, path: '/api/:env/review/:transaction/release', body: noneSchema }),
  /** Colleagues by name and role, for the command palette and the filter by assignee. */
  listColleagues: defineEndpoint({
    method: 'GET',
    path: '/api/:env/colleagues',
    params: z.strictObject({ env: environmentNameSchema }),
    query: noneSchema,
    body: noneSchema,
    response: reviewColleagueListSchema,
  }),
  /** Lists the colleagues that a note of this case may mention. */
  listMentionCandidates: defineEndpoint({
    method: 'GET',
    path: '/api/:env/review/:transaction/colleagues',
    params: ofTransactionSchema,
    query: noneSchema,
    body: noneSchema,
    response: mentionCandidateListSchema,
  }),
  addCaseNote: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/notes',
    body: addCaseNoteRequestSchema,
  }),
  snoozeCase: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/snooze',
    body: z.strictObject({ duration: snoozeDurationSchema, text: noteTextSchema }),
  }),
  /**
   * Puts a case that is snoozed until exactly then back into the queue; the note with the reason stays. A case that
   * somebody snoozed again is answered unchanged.
   */
  endCaseSnooze: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/snooze/end',
    body: z.strictObject({ until: z.iso.datetime() }),
  }),
  /** Stores the draft of a decision; null deletes it. */
  saveDecisionDraft: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/draft',
    body: z.strictObject({ draft: decisionDraftSchema.nullable() }),
    response: z.strictObject({ isSaved: z.boolean() }),
  }),
  decideCase: defineEndpoint({
    ...item,
    path: '/api/:env/review/:transaction/decide',
    body: decideCaseRequestSchema,
    response: decideCaseResponseSchema,
  }),
  /**
   * Decides several cases for one reason; reads each from the payment service. May be sent again for cases
   * not tried.
   */
  bulkDecideCases: defineEndpoint({
    method: 'POST',
    path: '/api/:env/review-bulk',
    params: z.strictObject({ env: environmentNameSchema }),
    query: noneSchema,
    body: bulkDecisionRequestSchema,
    response: bulkDecisionResponseSchema,
  }),
  listDecisions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/decisions',
    params: z.strictObject({ env: environmentNameSchema }),
    query: decisionQuerySchema,
    body: noneSchema,
    response: decisionListSchema,
  }),
  /** Exports one line per decision, as CSV or as a workbook. Masks and filter are those of the list. */
  exportDecisions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/exports/decisions',
    params: z.strictObject({ env: environmentNameSchema }),
    query: createExportQuerySchema(decisionListFilterSchema).extend({
      format: exportFormatSchema.optional(),
    }),
    body: noneSchema,
    response: z.string(),
    stream: 'text/csv',
  }),
  /** Reads the current record from the payment service. */
  showDecision: defineEndpoint({
    method: 'GET',
    path: '/api/:env/decisions/:decision',
    params: ofDecisionSchema,
    query: noneSchema,
    body: noneSchema,
    response: decisionDetailSchema,
  }),
  decideApproval: defineEndpoint({
    method: 'POST',
    path: '/api/:env/decisions/:decision/answer',
    params: ofDecisionSchema,
    query: noneSchema,
    body: decisionApprovalInputSchema,
    response: decisionApprovalResponseSchema,
  }),
  /**
   * Withdraws a decision: its maker until the payment service has followed; colleagues, with a comment, after
   * `staleAt`.
   */
  withdrawDecision: defineEndpoint({
    method: 'POST',
    path: '/api/:env/decisions/:decision/withdraw',
    params: ofDecisionSchema,
    query: noneSchema,
    body: withdrawDecisionRequestSchema,
    response: decisionViewSchema,
  }),
} as const
