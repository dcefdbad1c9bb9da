import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Ctrl+Enter, wherever on the page the keyboard is. A key that is held does nothing more, nor one that is pressed
 * before `restMs` milliseconds are over: it was meant for what was on screen before, however
 * late a busy machine hears of it.
 */
export function useCtrlEnter(run: () => void, restMs = 0): void {
  const since = useRef(0)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
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
  // What has to be looked at first is looked at from now on: effects mostly come after what is painted.
  useEffect(() => {
    if (restMs > 0) since.current = performance.now()
  }, [restMs])
}
