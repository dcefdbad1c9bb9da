import { z } from 'zod'
import { transactionListFilter } from '../payments/transaction-list.ts'
import { caseFilter } from './review.ts'

export const savedViewId = z.string().regex(/^v_[0-9a-z]{20}$/)

/** Saved views of one page, private to the user who named them; each page has its own filter. */
function createSavedViewSchemas<Filter extends z.ZodType>(filter: Filter) {
  const name = z.string().min(1).max(40)
  return {
    filter,
    /** View to save. */
    wanted: z.strictObject({ name, filter }),
    answer: z.strictObject({ views: z.array(z.strictObject({ view: savedViewId, name, filter })) }),
  }
}

/** Pages whose filter can be saved as a view. */
export const savedViewSchemas = {
  transactions: createSavedViewSchemas(transactionListFilter),
  review: createSavedViewSchemas(caseFilter),
} as const
export type SavedViewPage = keyof typeof savedViewSchemas
export type SavedView<Page extends SavedViewPage = SavedViewPage> = z.output<
  (typeof savedViewSchemas)[Page]['answer']
>['views'][number]
