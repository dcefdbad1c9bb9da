import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Shortcut, useShortcutList } from '../state/shortcuts.tsx'
import { Kbd } from './kbd.tsx'
import styles from './tooltip.module.css'
import { placeTooltip } from './tooltip.tsx'

const showAfterMs = 500
/** The pointer may travel from the control to the tooltip. */
const hideAfterMs = 120
const selector = '[aria-keyshortcuts]'

/**
 * Shows the shortcut of the control under the pointer or with the focus, for all controls of the product. Screen
 * readers get it from `aria-keyshortcuts`.
 */
export function ShortcutTooltip(): ReactNode {
  const shortcuts = useShortcutList()
  const bubble = useRef<HTMLDivElement>(null)
  const [control, setControl] = useState<Element | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let next: Element | null = null
    let entered: Element | null = null
    function change(to: Element | null, afterMs: number) {
      if (to === next) return
      next = to
      clearTimeout(timer)
      timer = setTimeout(() => setControl(to), afterMs)
    }
    const hide = () => change(null, 0)
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      if (bubble.current?.contains(target as Node)) {
        clearTimeout(timer)
        next = null
        return
      }
      entered = pointerType === 'touch' ? null : findControl(target)
      if (entered === null) change(null, hideAfterMs)
    }
    // Opens on a movement: a page that moves a control under a resting pointer asks for nothing.
    const onPointerMove = () => {
      if (entered !== null) change(entered, showAfterMs)
      entered = null
    }
    const onFocus = ({ target }: FocusEvent) => {
      const to = target instanceof Element && target.matches(':focus-visible') ? findControl(target) : null
      change(to, to === null ? 0 : showAfterMs)
    }
    document.addEventListener('pointerover', onPointerOver)
    document.addEventListener('pointermove', onPointerMove)
    document.addEventListener('focusin', onFocus)
    const hiding = ['pointerdown', 'keydown', 'scroll', 'focusout'] as const
    for (const type of hiding) document.addEventListener(type, hide, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onPointerOver)
      document.removeEventListener('pointermove', onPointerMove)
      document.removeEventListener('focusin', onFocus)
      for (const type of hiding) document.removeEventListener(type, hide, true)
    }
  }, [])
  useLayoutEffect(() => {
    if (!control?.isConnected || !bubble.current) return
    bubble.current.showPopover()
    placeTooltip(control, bubble.current)
  }, [control])
  if (control === null) return null
  const keys = control.getAttribute('aria-keyshortcuts') ?? ''
  return (
    <div ref={bubble} aria-hidden popover="manual" className={styles.bubble}>
      {describeControl(control, keys, shortcuts)}{' '}
      <Kbd keys={keys.replace('Control+Enter', 'Ctrl ↵').replace('Shift+', 'Shift ')} />
    </div>
  )
}

function findControl(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const control = target.closest('label')?.control ?? target
  const found = control.closest(selector)
  // A control with a title says its shortcut there.
  return found === null || found.hasAttribute('title') ? null : found
}

function describeControl(control: Element, keys: string, shortcuts: readonly Shortcut[]): string {
  const pressed = keys.replace(/^Shift\+/, '')
  const text = shortcuts.findLast((each) => each.keys === pressed)?.text
  return text ?? control.getAttribute('aria-label') ?? control.textContent ?? ''
}
