import type { AuditLogFigures } from '@paydesk/shared/compliance/audit-log'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/home/home-summary.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { auditLogQueries } from './queries.ts'

interface AuditLogHomeSummaryProps {
  readonly env: EnvironmentName
}

/** Home page summary: today's refusals, and the last verification result. */
export function AuditLogHomeSummary({ env }: AuditLogHomeSummaryProps): ReactNode {
  const texts = useMessages('auditLogHome')
  const format = useFormatter()
  const { data, isError } = useQuery(auditLogQueries(useApiClient()).figures(env))
  const name = (
    <Link to="/$env/audit-log" params={{ env }}>
      {texts.title}
    </Link>
  )
  if (!data) return <HomeSummaryPlaceholder name={name} isMissing={isError} />
  const { day, today, visibility, lastVerification } = data
  const isOwn = visibility === 'own'
  const facts = [
    today.refused === 0 ? (
      isOwn ? (
        texts.ownNoRefusals
      ) : (
        texts.noRefusals
      )
    ) : (
      <Link key="refused" to="/$env/audit-log" params={{ env }} search={{ result: 'refused', from: day }}>
        {format.text(isOwn ? texts.ownRefusals : texts.refusals, { count: today.refused })}
      </Link>
    ),
    format.text(isOwn ? texts.ownReveals : texts.reveals, { count: today.reveals }),
    ...(lastVerification === null
      ? []
      : [<LastVerification key="verified" env={env} of={lastVerification} />]),
  ]
  return <HomeSummaryRow name={name} facts={facts} />
}

interface LastVerificationProps extends AuditLogHomeSummaryProps {
  readonly of: NonNullable<AuditLogFigures['lastVerification']>
}

function LastVerification({ env, of }: LastVerificationProps): ReactNode {
  const texts = useMessages('auditLogHome')
  const format = useFormatter()
  switch (of.state) {
    case 'never':
      return (
        <Link to="/$env/audit-log" params={{ env }}>
          {texts.never}
        </Link>
      )
    case 'running':
      return texts.running
    case 'broken':
      return texts.stopped
    case 'done':
      return format.parts(of.isIntact ? texts.valid : texts.invalid, {
        time: <RowTime key="time" at={of.endedAt} as="relative" />,
      })
  }
}
