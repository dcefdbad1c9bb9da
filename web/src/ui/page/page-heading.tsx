import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'

interface PageHeadingProps {
  /** Part of the window title: never a value of a record. */
  readonly title: string
  readonly place?: string | undefined
  readonly className?: string | undefined
  readonly unfocused?: boolean
  readonly children: ReactNode
}

/** Heading (h1) of the page. Sets the window title, and takes the focus for screen readers to start here. */
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
  // Take the focus before paint: a key pressed right after may move the focus on.
  useLayoutEffect(() => {
    if (!unfocused) heading.current?.focus({ preventScroll: true })
  }, [unfocused])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
