import {
  type ListedQuestion,
  type QuestionList,
  type QuestionView,
  questionIdSchema,
} from '@paydesk/shared/cases/questions'
import { buildTransactionFacts } from './decisions.ts'
import { reviewTransaction } from './ids.ts'
import { buildClearValue, hoursFromNow } from './values.ts'

/** Id of the n-th fake question. */
export function buildQuestionId(n: number) {
  return questionIdSchema.parse(`h_${String(n).padStart(20, '0')}`)
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

/** Page of questions; the transactions of those without facts of their own are in our records. */
export function buildQuestionList(
  questions: readonly (QuestionView & Partial<ListedQuestion>)[] = [],
  change: Partial<QuestionList> = {},
): QuestionList {
  const listed = questions.map((one) => ({
    facts: one.about.kind === 'transaction' ? buildTransactionFacts() : null,
    customer:
      one.about.kind === 'customer'
        ? { rid: buildClearValue('cust-00417'), merchant: buildClearValue('demo-merchant') }
        : null,
    ...one,
  }))
  return { questions: listed, next: null, waiting: 0, newAnswers: 0, ...change }
}
