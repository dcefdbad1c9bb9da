import type { QuestionList } from '@paydesk/shared/cases/questions'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { PendingWorkLine } from '../../ui/page/pending-work-line.tsx'
import { questionQueries } from './queries.ts'

interface QuestionsCardProps {
  readonly env: EnvironmentName
}

/** Home page card with the counts of waiting questions and new answers; empty if there are none. */
export function QuestionsCard({ env }: QuestionsCardProps): ReactNode {
  const { data } = useQuery(questionQueries(useApiClient()).list(env, 'open'))
  if (!data || data.waiting + data.newAnswers === 0) return null
  return (
    // Its texts come later than the other cards, which stay on screen meanwhile.
    <Suspense>
      <QuestionCounts env={env} {...data} />
    </Suspense>
  )
}

function QuestionCounts({
  env,
  waiting,
  newAnswers,
}: QuestionsCardProps & Pick<QuestionList, 'waiting' | 'newAnswers'>): ReactNode {
  const texts = useMessages('questions')
  const format = useFormat()
  const counts = [
    ...(waiting === 0 ? [] : [format.text(texts.waiting, { count: waiting })]),
    ...(newAnswers === 0 ? [] : [format.text(texts.newAnswers, { count: newAnswers })]),
  ]
  return (
    <PendingWorkLine says={counts.join(', ')}>
      <Link to="/$env/questions" params={{ env }}>
        {texts.open}
      </Link>
    </PendingWorkLine>
  )
}
