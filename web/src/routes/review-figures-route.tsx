import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ReviewFiguresPage } from '../features/review/figures/figures-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/review-figures')

/** Shows the review figures, with links to the queue and the decisions. */
export function ReviewFiguresRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const seesEvery = useMay('review.every')
  if (!useMay('review.read'))
    return <ForbiddenPage to="the figures of review" environment={environment.label} />
  return (
    <ReviewFiguresPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      address={address}
      seesEvery={seesEvery}
      onDays={(days) => navigate({ search: { days }, replace: true, resetScroll: false })}
      links={
        <>
          <Link to="/$env/review" params={{ env }}>
            Review queue
          </Link>
          <Link to="/$env/decisions" params={{ env }}>
            Decisions
          </Link>
        </>
      }
    />
  )
}
