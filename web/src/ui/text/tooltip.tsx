import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef } from 'react'
import styles from './tooltip.module.css'

interface TooltipProps {
  /** Text shown on hover and focus, and read by screen readers as the description. */
  readonly message: string
  readonly children: ReactNode
  readonly dotted?: boolean
  readonly className?: string | undefined
}

const gapPx = 6

/** Explains a word on hover or focus, in the top layer; Escape closes the explanation. */
export function Tooltip({ message, children, dotted = false, className }: TooltipProps): ReactNode {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  function show() {
    clearTimeout(leaving.current)
    if (!anchor.current || !bubble.current || bubble.current.matches(':popover-open')) return
    bubble.current.showPopover()
    placeTooltip(anchor.current, bubble.current)
  }
  function hide() {
    clearTimeout(leaving.current)
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover()
  }
  // Hide with a delay: the pointer may travel from the word to the bubble.
  function hideSoon() {
    leaving.current = setTimeout(hide, 120)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !bubble.current?.matches(':popover-open')) return
    event.stopPropagation()
    event.preventDefault()
    hide()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no action; a button would not wrap */}
      <span
        ref={anchor}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the description must be reachable by keyboard
        tabIndex={0}
        className={`${styles.hint} ${dotted ? styles.dotted : ''} ${className ?? ''}`}
        aria-describedby={id}
        // Opens on a movement of the pointer: a page that moves the word under a resting pointer asks for nothing, and
        // the open bubble would cover what the person is about to press.
        onPointerMove={show}
        onPointerLeave={hideSoon}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={onKeyDown}
      >
        {children}
      </span>
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className={styles.bubble}
        onPointerEnter={() => clearTimeout(leaving.current)}
        onPointerLeave={hideSoon}
      >
        {message}
      </span>
    </>
  )
}

/** Puts an open tooltip below its anchor, or above it where there is no room. */
export function placeTooltip(anchor: Element, bubble: HTMLElement): void {
  const from = anchor.getBoundingClientRect()
  const size = bubble.getBoundingClientRect()
  const below = from.bottom + gapPx + size.height < window.innerHeight
  const left = Math.min(
    Math.max(8, from.left),
    Math.max(8, document.documentElement.clientWidth - size.width - 8),
  )
  bubble.style.setProperty('left', `${left}px`)
  bubble.style.setProperty(
    'top',
    `${below ? from.bottom + gapPx : Math.max(8, from.top - size.height - gapPx)}px`,
  )
}
