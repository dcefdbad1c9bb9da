import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { HomeSummaryPlaceholder, HomeSummaryRow } from '../../ui/home/home-summary.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { fieldPermissionQueries } from './queries.ts'

interface MaskingProofHomeSummaryProps {
  readonly env: EnvironmentName
}

/** Home page summary: date and result of the last masking proof. */
export function MaskingProofHomeSummary({ env }: MaskingProofHomeSummaryProps): ReactNode {
  const texts = useMessages('fieldPermissionsHome')
  const format = useFormatter()
  const { data, isError } = useQuery(fieldPermissionQueries(useApiClient()).proof(env))
  const name = (
    <Link to="/$env/field-permissions" params={{ env }}>
      {texts.title}
    </Link>
  )
  if (!data) return <HomeSummaryPlaceholder name={name} isMissing={isError} />
  const { status, proof } = data
  const said = texts.statuses[status]
  if (proof === null) return <HomeSummaryRow name={name} facts={[said]} />
  const { killed, mutants } = proof.figures
  const facts = [
    said,
    <Timestamp key="at" at={proof.at} as="relative" />,
    format.text(texts.caught, { count: killed, all: mutants }),
  ]
  return <HomeSummaryRow name={name} facts={facts} />
}
