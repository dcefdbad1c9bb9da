import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useAnnounceHost } from '../text/announce.tsx'
import { useToastHost } from '../text/toasts.tsx'
import { CloseButton } from './close-button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly top?: boolean
}

/** Native modal dialog: keeps the focus inside, returns it on closing, and closes on Escape. */
export function Dialog({ title, onClose, children, top = false }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const toasts = useRef<HTMLDivElement>(null)
  const announcements = useRef<HTMLDivElement>(null)
  const addToastHost = useToastHost()
  const addAnnounceHost = useAnnounceHost()
  const id = useId()
  const texts = useMessages('shell')
  // Open in a layout effect, before the effects of the content, which may move the focus further.
  useLayoutEffect(() => {
    const opened = dialog.current
    const opener = document.activeElement
    opened?.showModal()
    const removeToastHost = toasts.current ? addToastHost(toasts.current) : undefined
    const removeAnnounceHost = announcements.current ? addAnnounceHost(announcements.current) : undefined
    return () => {
      removeToastHost?.()
      opened?.close()
      // Close first: an announcement that moves to the page must not arrive while the page is still inert.
      removeAnnounceHost?.()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [addToastHost, addAnnounceHost])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a click beside the dialog
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`${styles.dialog} ${top ? styles.top : ''}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <CloseButton label={texts.close} onClose={onClose} />
        </div>
        {children}
      </div>
      <div ref={toasts} aria-live="polite" />
      <div ref={announcements} aria-live="polite" className="unseen" />
    </dialog>
  )
}
