import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { documentQueries } from './queries.ts'

interface DownloadsSummaryProps {
  readonly env: EnvironmentName
}

/** Counts on the home page the download requests that wait for this user's answer. */
export function DownloadsSummary({ env }: DownloadsSummaryProps): ReactNode {
  const texts = useMessages('documentsHome')
  const format = useFormat()
  const { data, isError } = useQuery(documentQueries(useApiClient()).downloads(env, 'to_answer'))
  const navigate = useNavigate()
  const page = { to: '/$env/document-downloads', params: { env } } as const
  const name = <Link {...page}>{texts.title}</Link>
  useShortcut('g p', texts.shortcut, () => void navigate(page))
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g p" isMissing={isError} />
  const facts = [format.text(texts.waiting, { count: data.waiting })]
  return <HomeSummaryRow name={name} keys="g p" facts={facts} />
}
