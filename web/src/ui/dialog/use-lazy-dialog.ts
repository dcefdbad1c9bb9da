import type { ComponentType } from 'react'
import { useState } from 'react'
import { useLazyComponent } from './use-lazy-component.tsx'

/**
 * A dialog that few open: its code (`Part`, null until it is there) comes with the hand that goes to its button, or
 * with the key. What is typed before it is there is kept for it (`early`).
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
    /** For the button that opens it. */
    button: { onPointerEnter: want, onFocus: want, onClick: open },
  }
}
