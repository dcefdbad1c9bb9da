import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SheetPage } from '../features/reconciliation/sheet-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { PageClosed } from './page-closed.tsx'

const route = getRouteApi('/inside/$env/drift-sheet')

/** The sheet of one day, with the list that it is counted from. */
export function DriftSheetRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const seesEvery = useMay('drift.every')
  if (!useMay('drift.read')) return <PageClosed to="the day sheet" environment={environment.label} />
  return (
    <SheetPage
      key={env}
      env={env}
      place={environment.label}
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
