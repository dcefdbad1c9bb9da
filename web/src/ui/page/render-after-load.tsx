import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

interface RenderAfterLoadProps {
  /** Shown in place of the content, in about its size. */
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

/** Time without a request after which the first data of a page counts as loaded. */
const quietMs = 200
/** Longest time that one slow request holds the content back. */
const maxWaitMs = 3_000

/**
 * Renders its content once the first data of the page is there, so that code and data which are read later do not
 * compete with those which are read first.
 */
export function RenderAfterLoad({ placeholder, children }: RenderAfterLoadProps): ReactNode {
  const isLoading = useIsFetching() > 0
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isReady) return
    const timer = isLoading ? undefined : setTimeout(() => setReady(true), quietMs)
    return () => clearTimeout(timer)
  }, [isLoading, isReady])
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return isReady ? children : placeholder
}
