import type { CaseQueuePosition } from '@paydesk/shared/cases/review-cases'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useMay } from '../../../lib/session-context.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries } from '../queries.ts'
import styles from './queue-position-line.module.css'

/** Shows the position of a transaction in the review queue, without reasons or names. */
export function ReviewQueuePositionLine(reviewCaseRef: ReviewCaseRef): ReactNode {
  const { position } = useMessages('reviewHome')
  const mayRead = useMay('case.position')
  const mayOpen = useMay('review.read')
  const { data, error } = useQuery({
    ...reviewQueries(useApiClient()).place(reviewCaseRef),
    enabled: mayRead,
  })
  if (!mayRead) return null
  return (
    <p className={styles.line} aria-busy={data === undefined && !error ? true : undefined}>
      {data ? <QueuePosition at={data} /> : error ? position.failed : position.loading}
      {data?.inQueue && mayOpen ? (
        <>
          {' '}
          <Link to="/$env/review/$transaction" params={reviewCaseRef}>
            {position.openCase}
          </Link>
        </>
      ) : null}
    </p>
  )
}

function QueuePosition({
  at: { inQueue, position, waitingCases, since, isClaimed },
}: {
  readonly at: CaseQueuePosition
}): ReactNode {
  const { position: texts } = useMessages('reviewHome')
  const format = useFormatter()
  if (!inQueue) return texts.notInQueue
  return (
    <>
      {texts.inQueue}
      {position === null ? null : (
        <>
          {' · '}
          {format.parts(texts.place, {
            position: <b key="position">{format.number(position)}</b>,
            count: waitingCases,
          })}
        </>
      )}
      {since === null ? null : (
        <> · {format.parts(texts.since, { age: <RowTime key="since" at={since} as="relative" /> })}</>
      )}{' '}
      · {isClaimed ? texts.claimed : texts.unassigned}
    </>
  )
}
