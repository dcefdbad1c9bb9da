import type { DecisionDraft } from '@paydesk/shared/cases/decisions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries } from '../queries.ts'

/** Typing pause after which the draft is saved. */
const debounceMs = 1_000
/** Limit for the age of unsaved text during continuous typing. */
const maxDelayMs = 3_000

const emptyDraft: DecisionDraft = { verdict: null, reason: null, text: '', ticket: '' }

export function isEmptyDecisionDraft({ verdict, text, ticket }: DecisionDraft): boolean {
  return verdict === null && text === '' && ticket === ''
}

interface SavedDecisionDraft {
  readonly draft: DecisionDraft
  readonly change: (part: Partial<DecisionDraft>) => void
  /** `unkept`: typed or sent, without an answer yet; `failed`: the server did not save the last draft. */
  readonly keeping: 'kept' | 'unkept' | 'failed'
  /** Saves the draft at once. */
  readonly keep: () => void
  /** Stops saving, because the decision was made. */
  readonly stop: () => void
}

/** Mutation scope of draft and decision of one case: requests run one after the other, so none overtakes. */
export function getDecisionMutationScope({ env, transaction }: ReviewCaseRef): { id: string } {
  return { id: `review ${env} ${transaction}` }
}

/**
 * Draft of a decision on the server: saved after a debounce, every few seconds during typing, and when the
 * page is left, hidden or reloaded. `before` is the last saved draft. Nothing is stored in the browser.
 */
export function useDecisionDraft(
  reviewCaseRef: ReviewCaseRef,
  before: DecisionDraft | null,
): SavedDecisionDraft {
  const queryClient = useQueryClient()
  const queries = reviewQueries(useApiClient())
  const [draft, setDraft] = useState(before ?? emptyDraft)
  const unkept = useRef<DecisionDraft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Time of the first unsaved keystroke (`performance.now()`, ms). */
  const begun = useRef<number | null>(null)
  /** Last draft sent; the end of an earlier request does not change what counts as saved. */
  const newest = useRef<DecisionDraft | null>(null)
  const [isTyping, setTyping] = useState(false)
  const options = {
    ...queries.keepDraft(reviewCaseRef),
    onSuccess: ({ isSaved }: { readonly isSaved: boolean }, sent: DecisionDraft | null) => {
      const { queryKey } = queries.item(reviewCaseRef)
      const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      // Show the draft in a reopened form. Keep `updatedAt` of the cached case: nothing was read again.
      if (isSaved && sent === newest.current)
        queryClient.setQueryData(queryKey, (item) => item && { ...item, draft: sent }, { updatedAt: readAt })
    },
    onError: (_: Error, sent: DecisionDraft | null) => {
      if (sent === newest.current) unkept.current ??= sent ?? emptyDraft
    },
  }
  const save = useMutation({ ...options, scope: getDecisionMutationScope(reviewCaseRef) })
  /** Bypasses the scope: a request queued behind an earlier one is never sent once the page is gone. */
  const last = useMutation(options)
  // Prefer `last` on equal timestamps: it is sent after the request that it did not wait for.
  const latest = last.submittedAt >= save.submittedAt ? last : save
  function send({ mutate }: Pick<typeof save, 'mutate'>, typed: DecisionDraft) {
    newest.current = isEmptyDecisionDraft(typed) ? null : typed
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
    // Drop older queued drafts: if the page stays, they must not be sent after the newer draft.
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
        : latest.isError || latest.data?.isSaved === false
          ? 'failed'
          : 'kept',
    keep,
    stop: () => void take(),
  }
}
