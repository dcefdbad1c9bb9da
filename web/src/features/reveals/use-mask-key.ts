import { useEffectEvent, useLayoutEffect } from 'react'

/** Masks what is shown with Escape, unless a dialog is open above it. */
export function useMaskKey(hide: () => void): void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return
    event.preventDefault()
    hide()
  })
  useLayoutEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKey(event)
    // Listen in the capture phase: Escape masks the value first, the next press closes its container.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}
