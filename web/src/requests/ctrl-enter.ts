import { useEffect, useEffectEvent } from 'react'

/**
 * Ctrl+Enter, wherever on the page the keyboard is. A key that is held does nothing more: it was pressed for what
 * was on screen before.
 */
export function useCtrlEnter(run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    if (document.querySelector('dialog:modal')) return
    event.preventDefault()
    if (!event.repeat) run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
