import type {
  DecisionApprovalInput,
  DecisionDraft,
  DecisionId,
  decideCaseRequest,
  WithdrawDecisionRequest,
} from '@paydesk/shared/cases/decision'
import type { decisionQuery } from '@paydesk/shared/cases/decision-list'
import type {
  AddCaseNoteRequest,
  CaseDetail,
  CaseList,
  CaseSummary,
  caseQuery,
  snoozeDuration,
} from '@paydesk/shared/cases/review'
import { caseDetail } from '@paydesk/shared/cases/review'
import type { BulkDecisionRequest } from '@paydesk/shared/cases/review-bulk'
import type { ReviewFigureDays } from '@paydesk/shared/cases/review-figures'
import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
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

/** An item came, went or changed, or what the service said of one that is shown. */
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
 * The item, its transaction or one of its decisions changed. What an own claim, note or renewal made of it
 * is on screen already: reading it again would ask the service for nothing.
 */
function affectsCase(
  { kind, id, version }: LiveEvent,
  data: unknown,
  { transaction }: ReviewCaseRef,
): boolean {
  const read = () => caseDetail.safeParse(data).data
  if (kind === 'decision') return read()?.decisions.some(({ decision }) => decision === id) ?? false
  if (id !== transaction) return false
  return kind === 'transaction' || (kind === 'review' && version > (read()?.row?.version ?? 0))
}

const keys = {
  pages: (env: EnvironmentName) => ['review', env, 'page'] as const,
  item: ({ env, transaction }: ReviewCaseRef) => ['review', env, 'item', transaction] as const,
  decisions: (env: EnvironmentName) => ['review', env, 'decisions'] as const,
  case: ({ env, decision }: DecisionRef) => ['review', env, 'case', decision] as const,
}

/** The queue and its items: what is read, and what is done to one of them. */
export function reviewQueries(client: ApiClient) {
  return {
    page: (env: EnvironmentName, query: z.output<typeof caseQuery>) =>
      queryOptions({
        queryKey: [...keys.pages(env), query],
        queryFn: ({ signal }) => client.call(endpoints.listCases, { params: { env }, query, signal }),
        // The rows before stay, marked as such, until the next ones are there.
        placeholderData: keepPreviousData,
        meta: { changedBy: (event, data) => event.environment === env && affectsPage(event, data) },
      }),
    /** Counted anew when somebody asks: not with each change, of which there may be many a second. */
    figures: (env: EnvironmentName, days: ReviewFigureDays) =>
      queryOptions({
        queryKey: ['review', env, 'figures', days],
        queryFn: ({ signal }) =>
          client.call(endpoints.showReviewFigures, { params: { env }, query: { days }, signal }),
        // Back at the page after a while, what it says is of now.
        staleTime: 30_000,
        placeholderData: keepPreviousData,
      }),
    /** Everything to judge one item; the service is read for it. */
    item: (place: ReviewCaseRef) =>
      queryOptions({
        queryKey: keys.item(place),
        queryFn: ({ signal }) => client.call(endpoints.showCase, { params: place, signal }),
        // Opening is reading anew; no longer than it takes the page to be there after its read began.
        staleTime: 2_000,
        meta: {
          changedBy: (event, data) => event.environment === place.env && affectsCase(event, data, place),
        },
      }),
    /** Where it stands in the queue, for whoever may not open the queue. */
    place: (place: ReviewCaseRef) =>
      queryOptions({
        queryKey: ['review', place.env, 'place', place.transaction],
        queryFn: ({ signal }) => client.call(endpoints.showCaseQueuePosition, { params: place, signal }),
        meta: {
          changedBy: ({ kind, environment, id }) =>
            kind === 'review' && environment === place.env && id === place.transaction,
        },
      }),
    /** Whom a note beside it may name. */
    colleagues: (place: ReviewCaseRef | null) =>
      queryOptions({
        queryKey: ['review', place?.env, 'colleagues', place?.transaction],
        queryFn:
          place === null
            ? skipToken
            : ({ signal }) => client.call(endpoints.listMentionCandidates, { params: place, signal }),
        staleTime: 60_000,
      }),
    /** Takes it, or renews one's own claim; `takeOver` is kept as a note for whoever had it. */
    claim: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['review', env, 'claim'],
        mutationFn: ({ transaction, takeOver }: { transaction: TransactionId; takeOver?: string }) =>
          client.call(endpoints.claimCase, {
            params: { env, transaction },
            body: takeOver === undefined ? {} : { takeOver },
          }),
      }),
    /** The same claim made anew with nobody asking: no use of the session. */
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
        mutationFn: (body: { span: z.output<typeof snoozeDuration>; text: string }) =>
          client.call(endpoints.snoozeCase, { params: { env, transaction }, body }),
      }),
    /** Keeps what was typed, on the server, also while the page goes; null forgets it. */
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
    /** Several items with one reason; each has its own result. */
    decideTogether: (env: EnvironmentName) =>
      mutationOptions({
        mutationKey: ['review', env, 'bulk'],
        mutationFn: (body: BulkDecisionRequest) =>
          client.call(endpoints.bulkDecideCases, { params: { env }, body }),
      }),
    decide: ({ env, transaction }: ReviewCaseRef) =>
      mutationOptions({
        mutationKey: ['review', env, 'decide', transaction],
        mutationFn: (body: z.output<typeof decideCaseRequest>) =>
          client.call(endpoints.decideCase, { params: { env, transaction }, body }),
      }),
  }
}

/** Decisions, and what the second person does with one. */
export function decisionQueries(client: ApiClient) {
  return {
    list: (env: EnvironmentName, query: z.output<typeof decisionQuery>) =>
      queryOptions({
        queryKey: [...keys.decisions(env), query],
        queryFn: ({ signal }) => client.call(endpoints.listDecisions, { params: { env }, query, signal }),
        placeholderData: keepPreviousData,
        meta: { changedBy: ({ kind, environment }) => kind === 'decision' && environment === env },
      }),
    /** What the first person saw beside what the service says now, which is read for it. */
    case: (place: DecisionRef) =>
      queryOptions({
        queryKey: keys.case(place),
        queryFn: ({ signal }) => client.call(endpoints.showDecision, { params: place, signal }),
        meta: {
          changedBy: ({ kind, environment, id }, data) =>
            environment === place.env &&
            ((kind === 'decision' && id === place.decision) ||
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

/** Shows an item as an answer gave it, wherever it is on screen; reads again only where a read is under way. */
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
  // A read under way may have begun before the answer: its end would take away what is shown now.
  void queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

/** Reads again what is on screen of the queue and of decisions, and marks the rest as old. */
export async function refreshReviewQueue(queryClient: QueryClient, env: EnvironmentName): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.pages(env) }),
    queryClient.invalidateQueries({ queryKey: keys.decisions(env) }),
  ])
}
