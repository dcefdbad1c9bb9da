import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isSubmitShortcut } from '../../../ui/state/key-press.ts'

/**
 * Runs on Ctrl+Enter anywhere on the page. Ignores a held key, and a key pressed (by its event's time stamp)
 * before `restMs` milliseconds have passed: that press was meant for the previous screen.
 */
export function useCtrlEnter(run: () => void, restMs = 0): void {
  const since = useRef(0)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSubmitShortcut(event) || event.defaultPrevented) return
    if (document.querySelector('dialog:modal')) return
    event.preventDefault()
    if (!event.repeat && event.timeStamp - since.current >= restMs) run()
  })
  useLayoutEffect(() => {
    since.current = restMs > 0 ? Number.POSITIVE_INFINITY : performance.now()
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [restMs])
  // Start the rest here: effects mostly run after paint, so the user can see the content from now on.
  useEffect(() => {
    if (restMs > 0) since.current = performance.now()
  }, [restMs])
}
