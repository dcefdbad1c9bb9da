import type { DecisionId } from '@paydesk/shared/cases/decisions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../lib/session-context.tsx'

interface DecisionLinkProps {
  readonly decision: DecisionId
  readonly children: ReactNode
}

export function DecisionLink({ decision, children }: DecisionLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <Link to="/$env/decisions/$decision" params={{ env, decision }}>
      {children}
    </Link>
  )
}
