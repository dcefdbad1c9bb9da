import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { ProblemNote } from './problem-note.tsx'

/** Part of a query that a view needs; any react-query result fits. */
export interface AsyncQuery<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isFetching: boolean
}

interface AsyncViewProps<T> {
  readonly query: AsyncQuery<T>
  readonly retry: () => void
  readonly skeleton: ReactNode
  readonly missing: string
  readonly children: (data: T) => ReactNode
}

/** Shows data, else the error, else the skeleton. Marks data on screen as old if a refresh fails. */
export function AsyncView<T>({ query, retry, skeleton, missing, children }: AsyncViewProps<T>): ReactNode {
  const texts = useMessages('ui')
  const { data, error, isFetching } = query
  if (data !== undefined) {
    return (
      <>
        {error ? (
          <ProblemNote error={error} retry={retry} retrying={isFetching} missing={texts.notRefreshed} />
        ) : null}
        {children(data)}
      </>
    )
  }
  if (error) return <ProblemNote error={error} retry={retry} retrying={isFetching} missing={missing} />
  return (
    <div aria-busy="true">
      <span className="unseen">{texts.loading}</span>
      {skeleton}
    </div>
  )
}
