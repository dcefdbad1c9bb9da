import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ReconciliationReportPage } from '../features/reconciliation/report-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/drift-sheet')

/** Shows the day sheet with a link to the list it is counted from. */
export function DaySheetRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const seesEvery = useMay('reconciliation.every')
  if (!useMay('reconciliation.read'))
    return <ForbiddenPage to="the day sheet" environment={environment.label} />
  return (
    <ReconciliationReportPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      address={address}
      seesEvery={seesEvery}
      links={
        <Link to="/$env/drift" params={{ env }}>
          Reconcile
        </Link>
      }
      onChange={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
