import { z } from 'zod'
import { colleague } from '../core/colleague.ts'
import { customerHandle, identityHandle, transactionId } from '../core/ids.ts'
import { shown } from '../core/masked-value.ts'

export const handoverId = z
  .string()
  .regex(/^h_[0-9a-z]{20}$/)
  .brand<'HandoverId'>()
export type HandoverId = z.infer<typeof handoverId>

/** Whose question it is: whoever has this role in force may answer. */
export const handoverDesk = z.enum(['finance', 'compliance'])
export type HandoverDesk = z.infer<typeof handoverDesk>

/** What a question is about. An identity record stands for the customer as whose it was found. */
export const handoverSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transaction'), transaction: transactionId }),
  z.strictObject({ kind: z.literal('customer'), customer: customerHandle }),
  z.strictObject({ kind: z.literal('identity'), identity: identityHandle }),
])
export type HandoverSubject = z.infer<typeof handoverSubject>

export const handoverQuestion = z.string().trim().min(15).max(500)
export const handoverText = z.string().trim().min(3).max(500)

export const askRequest = z.strictObject({
  about: handoverSubject,
  to: handoverDesk,
  question: handoverQuestion,
})
export type AskRequest = z.infer<typeof askRequest>

/** Words are needed where the answer is neither yes nor no; they may hold no personal data. */
export const handoverAnswer = z
  .strictObject({ answer: z.enum(['yes', 'no', 'text']), text: handoverText.optional() })
  .refine(({ answer, text }) => answer !== 'text' || text !== undefined, { path: ['text'], message: 'words' })
export type HandoverAnswer = z.infer<typeof handoverAnswer>

/** One question with its answer, for who asked and for the role that is asked. Times are ISO 8601 UTC. */
export const handoverView = z.strictObject({
  handover: handoverId,
  about: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('transaction'), transaction: transactionId }),
    z.strictObject({ kind: z.literal('customer'), customer: customerHandle }),
  ]),
  to: handoverDesk,
  question: shown,
  by: colleague,
  at: z.iso.datetime(),
  /** Null while nobody has answered. */
  answer: z
    .strictObject({
      answer: z.enum(['yes', 'no', 'text']),
      text: shown,
      by: colleague,
      at: z.iso.datetime(),
      /** The one who asked has not listed it since. */
      isNew: z.boolean(),
    })
    .nullable(),
  mayAnswer: z.boolean(),
})
export type HandoverView = z.infer<typeof handoverView>

/** `asked`: it waits for an answer. `open_already`: this person has another question open about the same. */
export const askAnswer = z.strictObject({
  answer: z.enum(['asked', 'open_already']),
  handover: handoverView,
})
export type AskAnswer = z.infer<typeof askAnswer>

/** `done`: recorded. `too_late`: a colleague had answered; theirs stays. */
export const answeredAnswer = z.strictObject({
  answer: z.enum(['done', 'too_late']),
  handover: handoverView,
})
export type AnsweredAnswer = z.infer<typeof answeredAnswer>

/** `asked`: one's own; listing them is seeing their answers. `to_answer`: open ones for this role. `open`: both, while open. */
export const handoverQuery = z.strictObject({
  show: z.enum(['asked', 'to_answer', 'open']).optional(),
  after: z.string().max(400).optional(),
})

/** One page, newest first. */
export const handoverPage = z.strictObject({
  handovers: z.array(handoverView),
  /** Hand it over as `after` for the next page; null on the last. */
  next: z.string().nullable(),
  /** Open questions that this person may answer. */
  waiting: z.int().min(0),
  /** Answers to one's own questions that were not seen yet. */
  came: z.int().min(0),
})
export type HandoverPage = z.infer<typeof handoverPage>
