import { z } from 'zod'
import type { downloadRequestQuerySchema } from '../compliance/document-downloads.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { environmentNameSchema } from '../core/ids.ts'
import type { StaffPermission } from '../core/permissions.ts'
import type { paymentRequestQuerySchema } from '../payments/payment-requests.ts'
import type { TransactionListFilter } from '../payments/transaction-list.ts'
import type { decisionQuerySchema } from './decisions.ts'
import type { questionQuerySchema } from './questions.ts'
import type { DiscrepancyFilter } from './reconciliation.ts'
import type { CaseFilter } from './review-cases.ts'

type PageFilter<Query extends z.ZodType> = Omit<z.output<Query>, 'after'>

/** List whose rows a figure counts, and the filter of its link: figure and list are counted by one query. */
type HomeFigureSource =
  | { readonly list: 'cases'; readonly filter: CaseFilter }
  | { readonly list: 'decisions'; readonly filter: PageFilter<typeof decisionQuerySchema> }
  | { readonly list: 'discrepancies'; readonly filter: DiscrepancyFilter }
  | { readonly list: 'transactions'; readonly filter: TransactionListFilter }
  | { readonly list: 'questions'; readonly filter: PageFilter<typeof questionQuerySchema> }
  | { readonly list: 'paymentRequests'; readonly filter: PageFilter<typeof paymentRequestQuerySchema> }
  | { readonly list: 'downloads'; readonly filter: z.output<typeof downloadRequestQuerySchema> }

export type HomeCountedListName = HomeFigureSource['list']
export type HomeFigureFilter<List extends HomeCountedListName> = Extract<
  HomeFigureSource,
  { readonly list: List }
>['filter']

/** Permission of each list; a figure without it is not sent. */
export const homeListPermissions: Readonly<Record<HomeCountedListName, StaffPermission>> = {
  cases: 'review.read',
  decisions: 'review.read',
  discrepancies: 'reconciliation.read',
  transactions: 'records.read',
  questions: 'question.ask',
  paymentRequests: 'payment_request.read',
  downloads: 'document.download',
}

/** Figures of the home page, in the order of the page. */
export const homeFigureSources = {
  casesWaiting: { list: 'cases', filter: {} },
  casesOverdue: { list: 'cases', filter: { sla: 'overdue' } },
  casesMine: { list: 'cases', filter: { claim: 'me', snoozed: '1' } },
  approvals: { list: 'decisions', filter: { show: 'to_approve' } },
  questionsToAnswer: { list: 'questions', filter: { show: 'to_answer' } },
  questionsOpen: { list: 'questions', filter: { show: 'open' } },
  downloads: { list: 'downloads', filter: { show: 'to_answer' } },
  discrepancies: { list: 'discrepancies', filter: {} },
  unconfirmed: { list: 'transactions', filter: { state: 'SUCCESS', finality: 'unconfirmed' } },
  paymentRequests: { list: 'paymentRequests', filter: { show: 'open' } },
} as const satisfies Readonly<Record<string, HomeFigureSource>>

export type HomeFigureName = keyof typeof homeFigureSources
export const homeFigureNames = Object.keys(homeFigureSources) as HomeFigureName[]

const countSchema = z.int().min(0)

const homeFigureSchema = z.strictObject({
  /** Number of rows behind the link: exact up to 10,000; above that, `more` is true. */
  count: countSchema,
  more: z.boolean(),
  /** Sums of the known amounts of these rows (minor units); null for lists and roles without. */
  amounts: z.array(z.strictObject({ currency: z.string(), minor: z.int() })).nullable(),
  /** Rows at the end of each day of `days`, the current number last; null where no history is held. */
  line: z.array(countSchema).nullable(),
})
export type HomeFigure = z.infer<typeof homeFigureSchema>

/** Figures of the lists that this role may open, from our own records. */
export const homeFigureListSchema = z.strictObject({
  countedAt: z.iso.datetime(),
  /** Fourteen days in the time zone of Paydesk, oldest first, today last. */
  days: z.array(z.iso.date()),
  zone: z.string(),
  figures: z.strictObject({
    casesWaiting: homeFigureSchema.optional(),
    casesOverdue: homeFigureSchema.optional(),
    casesMine: homeFigureSchema.optional(),
    approvals: homeFigureSchema.optional(),
    questionsToAnswer: homeFigureSchema.optional(),
    questionsOpen: homeFigureSchema.optional(),
    downloads: homeFigureSchema.optional(),
    discrepancies: homeFigureSchema.optional(),
    unconfirmed: homeFigureSchema.optional(),
    paymentRequests: homeFigureSchema.optional(),
  } satisfies Record<HomeFigureName, z.ZodType>),
})
export type HomeFigureList = z.infer<typeof homeFigureListSchema>

export const homeEndpoints = {
  showHomeFigures: defineEndpoint({
    method: 'GET',
    path: '/api/:env/home',
    params: z.strictObject({ env: environmentNameSchema }),
    query: z.strictObject({}),
    body: z.strictObject({}),
    response: homeFigureListSchema,
  }),
}
