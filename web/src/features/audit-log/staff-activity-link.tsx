import type { AuditActorHandle } from '@paydesk/shared/compliance/audit-log'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'

interface StaffActivityLinkProps {
  readonly person: AuditActorHandle
  readonly children: ReactNode
}

/** Links to what a member of staff saw; a user without that permission gets the words alone. */
export function StaffActivityLink({ person, children }: StaffActivityLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  if (!useMay('audit.every')) return children
  return (
    <Link to="/$env/audit-log/people/$person" params={{ env, person }}>
      {children}
    </Link>
  )
}
