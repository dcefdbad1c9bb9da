import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'

interface RowFocusRecoveryProps {
  readonly table: RefObject<HTMLTableElement | null>
  readonly keys: readonly string[]
  /** Key of the remembered row; null if there is none. */
  readonly active: string | null
  readonly remember: (key: string) => void
  /** Focuses the remembered row. */
  readonly focus: () => void
}

/** Restores the focus when a live update removes the focused row: to the row now at that index. */
export function useRowFocusRecovery({ table, keys, active, remember, focus }: RowFocusRecoveryProps) {
  const place = useRef(0)
  const holds = useRef(false)
  const wants = useRef(false)
  const look = useEffectEvent(() => {
    if (active === null) return
    const index = keys.indexOf(active)
    if (index >= 0) {
      place.current = index
      if (wants.current) focus()
      wants.current = false
      return
    }
    const next = keys[Math.min(place.current, keys.length - 1)]
    if (next === undefined) return
    // An element that is removed while focused leaves the focus to the body, without any event.
    wants.current = holds.current && document.activeElement === document.body
    remember(next)
  })
  useEffect(() => look(), [keys, active])
  return {
    onFocus: () => {
      holds.current = true
    },
    onBlur: ({ relatedTarget }: { readonly relatedTarget: EventTarget | null }) => {
      holds.current = relatedTarget instanceof Node && (table.current?.contains(relatedTarget) ?? false)
    },
  }
}
