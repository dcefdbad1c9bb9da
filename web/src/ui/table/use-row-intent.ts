import type { SyntheticEvent } from 'react'
import { useEffect, useRef } from 'react'

/** Time (ms) on a row after which the person seems to mean it, not only to pass over it. */
const intentMs = 150

/** Calls `onIntent` with the number of a row that has the pointer or the focus for a moment. */
export function useRowIntent(onIntent: ((index: number) => void) | undefined) {
  const pending = useRef<{ readonly index: number; readonly timer: number } | null>(null)
  function cancel() {
    if (pending.current !== null) clearTimeout(pending.current.timer)
    pending.current = null
  }
  useEffect(() => cancel, [])
  if (onIntent === undefined) return {}
  function begin({ target }: SyntheticEvent) {
    const row = target instanceof Element ? target.closest('tbody > tr')?.getAttribute('aria-rowindex') : null
    if (row == null) return cancel()
    // The head is row 1.
    const index = Number(row) - 2
    if (pending.current?.index === index) return
    cancel()
    pending.current = { index, timer: window.setTimeout(() => onIntent?.(index), intentMs) }
  }
  return { onPointerOver: begin, onPointerLeave: cancel, onFocusCapture: begin }
}
