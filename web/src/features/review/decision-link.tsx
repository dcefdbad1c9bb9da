import type { DecisionId } from '@paydesk/shared/cases/decisions'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironment } from '../../lib/session-context.tsx'

interface DecisionLinkProps {
  readonly decision: DecisionId
  readonly children: ReactNode
}

export function DecisionLink(props: DecisionLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  return <DecisionToastLink env={env} {...props} />
}

/** Link in a toast, which also stays on pages outside of an environment. */
export function DecisionToastLink({
  env,
  decision,
  children,
}: DecisionLinkProps & { readonly env: EnvironmentName }): ReactNode {
  return (
    <Link to="/$env/decisions/$decision" params={{ env, decision }}>
      {children}
    </Link>
  )
}
