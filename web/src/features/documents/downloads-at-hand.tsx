import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AtHandRow, AtHandWaiting } from '../../ui/page/home-summary.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { documentQueries } from './queries.ts'

interface DownloadsAtHandProps {
  readonly env: EnvironmentName
  readonly link: (words: ReactNode) => ReactNode
  readonly onGo: () => void
}

/** On the home page: how many requests to take a document out wait for this person. */
export function DownloadsAtHand({ env, link, onGo }: DownloadsAtHandProps): ReactNode {
  const { data, isError } = useQuery(documentQueries(useClient()).downloads(env, 'to_answer'))
  const name = link('Downloads')
  useKey('g p', 'Document downloads', onGo)
  if (!data) return <AtHandWaiting name={name} keys="g p" isMissing={isError} />
  const facts = [
    data.waiting === 0
      ? 'nothing waits for you'
      : `${countOf(data.waiting, 'request')} ${data.waiting === 1 ? 'waits' : 'wait'} for your answer`,
  ]
  return <AtHandRow name={name} keys="g p" facts={facts} />
}
