import type { ComponentType } from 'react'
import { useState } from 'react'
import { useLazyComponent } from './use-lazy-component.tsx'

/**
 * Dialog that few users open. Its code (`Part`, null until loaded) loads when the pointer or the focus
 * reaches the button, or with the shortcut. Text typed before that is kept for the dialog (`early`).
 */
export function useLazyDialog<P>(load: () => Promise<ComponentType<P>>, isOpenAtFirst = false) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [isWanted, setWanted] = useState(false)
  const [early, setEarly] = useState('')
  const Part = useLazyComponent(load, { isNeeded: isOpen, isWanted })
  const want = () => setWanted(true)
  const open = () => setOpen(true)
  const forget = () => setEarly('')
  return {
    Part,
    isOpen,
    early,
    open,
    close() {
      setOpen(false)
      forget()
    },
    onTyped: (piece: string) => setEarly((before) => before + piece),
    forget,
    /** Props of the button that opens the dialog. */
    button: { onPointerEnter: want, onFocus: want, onClick: open },
  }
}
