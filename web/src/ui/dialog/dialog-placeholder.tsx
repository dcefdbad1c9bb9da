import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Dialog } from './dialog.tsx'

interface DialogPlaceholderProps {
  readonly title: string
  /** Told of each piece that is typed or pasted, in its order; Enter is `\n`. */
  readonly onTyped: (piece: string) => void
  readonly onClose: () => void
}

/**
 * The frame of a dialog whose code is still on its way: what is typed meanwhile is kept for it, and presses no key
 * of the page behind.
 */
export function DialogPlaceholder({ title, onTyped, onClose }: DialogPlaceholderProps): ReactNode {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => inside.current?.focus(), [])
  return (
    <Dialog title={title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it stands in for the field that is about to come */}
      <div
        ref={inside}
        tabIndex={-1}
        aria-busy
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, altKey } = event
          // AltGr is told as both Ctrl and Alt, and types.
          if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) return
          if (key === 'Enter') onTyped('\n')
          else if (key.length === 1) onTyped(key)
        }}
        onPaste={({ clipboardData }) => onTyped(clipboardData.getData('text'))}
      />
    </Dialog>
  )
}
