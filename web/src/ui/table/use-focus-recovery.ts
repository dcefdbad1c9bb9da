import type { RefObject } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'

interface RowFocusRecoveryProps {
  readonly table: RefObject<HTMLTableElement | null>
  readonly keys: readonly string[]
  /** The row that is remembered for the keyboard; null where none is. */
  readonly active: string | null
  readonly remember: (key: string) => void
  /** Puts the keyboard on the row that is remembered. */
  readonly focus: () => void
}

/** Rows may leave by themselves: the one that takes the place of the row that held the keyboard has it. */
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
    // What is taken off the page while it has the focus leaves it to nobody, and no event tells of that.
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
