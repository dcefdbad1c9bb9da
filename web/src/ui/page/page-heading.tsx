import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'

interface PageHeadingProps {
  /** For the window's title: never a value of a record. */
  readonly title: string
  readonly place?: string | undefined
  readonly className?: string | undefined
  readonly unfocused?: boolean
  readonly children: ReactNode
}

/** The page's h1: names the window and takes the focus, so that a screen reader starts at the new page. */
export function PageHeading({
  title,
  place,
  className,
  unfocused = false,
  children,
}: PageHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = [title, place, 'Paydesk'].filter(Boolean).join(' · ')
  }, [title, place])
  // With what is painted: a key that moves the focus may come right after it.
  useLayoutEffect(() => {
    if (!unfocused) heading.current?.focus({ preventScroll: true })
  }, [unfocused])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
