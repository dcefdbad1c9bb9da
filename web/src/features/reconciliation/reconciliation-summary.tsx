import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { reconciliationQueries } from './queries.ts'

interface ReconciliationSummaryProps {
  readonly env: EnvironmentName
}

/** Counts on the home page the unexplained discrepancies, and those opened and closed today. */
export function ReconciliationSummary({ env }: ReconciliationSummaryProps): ReactNode {
  const texts = useMessages('reconciliationHome')
  const { reconciliation } = useMessages('shell').navigation
  const format = useFormat()
  const { data, isError } = useQuery(reconciliationQueries(useApiClient()).page(env, {}))
  const list = { to: '/$env/reconciliation', params: { env } } as const
  const name = <Link {...list}>{reconciliation}</Link>
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g x" isMissing={isError} />
  const { open, explained, openedToday, closedToday } = data.figures
  const facts = [
    format.text(texts.unexplained, { count: open }),
    ...(explained > 0
      ? [
          <Link key="explained" {...list} search={{ status: 'explained' }}>
            {format.text(texts.explained, { count: explained })}
          </Link>,
        ]
      : []),
    format.text(texts.today, { opened: openedToday, closed: closedToday }),
  ]
  return <HomeSummaryRow name={name} keys="g x" facts={facts} />
}
