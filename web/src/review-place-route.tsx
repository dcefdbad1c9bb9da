import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PlaceLine } from './review/place-line.tsx'
import type { ItemPlace } from './review/queries.ts'
import { useMay } from './session/session-context.tsx'

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
