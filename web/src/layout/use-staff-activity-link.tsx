import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { RenderStaffActivityLink } from '../features/audit-log/audit-figures.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'

/** Renders links to what a member of staff saw; null for a user without that permission. */
export function useStaffActivityLink(env: EnvironmentName): RenderStaffActivityLink | null {
  if (!useMay('audit.every')) return null
  return (person, children) => (
    <Link to="/$env/audit/people/$person" params={{ env, person }}>
      {children}
    </Link>
  )
}
