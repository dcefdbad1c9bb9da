import { z } from 'zod'
import { answerOutcomeSchema, requestOutcomeSchema } from '../core/approval.ts'
import { colleagueSchema } from '../core/colleague.ts'
import { createExportQuerySchema, defineEndpoint, exportFormatSchema } from '../core/endpoint.ts'
import {
  customerHandleSchema,
  environmentNameSchema,
  identityHandleSchema,
  transactionIdSchema,
} from '../core/ids.ts'
import { maskedValueSchema } from '../core/masked-value.ts'
import { transactionFactsSchema } from '../payments/transaction-list.ts'

export const questionIdSchema = z
  .string()
  .regex(/^h_[0-9a-z]{20}$/)
  .brand<'QuestionId'>()
export type QuestionId = z.infer<typeof questionIdSchema>

/** Role that receives the question. Every user who has this role in force may answer. */
export const questionRecipientSchema = z.enum(['finance', 'compliance'])
export type QuestionRecipient = z.infer<typeof questionRecipientSchema>

/** Subject of a question. An identity record stands for the customer under which it was found. */
export const questionSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transaction'), transaction: transactionIdSchema }),
  z.strictObject({ kind: z.literal('customer'), customer: customerHandleSchema }),
  z.strictObject({ kind: z.literal('identity'), identity: identityHandleSchema }),
])
export type QuestionSubject = z.infer<typeof questionSubjectSchema>

export const questionTextSchema = z.string().trim().min(15).max(500)
export const questionAnswerTextSchema = z.string().trim().min(3).max(500)

export const askQuestionRequestSchema = z.strictObject({
  about: questionSubjectSchema,
  to: questionRecipientSchema,
  question: questionTextSchema,
})
export type AskQuestionRequest = z.infer<typeof askQuestionRequestSchema>

/** Text is required unless the answer is yes or no. It must contain no personal data. */
export const answerQuestionRequestSchema = z
  .strictObject({ answer: z.enum(['yes', 'no', 'text']), text: questionAnswerTextSchema.optional() })
  .refine(({ answer, text }) => answer !== 'text' || text !== undefined, { path: ['text'], message: 'words' })
export type AnswerQuestionRequest = z.infer<typeof answerQuestionRequestSchema>

/**
 * Question with its answer, for the user who asked and for the role that is asked. Times are ISO 8601 UTC.
 */
export const questionViewSchema = z.strictObject({
  id: questionIdSchema,
  about: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('transaction'), transaction: transactionIdSchema }),
    z.strictObject({ kind: z.literal('customer'), customer: customerHandleSchema }),
  ]),
  to: questionRecipientSchema,
  question: maskedValueSchema,
  by: colleagueSchema,
  at: z.iso.datetime(),
  /** Null while the question is open. */
  answer: z
    .strictObject({
      answer: z.enum(['yes', 'no', 'text']),
      text: maskedValueSchema,
      by: colleagueSchema,
      at: z.iso.datetime(),
      /** True until the user who asked lists the answer. */
      isNew: z.boolean(),
    })
    .nullable(),
  mayAnswer: z.boolean(),
})
export type QuestionView = z.infer<typeof questionViewSchema>

/**
 * Result of asking. `asked`: the question waits for an answer. `open_already`: this user has another open
 * question about the same subject.
 */
export const askQuestionResponseSchema = z.strictObject({
  answer: requestOutcomeSchema,
  question: questionViewSchema,
})

/**
 * Result of answering. `done`: recorded. `too_late`: a colleague had answered first, and that answer stays.
 */
export const answerQuestionResponseSchema = z.strictObject({
  answer: answerOutcomeSchema,
  question: questionViewSchema,
})

/**
 * Filter of the questions. `asked`: the user's own; listing them marks their answers as seen. `to_answer`:
 * open questions for this role. `open`: both, while open. `all`: both, with the answered ones.
 */
export const questionListFilterSchema = z.strictObject({
  show: z.enum(['asked', 'to_answer', 'open', 'all']).optional(),
  /** Only questions about this customer or one of its transactions. */
  customer: customerHandleSchema.optional(),
})
export type QuestionListFilter = z.infer<typeof questionListFilterSchema>
export const questionQuerySchema = z.strictObject({
  ...questionListFilterSchema.shape,
  after: z.string().max(400).optional(),
})

/** Question with what our records know of its subject, as this role may see it. */
const listedQuestionSchema = z.strictObject({
  ...questionViewSchema.shape,
  /** Transaction of the question; null if our records do not have it, or the question is about none. */
  facts: transactionFactsSchema.nullable(),
  /** Customer of a question that is about no transaction. */
  customer: z.strictObject({ rid: maskedValueSchema, merchant: maskedValueSchema }).nullable(),
})
export type ListedQuestion = z.infer<typeof listedQuestionSchema>

/** Page of questions, newest first. */
export const questionListSchema = z.strictObject({
  questions: z.array(listedQuestionSchema),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of open questions that this user may answer. */
  waiting: z.int().min(0),
  /** Number of answers to the user's own questions that were not seen yet. */
  newAnswers: z.int().min(0),
})
export type QuestionList = z.infer<typeof questionListSchema>

const noneSchema = z.strictObject({})

/** Endpoints for questions from one role to another, and their answers. */
export const questionEndpoints = {
  /**
   * Asks a question. While this user's question about the same subject is open, another call returns that
   * question.
   */
  askQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/:env/questions',
    params: z.strictObject({ env: environmentNameSchema }),
    query: noneSchema,
    body: askQuestionRequestSchema,
    response: askQuestionResponseSchema,
  }),
  listQuestions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/questions',
    params: z.strictObject({ env: environmentNameSchema }),
    query: questionQuerySchema,
    body: noneSchema,
    response: questionListSchema,
  }),
  /** Exports one line per question, as CSV or as a workbook. Masks and filter are those of the list. */
  exportQuestions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/exports/questions',
    params: z.strictObject({ env: environmentNameSchema }),
    query: createExportQuerySchema(questionListFilterSchema).extend({
      format: exportFormatSchema.optional(),
    }),
    body: noneSchema,
    response: z.string(),
    stream: 'text/csv',
  }),
  answerQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/:env/questions/:question/answer',
    params: z.strictObject({ env: environmentNameSchema, question: questionIdSchema }),
    query: noneSchema,
    body: answerQuestionRequestSchema,
    response: answerQuestionResponseSchema,
  }),
} as const
