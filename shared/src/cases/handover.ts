import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, identityHandle, transactionId } from '../core/ids.ts'
import { maskedValue } from '../core/masked-value.ts'

export const questionId = z
  .string()
  .regex(/^h_[0-9a-z]{20}$/)
  .brand<'HandoverId'>()
export type QuestionId = z.infer<typeof questionId>

/** Whose question it is: whoever has this role in force may answer. */
export const questionRecipient = z.enum(['finance', 'compliance'])
export type QuestionRecipient = z.infer<typeof questionRecipient>

/** What a question is about. An identity record stands for the customer as whose it was found. */
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

/** Words are needed where the answer is neither yes nor no; they may hold no personal data. */
export const answerQuestionRequest = z
  .strictObject({ answer: z.enum(['yes', 'no', 'text']), text: questionAnswerText.optional() })
  .refine(({ answer, text }) => answer !== 'text' || text !== undefined, { path: ['text'], message: 'words' })
export type AnswerQuestionRequest = z.infer<typeof answerQuestionRequest>

/** One question with its answer, for who asked and for the role that is asked. Times are ISO 8601 UTC. */
export const questionView = z.strictObject({
  handover: questionId,
  about: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('transaction'), transaction: transactionId }),
    z.strictObject({ kind: z.literal('customer'), customer: customerHandle }),
  ]),
  to: questionRecipient,
  question: maskedValue,
  by: colleague,
  at: z.iso.datetime(),
  /** Null while nobody has answered. */
  answer: z
    .strictObject({
      answer: z.enum(['yes', 'no', 'text']),
      text: maskedValue,
      by: colleague,
      at: z.iso.datetime(),
      /** The one who asked has not listed it since. */
      isNew: z.boolean(),
    })
    .nullable(),
  mayAnswer: z.boolean(),
})
export type QuestionView = z.infer<typeof questionView>

/** `asked`: it waits for an answer. `open_already`: this person has another question open about the same. */
export const askQuestionResponse = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  handover: questionView,
})
export type AskQuestionResponse = z.infer<typeof askQuestionResponse>

/** `done`: recorded. `too_late`: a colleague had answered; theirs stays. */
export const answerQuestionResponse = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  handover: questionView,
})
export type AnswerQuestionResponse = z.infer<typeof answerQuestionResponse>

/** `asked`: one's own; listing them is seeing their answers. `to_answer`: open ones for this role. `open`: both, while open. */
export const questionQuery = z.strictObject({
  show: z.enum(['asked', 'to_answer', 'open']).optional(),
  after: z.string().max(400).optional(),
})

/** One page, newest first. */
export const questionList = z.strictObject({
  handovers: z.array(questionView),
  /** Hand it over as `after` for the next page; null on the last. */
  next: z.string().nullable(),
  /** Open questions that this person may answer. */
  waiting: z.int().min(0),
  /** Answers to one's own questions that were not seen yet. */
  came: z.int().min(0),
})
export type QuestionList = z.infer<typeof questionList>
