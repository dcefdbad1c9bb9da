import { Check, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { CloseButton } from '../ui/dialog/close-button.tsx'
import { Button } from '../ui/forms/button.tsx'
import { useShortcut } from '../ui/state/shortcuts.tsx'
import { type ShownToast, useToast } from '../ui/text/toasts.tsx'
import styles from './toast-region.module.css'

interface ToastRegionProps {
  readonly toasts: readonly ShownToast[]
  /** True if the region is a part of an open dialog, where no shortcut of the page works. */
  readonly isInDialog: boolean
  readonly dismiss: (id: number) => void
}

const shownMs = 8_000
/** Longer, because there is something to decide. */
const shownWithActionMs = 16_000

/**
 * Shows the toasts above the page, an open dialog included. They stay while the pointer or the focus is on one
 * of them.
 */
export function ToastRegion({ toasts, isInDialog, dismiss }: ToastRegionProps): ReactNode {
  const { toasts: texts } = useMessages('ui')
  const show = useToast()
  const region = useRef<HTMLElement>(null)
  const [isHeld, setIsHeld] = useState(false)
  const newest = toasts.at(-1)
  const undoable = toasts.findLast(({ undo }) => undo !== undefined)
  useLayoutEffect(() => {
    // A dialog that closes with its result takes this region with it; the page shows the toast next.
    if (!region.current?.isConnected) return
    // Show again with each toast: a dialog that opened meanwhile lies above otherwise.
    region.current.hidePopover()
    region.current.showPopover()
  }, [newest?.id])
  function close({ id }: ShownToast) {
    if (region.current?.contains(document.activeElement)) {
      const dialog = region.current.closest('dialog')
      const next = dialog?.querySelector('button') ?? document.getElementById('main')
      next?.focus({ preventScroll: true })
    }
    dismiss(id)
  }
  function undo(toast: ShownToast) {
    close(toast)
    toast.undo?.().catch(() => show({ text: texts.notUndone, isProblem: true }))
  }
  useShortcut('u', texts.undo, () => undoable && undo(undoable), undoable !== undefined)
  useShortcut('Escape', texts.dismiss, () => newest && close(newest), newest !== undefined)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || newest === undefined) return
    event.preventDefault()
    close(newest)
  }
  return (
    <section
      ref={region}
      popover="manual"
      aria-label={texts.label}
      className={styles.region}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onKeyDown={onKeyDown}
    >
      <ul>
        {toasts.map((toast) => (
          <ToastItem
            key={toast.id}
            toast={toast}
            isHeld={isHeld}
            hasKey={toast === undoable && !isInDialog}
            onUndo={() => undo(toast)}
            onClose={() => close(toast)}
            onTimeout={() => dismiss(toast.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface ToastItemProps {
  readonly toast: ShownToast
  readonly isHeld: boolean
  /** True for the toast that the key for Undo means. */
  readonly hasKey: boolean
  readonly onUndo: () => void
  readonly onClose: () => void
  readonly onTimeout: () => void
}

function ToastItem({ toast, isHeld, hasKey, onUndo, onClose, onTimeout }: ToastItemProps): ReactNode {
  const { toasts: texts } = useMessages('ui')
  const timeout = useRef(onTimeout)
  timeout.current = onTimeout
  const hasAction = toast.undo !== undefined || toast.link !== undefined
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => timeout.current(), hasAction ? shownWithActionMs : shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, hasAction])
  return (
    <li className={styles.toast}>
      {toast.isProblem ? (
        <TriangleAlert size={15} aria-hidden className={styles.problem} />
      ) : (
        <Check size={15} aria-hidden className={styles.mark} />
      )}
      <p className={styles.text}>{toast.text}</p>
      {toast.link}
      {toast.undo === undefined ? null : (
        <Button look="quiet" aria-keyshortcuts={hasKey ? 'u' : undefined} onClick={onUndo}>
          {texts.undo}
        </Button>
      )}
      <CloseButton label={texts.dismiss} onClose={onClose} />
    </li>
  )
}
