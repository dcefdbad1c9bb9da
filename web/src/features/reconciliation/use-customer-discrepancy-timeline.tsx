import type { DiscrepancyExplanation, DiscrepancyView } from '@paydesk/shared/cases/reconciliation'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useMay } from '../../lib/session-context.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { LocalizedConfigText } from '../../ui/text/localized-config-text.tsx'
import {
  createCompleteTimelineSource,
  type TimelineEntry,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'
import { type CustomerDiscrepanciesRef, reconciliationQueries } from './queries.ts'

/** Returns the discrepancies of a customer: opened, explained, closed; null for a role that may not see them. */
export function useCustomerDiscrepancyTimeline(customer: CustomerDiscrepanciesRef): TimelineSource | null {
  const enabled = useMay('reconciliation.read')
  const query = useQuery({ ...reconciliationQueries(useApiClient()).ofCustomer(customer), enabled })
  if (!enabled) return null
  return createCompleteTimelineSource(query, ({ rows, more }) => ({
    isCut: more,
    entries: rows.flatMap((row) => buildEntries(row, customer)),
  }))
}

function buildEntries(row: DiscrepancyView, customer: CustomerDiscrepanciesRef): TimelineEntry[] {
  const { discrepancy, openedAt, closedAt, explanation, earlierExplanations } = row
  const record = <DiscrepancyLink row={row} customer={customer} />
  const explanations = explanation === null ? [] : [explanation, ...earlierExplanations]
  return [
    {
      ...{ key: `${discrepancy}-opened`, at: openedAt.to, from: openedAt.from, record },
      content: renderStep('opened', row),
    },
    ...explanations.map((each, nth) => ({
      ...{ key: `${discrepancy}-${explanations.length - nth}`, at: each.at, record },
      content: <ExplanationText row={row} explanation={each} />,
    })),
    ...(closedAt === null
      ? []
      : [
          {
            ...{ key: `${discrepancy}-closed`, at: closedAt, record },
            content: renderStep('closed', row),
          },
        ]),
  ]
}

const renderStep = (step: DiscrepancyTextProps['step'], row: DiscrepancyView): ReactNode => (
  <DiscrepancyText step={step} row={row} />
)

interface DiscrepancyTextProps {
  readonly row: DiscrepancyView
  readonly step: 'opened' | 'closed'
}

function DiscrepancyText({ row, step }: DiscrepancyTextProps): ReactNode {
  const { discrepancy } = useMessages('customerTimeline')
  const { kinds } = useMessages('reconciliation')
  return useFormatter().text(discrepancy[step], { kind: kinds[row.kind] })
}

interface ExplanationTextProps {
  readonly row: DiscrepancyView
  readonly explanation: DiscrepancyExplanation
}

function ExplanationText({ row, explanation: { by, reason, text } }: ExplanationTextProps): ReactNode {
  const { discrepancy } = useMessages('customerTimeline')
  const { kinds } = useMessages('reconciliation')
  const name = useFormatColleagueName()(by, 'subject')
  return (
    <>
      {useFormatter().parts(discrepancy.explained, {
        name: <b key="name">{name}</b>,
        kind: kinds[row.kind],
        reason: <LocalizedConfigText key="reason" of={reason.label} />,
      })}
      {text.visibility === 'absent' ? null : (
        <p>
          <FieldValue value={text} />
        </p>
      )}
    </>
  )
}

interface DiscrepancyLinkProps {
  readonly row: DiscrepancyView
  readonly customer: CustomerDiscrepanciesRef
}

/** Leads to the row of the discrepancy in the list that has it. */
function DiscrepancyLink({
  row: { discrepancy, kind, closedAt, explanation },
  customer: { env },
}: DiscrepancyLinkProps): ReactNode {
  const { record } = useMessages('customerTimeline')
  const status = closedAt !== null ? 'closed' : explanation !== null ? 'explained' : undefined
  return (
    <Link to="/$env/reconciliation" params={{ env }} search={{ status, kind, open: discrepancy }}>
      {record.discrepancy}
    </Link>
  )
}
