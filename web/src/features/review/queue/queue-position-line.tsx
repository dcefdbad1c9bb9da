import type { CaseQueuePosition } from '@paydesk/shared/cases/review-cases'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { RowTime } from '../../../ui/text/row-time.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries } from '../queries.ts'
import styles from './queue-position-line.module.css'

/** Shows the position of a transaction in the review queue, without reasons or names. */
export function QueuePositionLine(place: ReviewCaseRef): ReactNode {
  const mayRead = useMay('case.position')
  const mayOpen = useMay('review.read')
  const { data, error } = useQuery({ ...reviewQueries(useApiClient()).place(place), enabled: mayRead })
  if (!mayRead) return null
  return (
    <p className={styles.line} aria-busy={data === undefined && !error ? true : undefined}>
      {data ? (
        <QueuePosition at={data} />
      ) : error ? (
        'Where it stands in the review queue could not be read.'
      ) : (
        'Review queue…'
      )}
      {data?.inQueue && mayOpen ? (
        <>
          {' '}
          <Link to="/$env/review/$transaction" params={place}>
            Open the item
          </Link>
        </>
      ) : null}
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
