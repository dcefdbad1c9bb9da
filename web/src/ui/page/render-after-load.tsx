import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

interface RenderAfterLoadProps {
  /** Shown in place of the content, in about its size. */
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

/** Time (milliseconds) without a request after which the first data of a page counts as loaded. */
const quietTime = 200

/**
 * Renders its content once the first data of the page is there, so that code and data which are read later do not
 * compete with those which are read first. Also renders it before the page is printed.
 */
export function RenderAfterLoad({ placeholder, children }: RenderAfterLoadProps): ReactNode {
  const isLoading = useIsFetching() > 0
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isReady) return
    const show = () => setReady(true)
    const timer = isLoading ? undefined : setTimeout(show, quietTime)
    window.addEventListener('beforeprint', show)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeprint', show)
    }
  }, [isLoading, isReady])
  return isReady ? children : placeholder
}
