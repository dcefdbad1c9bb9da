import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { questionQueries } from './queries.ts'

/** Home page card with the count of new answers to the user's questions; empty if there are none. */
export function NewQuestionAnswersCard({ env }: { readonly env: EnvironmentName }): ReactNode {
  const texts = useMessages('home')
  const format = useFormatter()
  const { data } = useQuery(questionQueries(useApiClient()).list(env, 'open'))
  if (!data || data.newAnswers === 0) return null
  return (
    <PendingWorkLine message={format.text(texts.newAnswers, { count: data.newAnswers })}>
      <Link to="/$env/questions" params={{ env }}>
        {texts.openAnswers}
      </Link>
    </PendingWorkLine>
  )
}
