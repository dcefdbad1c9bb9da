import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { subjectAccessQueries } from './queries.ts'

interface SubjectAccessCardProps {
  readonly env: EnvironmentName
}

/** Home page card with the exports waiting for the user's approval; empty if there are none. */
export function SubjectAccessCard({ env }: SubjectAccessCardProps): ReactNode {
  const { data } = useQuery(subjectAccessQueries(useApiClient()).list(env))
  if (!data || data.waiting === 0) return null
  return (
    // The texts come later than the other cards, which stay on screen meanwhile.
    <Suspense>
      <PendingExports env={env} count={data.waiting} />
    </Suspense>
  )
}

function PendingExports({ env, count }: SubjectAccessCardProps & { readonly count: number }): ReactNode {
  const texts = useMessages('subjectAccess')
  return (
    <PendingWorkLine message={useFormatter().text(texts.waiting, { count })}>
      <Link to="/$env/subject-access" params={{ env }}>
        {texts.review}
      </Link>
    </PendingWorkLine>
  )
}
