import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { isBrowserOrSystemShortcut } from '../state/key-press.ts'
import { Dialog } from './dialog.tsx'

interface DialogPlaceholderProps {
  readonly title: string
  /**
   * Called with each typed or pasted piece of text, in order; Enter is `\n`. Left out for a form that begins with a
   * choice, where earlier keys have no meaning.
   */
  readonly onTyped?: (piece: string) => void
  readonly onClose: () => void
}

/**
 * Frame of a dialog whose code is still loading. Keeps text typed meanwhile for the dialog, and lets no key
 * reach the shortcuts of the page behind.
 */
export function DialogPlaceholder({ title, onTyped, onClose }: DialogPlaceholderProps): ReactNode {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => inside.current?.focus(), [])
  return (
    <Dialog title={title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands in for the field that is loading */}
      <div
        ref={inside}
        tabIndex={-1}
        aria-busy
        onKeyDown={(event) => {
          const { key } = event
          if (isBrowserOrSystemShortcut(event)) return
          if (key === 'Enter') onTyped?.('\n')
          else if (key.length === 1) onTyped?.(key)
        }}
        onPaste={({ clipboardData }) => onTyped?.(clipboardData.getData('text'))}
      />
    </Dialog>
  )
}
