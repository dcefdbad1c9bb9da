import type {
  DecisionApprovalInput,
  DecisionDraft,
  DecisionId,
  decideCaseRequestSchema,
  decisionQuerySchema,
  WithdrawDecisionRequest,
} from '@paydesk/shared/cases/decisions'
import type { BulkDecisionRequest } from '@paydesk/shared/cases/review-bulk'
import type {
  AddCaseNoteRequest,
  CaseDetail,
  CaseList,
  CaseSummary,
  caseQuerySchema,
  snoozeDurationSchema,
} from '@paydesk/shared/cases/review-cases'
import type { ReviewFigureDays } from '@paydesk/shared/cases/review-figures'
import type { CustomerHandle, EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, mutationOptions, queryOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ApiClient } from '../../lib/api/api-client.ts'

export interface ReviewCaseRef {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
}

export interface DecisionRef {
  readonly env: EnvironmentName
  readonly decision: DecisionId
}

/** Returns whether an event affects this page: any case changed, or a listed transaction. */
function affectsPage({ kind, id }: LiveEvent, data: unknown): boolean {
  if (kind === 'review') return true
  const rows = typeof data === 'object' && data !== null && 'rows' in data ? data.rows : null
  return (
    kind === 'transaction' &&
    Array.isArray(rows) &&
    rows.some((row: { readonly transaction?: unknown }) => row.transaction === id)
  )
}

/**
 * Returns whether an event affects this case: its transaction, its row or one of its decisions. Claims, notes
 * and renewals by this window are on screen already, so they trigger no read of the payment service.
 */
function affectsCase(
  { kind, id, version }: LiveEvent,
  data: unknown,
  { transaction }: ReviewCaseRef,
): boolean {
  const item = data as CaseDetail | undefined
  if (kind === 'decision') return item?.decisions.some(({ decision }) => decision === id) ?? false
  if (id !== transaction) return false
  return kind === 'transaction' || (kind === 'review' && version > (item?.row?.version ?? 0))
}

/** Cases with an unread mention of the user, snoozed or not. */
export const unreadMentionsFilter = { mentions: 'me', snoozed: '1' } as const

const keys = {
  pages: (env: EnvironmentName) => ['review', env, 'page'] as const,
  item: ({ env, transaction }: ReviewCaseRef) => ['review', env, 'item', transaction] as const,
  decisions: (env: EnvironmentName) => ['review', env, 'decisions'] as const,
  case: ({ env, decision }: DecisionRef) => ['review', env, 'case', decision] as const,
}

/** Customer whose cases are asked for together. */
export interface CustomerCasesRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Queries and mutations of the review queue and its cases. */
export function reviewQueries(client: ApiClient) {
  return {
    /** Work on all cases of a customer. */
    ofCustomer: (params: CustomerCasesRef) =>
      queryOptions({
        queryKey: ['review', params.env, 'customer', params.customer],
        queryFn: ({ signal }) => client.call(endpoints.listCustomerCaseEvents, { params, signal }),
        meta: {
          changedBy: ({ kind, environment }) =>
            environment === params.env && (kind === 'review' || kind === 'decision'),
        },
      }),
    page: (env: EnvironmentName, query: z.output<typeof caseQuerySchema>) =>
      queryOptions({
        queryKey: [...keys.pages(env), query],
        queryFn: ({ signal }) => client.call(endpoints.listCases, { params: { env }, query, signal }),
        // Keep the previous rows, marked as such, until the next rows arrive.
        placeholderData: keepPreviousData,
        meta: { changedBy: (event, data) => event.environment === env && affectsPage(event, data) },
      }),
    /** Counts on request only, because live events may come many times a second. */
    figures: (env: EnvironmentName, days: ReviewFigureDays) =>
      queryOptions({
        queryKey: ['review', env, 'figures', days],
        queryFn: ({ signal }) =>
          client.call(endpoints.showReviewFigures, { params: { env }, query: { days }, signal }),
        // Refresh the figures if the user returns to the page after a while.
        staleTime: 30_000,
        placeholderData: keepPreviousData,
      }),
    /** Loads everything for a decision on one case; the server reads the payment service for it. */
    item: (reviewCaseRef: ReviewCaseRef) =>
      queryOptions({
        queryKey: keys.item(reviewCaseRef),
        queryFn: ({ signal }) => client.call(endpoints.showCase, { params: reviewCaseRef, signal }),
        // Reload on every open; 2 s covers the time from the start of the read to the first render.
        staleTime: 2_000,
        meta: {
          changedBy: (event, data) =>
            event.environment === reviewCaseRef.env && affectsCase(event, data, reviewCaseRef),
        },
      }),
    /** Position of the case in the queue, for roles that may not open the queue. */
    place: (reviewCaseRef: ReviewCaseRef) =>
      queryOptions({
        queryKey: ['review', reviewCaseRef.env, 'place', reviewCaseRef.transaction],
        queryFn: ({ signal }) =>
          client.call(endpoints.showCaseQueuePosition, { params: reviewCaseRef, signal }),
        meta: {
          changedBy: ({ kind, environment, id }) =>
            kind === 'review' && environment === reviewCaseRef.env && id === reviewCaseRef.transaction,
        },
      }),
    /** Colleagues who can be mentioned in a note on the case. */
    colleagues: (reviewCaseRef: ReviewCaseRef | null) =>
      queryOptions({
        queryKey: ['review', reviewCaseRef?.env, 'colleagues', reviewCaseRef?.transaction],
        queryFn:
          reviewCaseRef === null
            ? skipToken
            : ({ signal }) => client.call(endpoints.listMentionCandidates, { params: reviewCaseRef, signal }),
        staleTime: 60_000,
      }),
    /** Claims a case or renews the user's claim; `takeOver` is stored as a note for the previous owner. */
    claim: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['review', env, 'claim'],
        mutationFn: ({ transaction, takeOver }: { transaction: TransactionId; takeOver?: string }) =>
          client.call(endpoints.claimCase, {
            params: { env, transaction },
            body: takeOver === undefined ? {} : { takeOver },
          }),
      }),
    /** Renews a claim as a background request, which does not extend the session. */
    renew: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['review', env, 'renew'],
        mutationFn: ({ transaction }: { transaction: TransactionId }) =>
          client.runInBackground(() =>
            client.call(endpoints.claimCase, { params: { env, transaction }, body: {} }),
          ),
      }),
    release: ({ env, transaction }: ReviewCaseRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'release', transaction],
        mutationFn: () => client.call(endpoints.releaseCase, { params: { env, transaction } }),
      }),
    note: ({ env, transaction }: ReviewCaseRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'note', transaction],
        mutationFn: (body: AddCaseNoteRequest) =>
          client.call(endpoints.addCaseNote, { params: { env, transaction }, body }),
      }),
    snooze: ({ env, transaction }: ReviewCaseRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'snooze', transaction],
        mutationFn: (body: { duration: z.output<typeof snoozeDurationSchema>; text: string }) =>
          client.call(endpoints.snoozeCase, { params: { env, transaction }, body }),
      }),
    endSnooze: ({ env, transaction }: ReviewCaseRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'end-snooze', transaction],
        mutationFn: (until: string) =>
          client.call(endpoints.endCaseSnooze, { params: { env, transaction }, body: { until } }),
      }),
    /** Saves the draft on the server, also while the page unloads; null deletes the draft. */
    keepDraft: ({ env, transaction }: ReviewCaseRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'draft', transaction],
        mutationFn: (draft: DecisionDraft | null) =>
          client.call(endpoints.saveDecisionDraft, {
            params: { env, transaction },
            body: { draft },
            keepalive: true,
          }),
      }),
    /** Decides several cases with one reason; each case has its own result. */
    decideTogether: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['review', env, 'bulk'],
        mutationFn: (body: BulkDecisionRequest) =>
          client.call(endpoints.bulkDecideCases, { params: { env }, body }),
      }),
    decide: ({ env, transaction }: ReviewCaseRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'decide', transaction],
        mutationFn: (body: z.output<typeof decideCaseRequestSchema>) =>
          client.call(endpoints.decideCase, { params: { env, transaction }, body }),
      }),
  }
}

