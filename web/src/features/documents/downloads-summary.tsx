import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { documentQueries } from './queries.ts'

interface DownloadsSummaryProps {
  readonly env: EnvironmentName
}

/** Counts on the home page the download requests that wait for this user's answer. */
export function DownloadsSummary({ env }: DownloadsSummaryProps): ReactNode {
  const { data, isError } = useQuery(documentQueries(useApiClient()).downloads(env, 'to_answer'))
  const navigate = useNavigate()
  const page = { to: '/$env/document-downloads', params: { env } } as const
  const name = <Link {...page}>Downloads</Link>
  useShortcut('g p', 'Document downloads', () => void navigate(page))
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g p" isMissing={isError} />
  const facts = [
    data.waiting === 0
      ? 'nothing waits for you'
      : `${formatCountOf(data.waiting, 'request')} ${data.waiting === 1 ? 'waits' : 'wait'} for your answer`,
  ]
  return <HomeSummaryRow name={name} keys="g p" facts={facts} />
}
