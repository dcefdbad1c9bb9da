import { EyeOff } from 'lucide-react'
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { CountdownBar } from '../../ui/page/countdown-bar.tsx'
import { IconButton } from '../../ui/text/icon-button.tsx'
import styles from './reveals.module.css'

/** Masks what is shown with Escape, unless a dialog is open above it. */
function useMaskKey(hide: () => void): void {
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

interface MaskAgainControlProps {
  /** Name of the revealed field or group. */
  readonly what: string
  readonly hide: () => void
  readonly secondsLeft: number
  readonly durationMs: number
  readonly button?: {
    readonly ref?: RefObject<HTMLButtonElement | null>
    readonly className: string | undefined
  }
}

/** Masks what is revealed again, by button and by key, and shows the remaining time as a number and a bar. */
export function MaskAgainControl({
  what,
  hide,
  secondsLeft,
  durationMs,
  button,
}: MaskAgainControlProps): ReactNode {
  const texts = useMessages('reveals')
  const format = useFormatter()
  useMaskKey(hide)
  return (
    <>
      <IconButton
        className={styles.show}
        {...button}
        label={format.text(texts.mask, { field: what })}
        title={format.text(texts.maskHint, { field: what })}
        onClick={hide}
      >
        <EyeOff size={14} aria-hidden />
      </IconButton>
      <span
        role="timer"
        className={styles.left}
        aria-label={format.text(texts.secondsLeft, { count: secondsLeft })}
      >
        {format.text(texts.seconds, { count: secondsLeft })}
      </span>
      <CountdownBar ms={durationMs} className={styles.bar} />
    </>
  )
}
