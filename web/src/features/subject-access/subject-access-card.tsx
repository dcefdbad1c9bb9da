import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { subjectAccessQueries } from './queries.ts'

interface SubjectAccessCardProps {
  readonly env: EnvironmentName
}

/** Home page card with the exports waiting for the user's approval; empty if there are none. */
export function SubjectAccessCard({ env }: SubjectAccessCardProps): ReactNode {
  const { data } = useQuery(subjectAccessQueries(useApiClient()).list(env))
  if (!data || data.waiting === 0) return null
  const says = `${formatCountOf(data.waiting, 'customer export')} ${data.waiting === 1 ? 'waits' : 'wait'} for you`
  return (
    <PendingWorkLine says={says}>
      <Link to="/$env/subjects" params={{ env }}>
        Look at the customer exports
      </Link>
    </PendingWorkLine>
  )
}
