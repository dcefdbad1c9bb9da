import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { listPressedKeys } from '../../../ui/state/key-press.ts'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import type { Point } from '../drawing/geometry.ts'

/** Longest tap: a key held for longer shows the loupe only while held; a shorter press switches it. */
const maxTapMs = 350

/** Position of the loupe from the middle of a stage; follows the pointer or the arrow keys. */
export function useLoupe(isActive: boolean) {
  const [at, setAt] = useState<Point | null>(null)
  const pointer = useRef<Point>({ x: 0, y: 0 })
  const keyPress = useRef<{ readonly since: number; readonly wasOn: boolean }>(null)
  const toggle = () => setAt((before) => (before ? null : pointer.current))
  const { tools } = useMessages('documents')
  useShortcut(
    'l',
    tools.magnifierHelp,
    (pressedAt) => {
      // Ignore the repeats of a held key.
      if (keyPress.current) return
      keyPress.current = { since: pressedAt, wasOn: at !== null }
      toggle()
    },
    isActive,
  )
  const onRelease = useEffectEvent((event: KeyboardEvent) => {
    if (!keyPress.current || !listPressedKeys(event).some((key) => key.toLowerCase() === 'l')) return
    const { since, wasOn } = keyPress.current
    keyPress.current = null
    if (!wasOn && event.timeStamp - since > maxTapMs) setAt(null)
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onRelease(event)
    window.addEventListener('keyup', listener)
    return () => window.removeEventListener('keyup', listener)
  }, [])
  return {
    at,
    toggle,
    point(to: Point) {
      pointer.current = to
      setAt((before) => (before ? to : before))
    },
    /** Returns true if there was a loupe to move. */
    move(by: Point): boolean {
      if (!at) return false
      pointer.current = { x: at.x + by.x, y: at.y + by.y }
      setAt(pointer.current)
      return true
    },
  }
}
