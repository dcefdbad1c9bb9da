import type { ReviewPlace } from '@paydesk/shared/work/review'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { counted } from '../../../ui/text/counted.ts'
import { RowTime } from '../../../ui/text/row-time.tsx'
import type { ItemPlace } from '../queries.ts'
import { reviewQueries } from '../queries.ts'
import styles from './place-line.module.css'

interface PlaceLineProps {
  readonly place: ItemPlace
  /** The way to the item, for whoever opens items; null for others. */
  readonly itemLink: ReactNode
}

/** Where a transaction stands in this office's review queue: no reason and no name. */
export function PlaceLine({ place, itemLink }: PlaceLineProps): ReactNode {
  const { data, error } = useQuery(reviewQueries(useClient()).place(place))
  return (
    <p className={styles.line} aria-busy={data === undefined && !error ? true : undefined}>
      {data ? (
        <Standing at={data} />
      ) : error ? (
        'Where it stands in the review queue could not be read.'
      ) : (
        'Review queue…'
      )}
      {data?.inQueue ? <> {itemLink}</> : null}
    </p>
  )
}

function Standing({ at: { inQueue, position, of, since, taken } }: { readonly at: ReviewPlace }): ReactNode {
  if (!inQueue) return 'Not in this office’s review queue.'
  return (
    <>
      In this office’s review queue
      {position === null ? null : (
        <>
          , <b>{counted(position)}</b> of {counted(of)} by age
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
