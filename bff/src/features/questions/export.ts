import type { ListedQuestion, QuestionListFilter } from '@paydesk/shared/cases/questions'
import { formatMajorUnits, isMinorUnits } from '@paydesk/shared/core/money'
import type { ListExportCall, ListExportColumns } from '../../platform/approvals/define-list-export.ts'
import { readBatchesNewestFirst } from '../../platform/list-query/page.ts'
import {
  type ListQuestionsDeps,
  loadQuestionSubjectFacts,
  presentListedQuestion,
  selectQuestions,
} from './list.ts'

/** Columns of the export. Times are ISO 8601 UTC. */
export const questionExportColumns: ListExportColumns<'questions', ListedQuestion> = [
  ['question_id', (row) => row.id],
  ['about', (row) => row.about.kind],
  ['transaction_id', ({ about }) => (about.kind === 'transaction' ? about.transaction : '')],
  ['rid', ({ facts, customer }, { masked }) => maskedOrEmpty((facts ?? customer)?.rid, masked)],
  ['merchant', ({ facts, customer }, { masked }) => maskedOrEmpty((facts ?? customer)?.merchant, masked)],
  [
    'amount_minor',
    ({ facts }, { masked }) => (facts === null || !isMinorUnits(facts.amount) ? '' : masked(facts.amount)),
    'number',
  ],
  ['currency', ({ facts }, { masked }) => maskedOrEmpty(facts?.currency, masked)],
  ['amount', ({ facts }) => (facts === null ? '' : formatMajorUnits(facts)), 'number'],
  ['state', ({ facts }) => facts?.state.raw ?? ''],
  ['asked_role', (row) => row.to],
  ['question', (row, { masked }) => masked(row.question)],
  ['asked_by', (row, { colleague }) => colleague(row.by)],
  ['asked_at', (row) => row.at, 'time'],
  ['answer', (row) => row.answer?.answer ?? ''],
  ['answer_comment', (row, { masked }) => maskedOrEmpty(row.answer?.text, masked)],
  ['answered_by', (row, { colleague }) => colleague(row.answer?.by)],
  ['answered_at', (row) => row.answer?.at ?? '', 'time'],
]

function maskedOrEmpty<Value>(value: Value | undefined, masked: (shown: Value) => string): string {
  return value === undefined ? '' : masked(value)
}

/** Opens the questions of a filter that this person may see, newest first, in batches; none counts as seen by it. */
export async function openQuestionExportBatches(
  filter: QuestionListFilter,
  { gone, ...caller }: ListExportCall,
  deps: ListQuestionsDeps,
): Promise<AsyncIterable<readonly ListedQuestion[]>> {
  const select = () => selectQuestions(deps.store, caller, filter).selectAll()
  async function* presentBatches(): AsyncGenerator<readonly ListedQuestion[]> {
    for await (const rows of readBatchesNewestFirst(select(), 'at', ({ at }) => at, gone)) {
      const subjects = await loadQuestionSubjectFacts(rows, caller, deps)
      yield rows.map((row) => presentListedQuestion(row, subjects, caller.actor, deps.cipher))
    }
  }
  return presentBatches()
}
