import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { SubjectsPage } from '../features/subject-access/subjects-page.tsx'
import { PageClosed } from './page-closed.tsx'

const route = getRouteApi('/inside/$env/subjects')

/** Exports that customers asked for, with the way to each customer. */
export function SubjectsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  if (!useMay('subject.export')) return <PageClosed to="customer exports" environment={environment.label} />
  return (
    <SubjectsPage
      key={env}
      env={env}
      place={environment.label}
      customerLink={(customer) => (
        <Link to="/$env/c/$customer" params={{ env, customer }}>
          Customer
        </Link>
      )}
    />
  )
}
