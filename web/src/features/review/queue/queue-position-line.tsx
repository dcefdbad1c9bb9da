import type { CaseQueuePosition } from '@paydesk/shared/cases/review-cases'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { RowTime } from '../../../ui/text/row-time.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries } from '../queries.ts'
import styles from './queue-position-line.module.css'

interface QueuePositionLineProps {
  readonly place: ReviewCaseRef
  /** Link to the case; null if the role may not open cases. */
  readonly itemLink: ReactNode
}

/** Shows the position of a transaction in the review queue, without reasons or names. */
export function QueuePositionLine({ place, itemLink }: QueuePositionLineProps): ReactNode {
  const { data, error } = useQuery(reviewQueries(useApiClient()).place(place))
  return (
    <p className={styles.line} aria-busy={data === undefined && !error ? true : undefined}>
      {data ? (
        <QueuePosition at={data} />
      ) : error ? (
        'Where it stands in the review queue could not be read.'
      ) : (
        'Review queue…'
      )}
      {data?.inQueue ? <> {itemLink}</> : null}
    </p>
  )
}

function QueuePosition({
  at: { inQueue, position, of, since, taken },
}: {
  readonly at: CaseQueuePosition
}): ReactNode {
  if (!inQueue) return 'Not in this office’s review queue.'
  return (
    <>
      In this office’s review queue
      {position === null ? null : (
        <>
          , <b>{formatCount(position)}</b> of {formatCount(of)} by age
        </>
      )}
      {since === null ? null : (
        <>
          , seen first <RowTime at={since} as="age" />
        </>
      )}
      . {taken ? 'Somebody is working on it.' : 'Nobody has taken it yet.'}
    </>
  )
}
