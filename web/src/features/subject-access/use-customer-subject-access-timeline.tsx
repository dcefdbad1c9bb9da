import type { SubjectAccessRequestView } from '@paydesk/shared/compliance/subject-access'
import type { Colleague } from '@paydesk/shared/core/colleague'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useMay } from '../../lib/session-context.tsx'
import { maxListedStaffRequests, StaffTextParagraph } from '../../ui/timeline/staff-request-timeline.tsx'
import {
  createCompleteTimelineSource,
  type TimelineEntry,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'
import { subjectAccessQueries } from './queries.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Returns the subject access exports of a customer; null for a role that may not see them. */
export function useCustomerSubjectAccessTimeline({ env, customer }: CustomerRef): TimelineSource | null {
  const enabled = useMay('subject_access.export')
  const query = useQuery({ ...subjectAccessQueries(useApiClient()).ofCustomer(env, customer), enabled })
  const { record: records } = useMessages('customerTimeline')
  if (!enabled) return null
  const record = (
    <Link to="/$env/subject-access" params={{ env }}>
      {records.subjectAccess}
    </Link>
  )
  return createCompleteTimelineSource(query, ({ requests }) => ({
    isCut: requests.length >= maxListedStaffRequests,
    entries: requests.flatMap((one) => buildEntries(one, record)),
  }))
}

function buildEntries(one: SubjectAccessRequestView, record: ReactNode): TimelineEntry[] {
  const { request, by, at, ticket, status, until, answer, downloads } = one
  return [
    {
      ...{ key: request, at, record },
      content: renderStep('requested', by, ticket),
    },
    ...(answer === null
      ? []
      : [
          {
            ...{ key: `${request}-answer`, at: answer.at, record },
            content: renderStep(answer.answer, answer.by, answer.text),
          },
        ]),
    ...(status === 'expired'
      ? [{ ...{ key: `${request}-expired`, at: until, record }, content: <ExpiredText /> }]
      : []),
    ...downloads.map((each, nth) => ({
      ...{ key: `${request}-download-${nth}`, at: each.at, record },
      content: renderStep('downloaded', each.by, null),
    })),
  ]
}

const renderStep = (step: StepTextProps['step'], by: Colleague, text: StepTextProps['text']): ReactNode => (
  <StepText step={step} by={by} text={text} />
)

interface StepTextProps {
  readonly step: 'requested' | 'confirm' | 'refuse' | 'downloaded'
  readonly by: Colleague
  /** Ticket or comment. */
  readonly text: MaskedValue | null
}

function StepText({ step, by, text }: StepTextProps): ReactNode {
  const { subjectAccess } = useMessages('customerTimeline')
  const name = useFormatColleagueName()(by, 'subject')
  return (
    <>
      {useFormatter().parts(subjectAccess[step], { name: <b key="name">{name}</b> })}
      <StaffTextParagraph text={text} />
    </>
  )
}

function ExpiredText(): ReactNode {
  return useMessages('subjectAccess').statuses.expired
}
