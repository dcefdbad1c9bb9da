import type { ExportRequestView } from '@paydesk/shared/cases/export-requests'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useMay } from '../../lib/session-context.tsx'
import { exportRequestQueries } from '../../ui/exports/queries.ts'
import { maxListedStaffRequests, StaffTextParagraph } from '../../ui/timeline/staff-request-timeline.tsx'
import {
  createCompleteTimelineSource,
  type TimelineEntry,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/**
 * Returns the requests to export the transactions of a customer: own ones, and those of all people for an approver;
 * null for a role that exports nothing.
 */
export function useCustomerExportTimeline({ env, customer }: CustomerRef): TimelineSource | null {
  const enabled = useMay('records.export')
  const query = useQuery({ ...exportRequestQueries(useApiClient(), env).ofCustomer(customer), enabled })
  const { record: records } = useMessages('customerTimeline')
  if (!enabled) return null
  const record = (
    <Link to="/$env/export-requests" params={{ env }}>
      {records.exports}
    </Link>
  )
  return createCompleteTimelineSource(query, ({ requests }) => ({
    isCut: requests.length >= maxListedStaffRequests,
    entries: requests.flatMap((one): TimelineEntry[] => {
      const asked = { key: one.request, at: one.at, content: <RequestText one={one} />, record }
      const { answer } = one
      if (answer === null) return [asked]
      const content = <AnswerText answer={answer} />
      return [asked, { key: `${one.request}-answer`, at: answer.at, content, record }]
    }),
  }))
}

/** Says who asked for how many rows, and why; withdrawal and expiry have no entry of their own. */
function RequestText({ one }: { readonly one: ExportRequestView }): ReactNode {
  const { exported } = useMessages('customerTimeline')
  const { rows, statuses } = useMessages('exportRequests')
  const { purposes } = useMessages('lists')
  const format = useFormatter()
  const name = useFormatColleagueName()(one.by, 'subject')
  const isAnswered = one.answer !== null
  return (
    <>
      {format.parts(exported.requested, {
        name: <b key="name">{name}</b>,
        rows: format.text(rows, { count: one.rows }),
      })}
      {isAnswered ? null : ` · ${statuses[one.status]}`}
      <p>
        {purposes[one.purpose]} · <code>{one.caseRef}</code>
      </p>
    </>
  )
}

interface AnswerTextProps {
  readonly answer: NonNullable<ExportRequestView['answer']>
}

function AnswerText({ answer: { by, answer, text } }: AnswerTextProps): ReactNode {
  const { exported } = useMessages('customerTimeline')
  const name = useFormatColleagueName()(by, 'subject')
  return (
    <>
      {useFormatter().parts(exported[answer], { name: <b key="name">{name}</b> })}
      <StaffTextParagraph text={text} />
    </>
  )
}
