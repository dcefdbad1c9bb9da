import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FieldPermissionsPage } from '../features/field-permissions/field-permissions-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

const route = getRouteApi('/inside/$env/sight')

/** Shows the field permissions, which are the same in every environment. */
export function FieldPermissionsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  const address = route.useSearch()
  const navigate = route.useNavigate()
  if (!useMay('field_permissions.read'))
    return <ForbiddenPage to="who may see what" environment={environment.label} />
  return (
    <FieldPermissionsPage
      key={env}
      env={env}
      place={environment.label}
      address={address}
      onChange={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
