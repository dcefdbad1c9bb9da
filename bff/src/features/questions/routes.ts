import { endpoints } from '@paydesk/shared/endpoints'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { type AnswerQuestionResult, recordQuestionAnswer } from './answer.ts'
import { type AskQuestionDeps, type AskQuestionResult, createQuestion } from './ask.ts'
import { type ListedQuestions, loadQuestionList } from './list.ts'
import { presentQuestion, type QuestionDeps } from './rows.ts'

/** Value with the cipher that decrypts its texts. */
type WithCipher<Value> = Value & { readonly seal: FieldCipher }

export const askQuestion = defineRoute(endpoints.askQuestion, {
  permission: 'question.ask',
  audit: (_call, asked: WithCipher<AskQuestionResult> | undefined) => ({
    action: 'question.asked',
    about: asked ? { kind: 'handover', id: asked.row.id, merchant: asked.row.merchant } : null,
  }),
  async handle(call, deps: AskQuestionDeps): Promise<WithCipher<AskQuestionResult>> {
    return { ...(await createQuestion(call.body, call, deps)), seal: deps.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({ answer, handover: presentQuestion(row, actor, seal) }),
})

export const listQuestions = defineRoute(endpoints.listQuestions, {
  permission: 'question.ask',
  audit: () => ({ action: 'questions.listed' }),
  async handle(call, deps: QuestionDeps): Promise<WithCipher<ListedQuestions>> {
    return { ...(await loadQuestionList(call.query, call, deps)), seal: deps.seal }
  },
  present: ({ rows, seal, next, waiting, came }, { actor }) => ({
    handovers: rows.map((row) => presentQuestion(row, actor, seal)),
    next,
    waiting,
    came,
  }),
})

export const answerQuestion = defineRoute(endpoints.answerQuestion, {
  permission: 'question.answer',
  audit: ({ params }, answered: WithCipher<AnswerQuestionResult> | undefined) => ({
    action: 'question.answered',
    about: toAuditSubject('handover', params.handover, answered),
  }),
  async handle(call, deps: QuestionDeps): Promise<WithCipher<AnswerQuestionResult>> {
    return { ...(await recordQuestionAnswer(call.params.handover, call.body, call, deps)), seal: deps.seal }
  },
  present: ({ answer, row, seal }, { actor }) => ({ answer, handover: presentQuestion(row, actor, seal) }),
})
