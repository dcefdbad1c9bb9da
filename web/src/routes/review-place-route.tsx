import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ItemPlace } from '../features/review/queries.ts'
import { PlaceLine } from '../features/review/queue/queue-position-line.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'

/** On a transaction: where it stands in the review queue, and for whoever opens items the way to it. */
export function ReviewPlaceSlot({ env, transaction }: ItemPlace): ReactNode {
  const mayOpen = useMay('review.read')
  if (!useMay('review.place')) return null
  return (
    <PlaceLine
      place={{ env, transaction }}
      itemLink={
        mayOpen ? (
          <Link to="/$env/review/$transaction" params={{ env, transaction }}>
            Open the item
          </Link>
        ) : null
      }
    />
  )
}
