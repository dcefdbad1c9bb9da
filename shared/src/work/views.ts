import { z } from 'zod'
import { indexFilter } from '../payments/indexed.ts'
import { reviewFilter } from './review.ts'

export const viewId = z.string().regex(/^v_[0-9a-z]{20}$/)

/** Named addresses of one page, kept for the person who named them; each page has a filter of its own. */
function viewsWith<Filter extends z.ZodType>(filter: Filter) {
  const name = z.string().min(1).max(40)
  return {
    filter,
    /** What is kept under a name. */
    wanted: z.strictObject({ name, filter }),
    answer: z.strictObject({ views: z.array(z.strictObject({ view: viewId, name, filter })) }),
  }
}

/** Pages whose filter can be kept under a name. */
export const viewsOf = {
  transactions: viewsWith(indexFilter),
  review: viewsWith(reviewFilter),
} as const
export type ViewPage = keyof typeof viewsOf
export type SavedView<Page extends ViewPage = ViewPage> = z.output<
  (typeof viewsOf)[Page]['answer']
>['views'][number]