/** Queries and mutations of decisions and their approval. */
export function decisionQueries(client: ApiClient) {
  return {
    list: (env: EnvironmentName, query: z.output<typeof decisionQuerySchema>) =>
      queryOptions({
        queryKey: [...keys.decisions(env), query],
        queryFn: ({ signal }) => client.call(endpoints.listDecisions, { params: { env }, query, signal }),
        placeholderData: keepPreviousData,
        meta: { changedBy: ({ kind, environment }) => kind === 'decision' && environment === env },
      }),
    /** Record as the first person saw it, and a fresh read of the payment service. */
    case: (decisionRef: DecisionRef) =>
      queryOptions({
        queryKey: keys.case(decisionRef),
        queryFn: ({ signal }) => client.call(endpoints.showDecision, { params: decisionRef, signal }),
        meta: {
          changedBy: ({ kind, environment, id }, data) =>
            environment === decisionRef.env &&
            ((kind === 'decision' && id === decisionRef.decision) ||
              (kind === 'transaction' && id === getTransactionId(data))),
        },
      }),
    answer: ({ env, decision }: DecisionRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'answer', decision],
        mutationFn: (body: DecisionApprovalInput) =>
          client.call(endpoints.decideApproval, { params: { env, decision }, body }),
      }),
    withdraw: ({ env, decision }: DecisionRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'withdraw', decision],
        mutationFn: (body: WithdrawDecisionRequest) =>
          client.call(endpoints.withdrawDecision, { params: { env, decision }, body }),
      }),
  }
}

function getTransactionId(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('decision' in data)) return undefined
  const { decision } = data
  return typeof decision === 'object' && decision !== null && 'transaction' in decision
    ? decision.transaction
    : undefined
}

/** Writes a case from a response into all caches. Refetches only a read that is under way. */
export function updateCachedReviewCase(
  queryClient: QueryClient,
  env: EnvironmentName,
  row: CaseSummary,
): void {
  const isNewer = (before: CaseSummary) =>
    before.transaction === row.transaction && before.version <= row.version
  queryClient.setQueriesData<CaseList>({ queryKey: keys.pages(env) }, (page) =>
    page?.rows.some(isNewer)
      ? { ...page, rows: page.rows.map((before) => (isNewer(before) ? row : before)) }
      : page,
  )
  const queryKey = keys.item({ env, transaction: row.transaction })
  queryClient.setQueryData<CaseDetail>(queryKey, (item) =>
    item?.row && isNewer(item.row) ? { ...item, row } : item,
  )
  // Refetch a read under way: it may have started before this response and would overwrite the case.
  void queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

/** Query of the colleagues by name, for the command palette and the filter of the queue by assignee. */
export const colleagueQuery = (client: ApiClient, env: EnvironmentName) =>
  queryOptions({
    queryKey: ['review', env, 'staff'],
    queryFn: ({ signal }) => client.call(endpoints.listColleagues, { params: { env }, signal }),
    staleTime: 600_000,
  })

/** Invalidates queue pages and decision lists; those on screen refetch. */
export async function refreshReviewQueue(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.pages(env) }),
    queryClient.invalidateQueries({ queryKey: keys.decisions(env) }),
  ])
}
