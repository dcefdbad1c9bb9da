import { type QuestionList, type QuestionView, questionId } from '@paydesk/shared/cases/questions'
import { reviewTransaction } from './ids.ts'
import { buildClearValue, hoursFromNow } from './values.ts'

/** Id of the n-th fake question. */
export function buildQuestionId(n: number) {
  return questionId.parse(`h_${String(n).padStart(20, '0')}`)
}

/** Colleague's question that waits for an answer. */
export function buildQuestionView(n: number, change: Partial<QuestionView> = {}): QuestionView {
  return {
    id: buildQuestionId(n),
    about: { kind: 'transaction', transaction: reviewTransaction },
    to: 'compliance',
    question: buildClearValue('Is the identity of this customer complete by now?'),
    by: { name: 'Sam Okafor', me: false },
    at: hoursFromNow(-n),
    answer: null,
    mayAnswer: false,
    ...change,
  }
}

export function buildQuestionList(
  handovers: readonly QuestionView[] = [],
  change: Partial<QuestionList> = {},
): QuestionList {
  return { questions: [...handovers], next: null, waiting: 0, newAnswers: 0, ...change }
}
