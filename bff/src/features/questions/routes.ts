import { endpoints } from '@paydesk/shared/endpoints'
import { defineListExport } from '../../platform/approvals/define-list-export.ts'
import type {
  AnswerStaffRequestResult,
  CreateStaffRequestResult,
  StaffRequestDeps,
} from '../../platform/approvals/staff-requests.ts'
import {
  type FilteredByCustomer,
  toAuditSubject,
  toCustomerFilterAuditSubject,
} from '../../platform/audit/entry.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { resolveOptionalCustomer } from '../../records/customers.ts'
import { type AskQuestionDeps, createQuestion, recordQuestionAnswer } from './ask.ts'
import { openQuestionExportBatches, questionExportColumns } from './export.ts'
import {
  type ListQuestionsDeps,
  type LoadedQuestions,
  loadQuestionList,
  presentListedQuestion,
} from './list.ts'
import { presentQuestion, type QuestionRow } from './rows.ts'

interface ListedQuestions extends LoadedQuestions, FilteredByCustomer {
  readonly cipher: FieldCipher
}

export const askQuestionRoute = defineRoute(endpoints.askQuestion, {
  permission: 'question.ask',
  audit: (_call, createRequestResult: CreateStaffRequestResult<QuestionRow> | undefined) => ({
    action: 'question.asked',
    about: createRequestResult
      ? { kind: 'question', id: createRequestResult.row.id, merchant: createRequestResult.row.merchant }
      : null,
  }),
  handle: (call, deps: AskQuestionDeps) => createQuestion(call.body, call, deps),
  present: ({ answer, row, cipher }, { actor }) => ({
    answer,
    question: presentQuestion(row, actor, cipher),
  }),
})

export const listQuestionsRoute = defineRoute(endpoints.listQuestions, {
  permission: 'question.ask',
  audit: ({ query }, listed: ListedQuestions | undefined) => ({
    action: 'questions.listed',
    about: toCustomerFilterAuditSubject(query.customer, listed),
  }),
  handle: async (call, deps: ListQuestionsDeps): Promise<ListedQuestions> => ({
    filterCustomer: await resolveOptionalCustomer(call.query.customer, call.scope, deps.handles),
    ...(await loadQuestionList(call.query, call, deps)),
    cipher: deps.cipher,
  }),
  present: ({ rows, subjects, cipher, filterCustomer: _, ...list }, { actor }) => ({
    ...list,
    questions: rows.map((row) => presentListedQuestion(row, subjects, actor, cipher)),
  }),
})

export const exportQuestionsRoute = defineListExport(endpoints.exportQuestions, {
  list: 'questions',
  sheet: 'questions',
  columns: questionExportColumns,
  openBatches: openQuestionExportBatches,
  findSubject: ({ customer }) => toCustomerFilterAuditSubject(customer, undefined),
})

export const answerQuestionRoute = defineRoute(endpoints.answerQuestion, {
  permission: 'question.answer',
  audit: ({ params }, answered: AnswerStaffRequestResult<QuestionRow> | undefined) => ({
    action: 'question.answered',
    about: toAuditSubject('question', params.question, answered?.row),
  }),
  handle: (call, deps: StaffRequestDeps) => recordQuestionAnswer(call.params.question, call.body, call, deps),
  present: ({ answer, row, cipher }, { actor }) => ({
    answer,
    question: presentQuestion(row, actor, cipher),
  }),
})
