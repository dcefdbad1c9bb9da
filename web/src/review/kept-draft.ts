import type { Draft } from '@paydesk/shared/decision'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClient } from '../api/client-context.tsx'
import type { ItemPlace } from './queries.ts'
import { reviewQueries } from './queries.ts'

/** So long nothing may be typed before it is kept, ms. */
const quietMs = 1_000

const nothing: Draft = { verdict: null, reason: null, text: '', ticket: '' }

export function isEmptyDraft({ verdict, text, ticket }: Draft): boolean {
  return verdict === null && text === '' && ticket === ''
}

interface KeptDraft {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** `unkept`: typed just now, or the server did not take it. */
  readonly keeping: 'kept' | 'unkept' | 'failed'
  /** Keeps what was typed at once. */
  readonly keep: () => void
  /** Nothing is kept any more: it was decided. */
  readonly stop: () => void
}

/** What the draft and the decision of one item are sent under: one after the other, so that none overtakes. */
export function scopeOf({ env, transaction }: ItemPlace): { id: string } {
  return { id: `review ${env} ${transaction}` }
}

/**
 * What is typed beside an item, kept on the server a moment after typing stops and when the page is left;
 * `before` is what was kept the last time. Nothing of it is stored in the browser.
 */
export function useKeptDraft(place: ItemPlace, before: Draft | null): KeptDraft {
  const queryClient = useQueryClient()
  const queries = reviewQueries(useClient())
  const [draft, setDraft] = useState(before ?? nothing)
  const unkept = useRef<Draft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isTyping, setTyping] = useState(false)
  const save = useMutation({
    ...queries.keepDraft(place),
    scope: scopeOf(place),
    onSuccess: ({ kept }, sent) => {
      const { queryKey } = queries.item(place)
      const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      // Whoever opens the item again within a minute finds what was typed, and it is no newer a reading.
      if (kept)
        queryClient.setQueryData(queryKey, (item) => item && { ...item, draft: sent }, { updatedAt: readAt })
    },
    onError: (_, sent) => {
      unkept.current ??= sent ?? nothing
    },
  })
  function keep() {
    clearTimeout(timer.current)
    const typed = unkept.current
    unkept.current = null
    setTyping(false)
    if (typed !== null) save.mutate(isEmptyDraft(typed) ? null : typed)
  }
  const leave = useEffectEvent(keep)
  useEffect(() => () => leave(), [])
  return {
    draft,
    change(part) {
      const next = { ...draft, ...part }
      setDraft(next)
      setTyping(true)
      unkept.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, quietMs)
    },
    keeping:
      isTyping || save.isPending ? 'unkept' : save.isError || save.data?.kept === false ? 'failed' : 'kept',
    keep,
    stop() {
      clearTimeout(timer.current)
      unkept.current = null
      setTyping(false)
    },
  }
}
