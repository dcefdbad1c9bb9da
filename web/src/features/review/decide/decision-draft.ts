import type { DecisionDraft } from '@paydesk/shared/cases/decision'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries } from '../queries.ts'

/** So long nothing may be typed before it is kept, ms. */
const debounceMs = 1_000
/** So long typing may go on before what there is is kept, ms. */
const maxDelayMs = 3_000

const emptyDraft: DecisionDraft = { verdict: null, reason: null, text: '', ticket: '' }

export function isEmptyDraft({ verdict, text, ticket }: DecisionDraft): boolean {
  return verdict === null && text === '' && ticket === ''
}

interface SavedDecisionDraft {
  readonly draft: DecisionDraft
  readonly change: (part: Partial<DecisionDraft>) => void
  /** `unkept`: typed just now, or the server did not take it. */
  readonly keeping: 'kept' | 'unkept' | 'failed'
  /** Keeps what was typed at once. */
  readonly keep: () => void
  /** Nothing is kept any more: it was decided. */
  readonly stop: () => void
}

/** What the draft and the decision of one item are sent under: one after the other, so that none overtakes. */
export function getMutationScope({ env, transaction }: ReviewCaseRef): { id: string } {
  return { id: `review ${env} ${transaction}` }
}

/**
 * What is typed beside an item, kept on the server a moment after typing stops, every few seconds while it goes
 * on, and when the page is left, hidden or loaded again; `before` is what was kept the last time. Nothing of it
 * is stored in the browser.
 */
export function useDecisionDraft(place: ReviewCaseRef, before: DecisionDraft | null): SavedDecisionDraft {
  const queryClient = useQueryClient()
  const queries = reviewQueries(useApiClient())
  const [draft, setDraft] = useState(before ?? emptyDraft)
  const unkept = useRef<DecisionDraft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** When the typing began that is not kept yet. */
  const begun = useRef<number | null>(null)
  /** What was sent last: an earlier one that ends later is not what there is. */
  const newest = useRef<DecisionDraft | null>(null)
  const [isTyping, setTyping] = useState(false)
  const options = {
    ...queries.keepDraft(place),
    onSuccess: ({ kept }: { readonly kept: boolean }, sent: DecisionDraft | null) => {
      const { queryKey } = queries.item(place)
      const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      // Whoever opens the item again within a minute finds what was typed, and it is no newer a reading.
      if (kept && sent === newest.current)
        queryClient.setQueryData(queryKey, (item) => item && { ...item, draft: sent }, { updatedAt: readAt })
    },
    onError: (_: Error, sent: DecisionDraft | null) => {
      if (sent === newest.current) unkept.current ??= sent ?? emptyDraft
    },
  }
  const save = useMutation({ ...options, scope: getMutationScope(place) })
  /** Out of turn: what waits behind an earlier one is never sent once the page is gone. */
  const last = useMutation(options)
  // Both may be of one millisecond: what is sent out of turn comes after what it did not wait for.
  const latest = last.submittedAt >= save.submittedAt ? last : save
  function send({ mutate }: Pick<typeof save, 'mutate'>, typed: DecisionDraft) {
    newest.current = isEmptyDraft(typed) ? null : typed
    mutate(newest.current)
  }
  function take(): DecisionDraft | null {
    clearTimeout(timer.current)
    const typed = unkept.current
    unkept.current = null
    begun.current = null
    setTyping(false)
    return typed
  }
  function keep() {
    const typed = take()
    if (typed !== null) send(save, typed)
  }
  const onUnmount = useEffectEvent(keep)
  const onGoing = useEffectEvent(() => {
    const cache = queryClient.getMutationCache()
    const waiting = cache.findAll({
      mutationKey: options.mutationKey,
      predicate: ({ state }) => state.isPaused,
    })
    const typed = take() ?? (waiting.length > 0 ? draft : null)
    // Where the page stays after all, what is older must not be sent after what is newer.
    for (const older of waiting) cache.remove(older)
    if (typed !== null) send(last, typed)
  })
  useEffect(() => {
    const going = () => onGoing()
    const hidden = () => {
      if (document.visibilityState === 'hidden') onGoing()
    }
    window.addEventListener('pagehide', going)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', going)
      document.removeEventListener('visibilitychange', hidden)
      onUnmount()
    }
  }, [])
  return {
    draft,
    change(part) {
      const next = { ...draft, ...part }
      setDraft(next)
      setTyping(true)
      unkept.current = next
      clearTimeout(timer.current)
      begun.current ??= performance.now()
      timer.current = setTimeout(
        keep,
        Math.max(0, Math.min(debounceMs, begun.current + maxDelayMs - performance.now())),
      )
    },
    keeping:
      isTyping || latest.isPending
        ? 'unkept'
        : latest.isError || latest.data?.kept === false
          ? 'failed'
          : 'kept',
    keep,
    stop: () => void take(),
  }
}
