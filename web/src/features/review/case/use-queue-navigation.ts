import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useReadAhead } from '../../../lib/api/use-read-ahead.ts'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { usePageStillOpenCheck } from '../../../ui/state/use-page-still-open-check.ts'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { reviewQueries } from '../queries.ts'
import { readReviewQuery } from '../search-params.ts'

/** Case of the queue, with the cursor of the list page that contains it. */
interface QueueNeighbour {
  readonly transaction: TransactionId
  readonly after: string | undefined
}

export type ReviewQueueStep = 1 | -1
/** Step to a neighbour, or to the next case that is left to decide. */
type QueueDirection = ReviewQueueStep | 'undecided'

/**
 * Returns the row after (1) or before (-1) this one. `previousOrder` is the last order that listed this row:
 * if the row left the list, its position is behind the last earlier row that is still listed.
 */
export function findReviewQueueNeighbour(
  rows: readonly TransactionId[],
  previousOrder: readonly TransactionId[],
  here: TransactionId,
  step: ReviewQueueStep,
): TransactionId | null {
  const at = rows.indexOf(here)
  if (at >= 0) return rows[at + step] ?? null
  const gap = findFormerIndex(rows, previousOrder, here)
  return rows[step > 0 ? gap : gap - 1] ?? null
}

/** Returns the former index of an unlisted row, which is the index of the row behind it. */
function findFormerIndex(
  rows: readonly TransactionId[],
  previousOrder: readonly TransactionId[],
  here: TransactionId,
): number {
  const before = previousOrder.slice(0, Math.max(0, previousOrder.indexOf(here)))
  const last = before.findLast((each) => rows.includes(each))
  return last === undefined ? 0 : rows.indexOf(last) + 1
}

/** Returns whether a case has no decision, no claim by a colleague and no snooze. */
function isUndecidedAndFree({ decision, claim, snoozedUntil }: CaseSummary): boolean {
  return decision === null && (claim === null || claim.by.me) && snoozedUntil === null
}

/** Returns the first row left to decide behind this one, or behind its former position. */
function findNextUndecided(
  rows: readonly CaseSummary[],
  previousOrder: readonly TransactionId[],
  here: TransactionId,
): TransactionId | null {
  const ids = rows.map(({ transaction }) => transaction)
  const from = ids.includes(here) ? ids.indexOf(here) + 1 : findFormerIndex(ids, previousOrder, here)
  return rows.slice(from).find(isUndecidedAndFree)?.transaction ?? null
}

const route = getRouteApi('/inside/$env/review/$transaction')

/** Position of the case in the filter of the URL, and navigation to its neighbours. */
export function useReviewQueueNavigation() {
  const { queue: texts } = useMessages('reviewCase')
  const { env, transaction } = route.useParams()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const queries = reviewQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { data } = useQuery(queries.page(env, readReviewQuery(address)))
  const previousRows = useRef<readonly TransactionId[]>([])
  useEffect(() => {
    const rows = data?.rows.map((row) => row.transaction) ?? []
    if (rows.includes(transaction)) previousRows.current = rows
  }, [data, transaction])
  /** Reads the page again, because a neighbour may be finished by now. */
  async function find(step: ReviewQueueStep): Promise<QueueNeighbour | null> {
    const page = await queryClient.fetchQuery({
      ...queries.page(env, readReviewQuery(address)),
      staleTime: 0,
    })
    const rows = page.rows.map((row) => row.transaction)
    const beside = findReviewQueueNeighbour(rows, previousRows.current, transaction, step)
    if (beside !== null) return { transaction: beside, after: address.after }
    if (step < 0 || page.next === null) return null
    const further = await queryClient.fetchQuery({
      ...queries.page(env, { ...readReviewQuery(address), after: page.next }),
      staleTime: 0,
    })
    const first = further.rows.find((row) => row.transaction !== transaction)
    return first ? { transaction: first.transaction, after: page.next } : null
  }
  /** Pages through the filter until a page has a case left to decide. */
  async function findLeft(): Promise<QueueNeighbour | null> {
    for (let after = address.after, isHere = true; ; isHere = false) {
      const query = { ...readReviewQuery(address), ...(after === undefined ? {} : { after }) }
      const page = await queryClient.fetchQuery({ ...queries.page(env, query), staleTime: 0 })
      const left = isHere
        ? findNextUndecided(page.rows, previousRows.current, transaction)
        : findNextUndecided(page.rows, [], transaction)
      if (left !== null) return { transaction: left, after }
      if (page.next === null) return null
      after = page.next
    }
  }
  const readAhead = useReadAhead()
  const markPage = usePageStillOpenCheck()
  /** Names the next case in this direction to the server, which may read its transaction ahead. */
  function readNeighbourAhead(queueDirection: QueueDirection): void {
    const rows = data?.rows ?? []
    const ids = rows.map((row) => row.transaction)
    const next =
      queueDirection === 'undecided'
        ? findNextUndecided(rows, previousRows.current, transaction)
        : findReviewQueueNeighbour(ids, previousRows.current, transaction, queueDirection)
    if (next !== null) readAhead(next)
  }
  const go = useMutation({
    mutationFn(queueDirection: QueueDirection) {
      // Read ahead while the page of the queue is read again.
      readNeighbourAhead(queueDirection)
      return queueDirection === 'undecided' ? findLeft() : find(queueDirection)
    },
    onMutate: () => markPage(),
    onSuccess(to, queueDirection, isStillHere) {
      if (!isStillHere()) return
      if (to)
        void navigate({
          to: '/$env/review/$transaction',
          params: { env, transaction: to.transaction },
          search: { ...address, after: to.after, at: undefined },
        })
      else announce(describeQueueEnd(queueDirection, address.after !== undefined, texts))
    },
  })
  const at = data?.rows.findIndex((row) => row.transaction === transaction) ?? -1
  return {
    go: (queueDirection: QueueDirection) => go.mutate(queueDirection),
    readNeighbourAhead,
    isGoing: go.isPending,
    error: go.error,
    /** Message if there was no further case. */
    end:
      go.data === null && go.variables !== undefined
        ? describeQueueEnd(go.variables, address.after !== undefined, texts)
        : null,
    /**
     * Position in the queue: null until the queue is read; `at` starts at 1, null if the case is not listed.
     */
    standing: data
      ? { at: at < 0 ? null : at + 1, rows: data.rows.length, count: data.count, more: data.more }
      : null,
  }
}

function describeQueueEnd(
  queueDirection: QueueDirection,
  isLaterPage: boolean,
  texts: Messages['reviewCase']['queue'],
): string {
  if (queueDirection === 'undecided') return texts.noneUndecided
  if (queueDirection > 0) return texts.last
  return isLaterPage ? texts.firstOfPage : texts.first
}
