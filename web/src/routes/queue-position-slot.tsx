import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReviewCaseRef } from '../features/review/queries.ts'
import { QueuePositionLine } from '../features/review/queue/queue-position-line.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'

/** Shows on a transaction its position in the review queue, with a link for users who may open cases. */
export function QueuePositionSlot({ env, transaction }: ReviewCaseRef): ReactNode {
  const mayOpen = useMay('review.read')
  if (!useMay('case.position')) return null
  return (
    <QueuePositionLine
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
