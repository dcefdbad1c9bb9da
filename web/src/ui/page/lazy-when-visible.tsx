import { type ReactNode, useEffect, useRef, useState } from 'react'

interface LazyWhenVisibleProps {
  /** Shown in place of the content, in about its size. */
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

const handEvents = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'wheel'] as const

/**
 * Renders its content once its place is on screen and the person has moved the pointer, scrolled, or pressed a
 * key outside a field: the first load of a page carries only what is read first. Also renders it before the page is printed.
 */
export function LazyWhenVisible({ placeholder, children }: LazyWhenVisibleProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || isNear) return
    const come = () => setNear(true)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) come()
    })
    const watch = ({ type, target }: Event) => {
      // Typing, mostly a search, leads to another page.
      if (type === 'keydown' && target instanceof HTMLInputElement) return
      observer.observe(element)
    }
    for (const name of handEvents) window.addEventListener(name, watch, { passive: true })
    window.addEventListener('beforeprint', come)
    return () => {
      observer.disconnect()
      for (const name of handEvents) window.removeEventListener(name, watch)
      window.removeEventListener('beforeprint', come)
    }
  }, [isNear])
  return <div ref={place}>{isNear ? children : placeholder}</div>
}
