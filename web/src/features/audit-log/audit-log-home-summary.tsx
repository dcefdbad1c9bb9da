import type { AuditLogFigures } from '@paydesk/shared/compliance/audit-log'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/page/home-summary.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { auditLogQueries } from './queries.ts'

interface AuditLogHomeSummaryProps {
  readonly env: EnvironmentName
}

/** Home page summary: today's refusals, and the last verification result. */
export function AuditLogHomeSummary({ env }: AuditLogHomeSummaryProps): ReactNode {
  const { data, isError } = useQuery(auditLogQueries(useApiClient()).figures(env))
  const name = (
    <Link to="/$env/audit" params={{ env }}>
      Audit
    </Link>
  )
  if (!data) return <HomeSummaryPlaceholder name={name} keys="g a" isMissing={isError} />
  const { day, today, sees, verified } = data
  const whose = sees === 'own' ? ' of yours' : ''
  const facts = [
    today.refused === 0 ? (
      `no refusal${whose} today`
    ) : (
      <Link key="refused" to="/$env/audit" params={{ env }} search={{ result: 'refused', from: day }}>
        {formatCountOf(today.refused, 'refusal')}
        {whose} today
      </Link>
    ),
    `${formatCountOf(today.reveals, 'value')} revealed or checked${sees === 'own' ? ' by you' : ''}`,
    ...(verified === null ? [] : [<LastVerification key="verified" of={verified} />]),
  ]
  return <HomeSummaryRow name={name} keys="g a" facts={facts} />
}

function LastVerification({ of }: { readonly of: NonNullable<AuditLogFigures['verified']> }): ReactNode {
  switch (of.state) {
    case 'never':
      return 'not verified since the start'
    case 'running':
      return 'being verified'
    case 'broken':
      return 'the last verification stopped before its end'
    case 'done':
      return (
        <>
          {of.whole ? 'whole' : '▲ not whole'}, verified <RowTime at={of.endedAt} as="age" />
        </>
      )
  }
}
