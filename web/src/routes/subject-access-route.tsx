import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { SubjectAccessPage } from '../features/subject-access/subject-access-page.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/subjects')

/** Links subject access exports to their customers. */
export function SubjectAccessRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  if (!useMay('subject_access.export'))
    return <ForbiddenPage to="customer exports" environment={environment.label} />
  return (
    <SubjectAccessPage
      key={env}
      env={env}
      environmentLabel={environment.label}
      customerLink={(customer) => (
        <Link to="/$env/c/$customer" params={{ env, customer }}>
          Customer
        </Link>
      )}
    />
  )
}
