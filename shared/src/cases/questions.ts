import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { defineEndpoint, exportFormat, exportQuery } from '../core/endpoint.ts'
import { customerHandle, environmentName, identityHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'
import { transactionFacts } from '../payments/transaction-list.ts'

export const questionId = z
  .string()
  .regex(/^h_[0-9a-z]{20}$/)
  .brand<'HandoverId'>()
export type QuestionId = z.infer<typeof questionId>

/** Role that receives the question. Every user who has this role in force may answer. */
export const questionRecipient = z.enum(['finance', 'compliance'])
export type QuestionRecipient = z.infer<typeof questionRecipient>

/** Subject of a question. An identity record stands for the customer under which it was found. */
export const questionSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transaction'), transaction: transactionId }),
  z.strictObject({ kind: z.literal('customer'), customer: customerHandle }),
  z.strictObject({ kind: z.literal('identity'), identity: identityHandle }),
])
export type QuestionSubject = z.infer<typeof questionSubject>

export const questionText = z.string().trim().min(15).max(500)
export const questionAnswerText = z.string().trim().min(3).max(500)

export const askQuestionRequest = z.strictObject({
  about: questionSubject,
  to: questionRecipient,
  question: questionText,
})
export type AskQuestionRequest = z.infer<typeof askQuestionRequest>

/** Text is required unless the answer is yes or no. It must contain no personal data. */
export const answerQuestionRequest = z
  .strictObject({ answer: z.enum(['yes', 'no', 'text']), text: questionAnswerText.optional() })
  .refine(({ answer, text }) => answer !== 'text' || text !== undefined, { path: ['text'], message: 'words' })
export type AnswerQuestionRequest = z.infer<typeof answerQuestionRequest>

/**
 * Question with its answer, for the user who asked and for the role that is asked. Times are ISO 8601 UTC.
 */
export const questionView = z.strictObject({
  id: questionId,
  about: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('transaction'), transaction: transactionId }),
    z.strictObject({ kind: z.literal('customer'), customer: customerHandle }),
  ]),
  to: questionRecipient,
  question: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
  /** Null while the question is open. */
  answer: z
    .strictObject({
      answer: z.enum(['yes', 'no', 'text']),
      text: maskedValue,
      by: colleague,
      at: z.iso.datetime(),
      /** True until the user who asked lists the answer. */
      isNew: z.boolean(),
    })
    .nullable(),
  mayAnswer: z.boolean(),
})
export type QuestionView = z.infer<typeof questionView>

/**
 * Result of asking. `asked`: the question waits for an answer. `open_already`: this user has another open
 * question about the same subject.
 */
export const askQuestionResponse = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  question: questionView,
})
export type AskQuestionResponse = z.infer<typeof askQuestionResponse>

/**
 * Result of answering. `done`: recorded. `too_late`: a colleague had answered first, and that answer stays.
 */
export const answerQuestionResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  question: questionView,
})
export type AnswerQuestionResponse = z.infer<typeof answerQuestionResponse>

/**
 * Filter of the questions. `asked`: the user's own; listing them marks their answers as seen. `to_answer`:
 * open questions for this role. `open`: both, while open. `all`: both, with the answered ones.
 */
export const questionListFilter = z.strictObject({
  show: z.enum(['asked', 'to_answer', 'open', 'all']).optional(),
  /** Only questions about this customer or one of its transactions. */
  customer: customerHandle.optional(),
})
export type QuestionListFilter = z.infer<typeof questionListFilter>
export const questionQuery = z.strictObject({
  ...questionListFilter.shape,
  after: z.string().max(400).optional(),
})

/** Question with what our records know of its subject, as this role may see it. */
const listedQuestion = z.strictObject({
  ...questionView.shape,
  /** Transaction of the question; null if our records do not have it, or the question is about none. */
  facts: transactionFacts.nullable(),
  /** Customer of a question that is about no transaction. */
  customer: z.strictObject({ rid: maskedValue, merchant: maskedValue }).nullable(),
})
export type ListedQuestion = z.infer<typeof listedQuestion>

/** Page of questions, newest first. */
export const questionList = z.strictObject({
  questions: z.array(listedQuestion),
  /** Cursor of the next page, sent back as `after`; null on the last page. */
  next: z.string().nullable(),
  /** Number of open questions that this user may answer. */
  waiting: z.int().min(0),
  /** Number of answers to the user's own questions that were not seen yet. */
  newAnswers: z.int().min(0),
})
export type QuestionList = z.infer<typeof questionList>

const none = z.strictObject({})

/** Endpoints for questions from one role to another, and their answers. */
export const questionEndpoints = {
  /**
   * Asks a question. While this user's question about the same subject is open, another call returns that
   * question.
   */
  askQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/:env/questions',
    params: z.strictObject({ env: environmentName }),
    query: none,
    body: askQuestionRequest,
    response: askQuestionResponse,
  }),
  listQuestions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/questions',
    params: z.strictObject({ env: environmentName }),
    query: questionQuery,
    body: none,
    response: questionList,
  }),
  /** Exports one line per question, as CSV or as a workbook. Masks and filter are those of the list. */
  exportQuestions: defineEndpoint({
    method: 'GET',
    path: '/api/:env/exports/questions',
    params: z.strictObject({ env: environmentName }),
    query: exportQuery(questionListFilter).extend({ format: exportFormat.optional() }),
    body: none,
    response: z.string(),
    stream: 'text/csv',
  }),
  answerQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/:env/questions/:question/answer',
    params: z.strictObject({ env: environmentName, question: questionId }),
    query: none,
    body: answerQuestionRequest,
    response: answerQuestionResponse,
  }),
} as const
