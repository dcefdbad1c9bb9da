import type { ReactNode } from 'react'
import { ProblemNote } from './problem-note.tsx'

/** What a part needs of a query; any react-query result fits. */
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

/** Data, then error, then pending: what was read stays on screen, marked as old, when a re-read fails. */
export function AsyncView<T>({ query, retry, skeleton, missing, children }: AsyncViewProps<T>): ReactNode {
  const { data, error, isFetching } = query
  if (data !== undefined) {
    return (
      <>
        {error ? (
          <ProblemNote
            error={error}
            retry={retry}
            retrying={isFetching}
            missing="Not re-read: this is what was read before"
          />
        ) : null}
        {children(data)}
      </>
    )
  }
  if (error) return <ProblemNote error={error} retry={retry} retrying={isFetching} missing={missing} />
  return (
    <div aria-busy="true">
      <span className="unseen">Loading…</span>
      {skeleton}
    </div>
  )
}
