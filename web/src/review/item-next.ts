import type { TransactionId } from '@paydesk/shared/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useAnnounce } from '../ui/announce.tsx'
import type { ReviewAddress } from './address.ts'
import { queryOf } from './address.ts'
import type { ItemPlace } from './queries.ts'
import { reviewQueries } from './queries.ts'

/** An item of the queue and the page of the list that it stands on. */
export interface Neighbour {
  readonly transaction: TransactionId
  readonly after: string | undefined
}

export type Step = 1 | -1

/**
 * The row after (1) or before (-1) this one. `known` is the order in which it was last seen: where it is
 * not listed any more, its place is behind the last row that stood before it and still does.
 */
export function neighbourOf(
  rows: readonly TransactionId[],
  known: readonly TransactionId[],
  here: TransactionId,
  step: Step,
): TransactionId | null {
  const at = rows.indexOf(here)
  if (at >= 0) return rows[at + step] ?? null
  const before = known.slice(0, Math.max(0, known.indexOf(here)))
  const last = before.findLast((each) => rows.includes(each))
  const gap = last === undefined ? 0 : rows.indexOf(last) + 1
  return rows[step > 0 ? gap : gap - 1] ?? null
}

/** Where the item stands behind the filter of the address, and the way to the ones beside it. */
export function useLine(place: ItemPlace, address: ReviewAddress, onGo: (to: Neighbour) => void) {
  const queries = reviewQueries(useClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { env, transaction } = place
  const { data } = useQuery(queries.page(env, queryOf(address)))
  const known = useRef<readonly TransactionId[]>([])
  useEffect(() => {
    const rows = data?.rows.map((row) => row.transaction) ?? []
    if (rows.includes(transaction)) known.current = rows
  }, [data, transaction])
  /** Asked anew: what stood beside it a minute ago may be done. */
  async function find(step: Step): Promise<Neighbour | null> {
    const page = await queryClient.fetchQuery({ ...queries.page(env, queryOf(address)), staleTime: 0 })
    const rows = page.rows.map((row) => row.transaction)
    const beside = neighbourOf(rows, known.current, transaction, step)
    if (beside !== null) return { transaction: beside, after: address.after }
    if (step < 0 || page.next === null) return null
    const further = await queryClient.fetchQuery({
      ...queries.page(env, { ...queryOf(address), after: page.next }),
      staleTime: 0,
    })
    const first = further.rows.find((row) => row.transaction !== transaction)
    return first ? { transaction: first.transaction, after: page.next } : null
  }
  const go = useMutation({
    mutationFn: find,
    onSuccess(to, step) {
      if (to) onGo(to)
      else announce(endWords(step, address.after !== undefined))
    },
  })
  const at = data?.rows.findIndex((row) => row.transaction === transaction) ?? -1
  return {
    go: (step: Step) => go.mutate(step),
    isGoing: go.isPending,
    error: go.error,
    /** Said where there was no further one. */
    end:
      go.data === null && go.variables !== undefined
        ? endWords(go.variables, address.after !== undefined)
        : null,
    /** Null while the queue is not read; `at` from 1, null where the filter does not list it. */
    standing: data
      ? { at: at < 0 ? null : at + 1, rows: data.rows.length, count: data.count, more: data.more }
      : null,
  }
}

function endWords(step: Step, isLaterPage: boolean): string {
  if (step > 0) return 'That was the last one of this filter.'
  return isLaterPage
    ? 'That was the first one of this page of the queue.'
    : 'That was the first one of this filter.'
}
