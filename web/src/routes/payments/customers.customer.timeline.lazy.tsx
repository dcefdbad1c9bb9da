import type { MessageSection } from '@paydesk/shared/messages/catalogue'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useOwnAccess } from '../../features/audit-log/customer-access/use-own-access.tsx'
import { useRecordAccess } from '../../features/audit-log/customer-access/use-record-access.tsx'
import { RecordAccessReportButton } from '../../features/audit-log/record-access-report-button.tsx'
import { CustomerTimeline } from '../../features/customers/customer-timeline.tsx'
import { createCustomerChangeCheck } from '../../features/customers/queries.ts'
import { useCustomerDownloads } from '../../features/documents/use-customer-downloads.tsx'
import { useCustomerExports } from '../../features/exports/use-customer-exports.tsx'
import { useCustomerNotifications } from '../../features/notifications/use-customer-notifications.tsx'
import { useCustomerRequests } from '../../features/payment-requests/use-customer-requests.tsx'
import { useCustomerQuestions } from '../../features/questions/use-customer-questions.tsx'
import { useCustomerDiscrepancies } from '../../features/reconciliation/use-customer-discrepancies.tsx'
import { useCustomerCaseEvents } from '../../features/review/case/use-customer-case-events.tsx'
import { useCustomerSubjectAccess } from '../../features/subject-access/use-customer-subject-access.tsx'
import { useCustomerObservations } from '../../features/transactions/use-customer-observations.tsx'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { joinSources } from '../../ui/timeline/timeline-source.ts'

const route = getRouteApi('/inside/$env/customers/$customer')

const sections: readonly MessageSection[] = [
  'customerTimeline',
  'transactions',
  'notificationEvents',
  'receivedNotifications',
  'review',
  'reviewCase',
  'paymentRequests',
  'questions',
  'documents',
  'reconciliation',
  'exportRequests',
  'subjectAccess',
  'auditLog',
  'auditEvents',
]

/** Composes the timeline of a customer from the features that know a part of it. */
export function CustomerTimelineRoute(): ReactNode {
  const place = route.useParams()
  const store = useMessageStore()
  const [isAccessAsked, setAccessAsked] = useState(false)
  // Ask for all texts at once: each part suspends for its own alone.
  for (const section of sections) void store.load(section)
  const isConcerned = createCustomerChangeCheck(useQueryClient(), useApiClient(), place)
  const { transactions, imports } = useCustomerObservations(place, isConcerned)
  const notifications = useCustomerNotifications(place, isConcerned)
  const cases = useCustomerCaseEvents(place)
  const discrepancies = useCustomerDiscrepancies(place)
  const requests = useCustomerRequests(place)
  const questions = useCustomerQuestions(place)
  const documents = useCustomerDownloads(place)
  const exportRequests = useCustomerExports(place)
  const subjectAccess = useCustomerSubjectAccess(place)
  const ownAccess = useOwnAccess(place)
  const recordAccess = useRecordAccess(place, isAccessAsked)
  const access = ownAccess ?? recordAccess
  // An export without a request is known from the audit log alone.
  const exports = [exportRequests, access?.exports].filter((source) => source != null)
  return (
    <CustomerTimeline
      sources={{
        ...{ transactions, imports, notifications, cases, discrepancies, questions, documents },
        ...{ payment_requests: requests, subject_access: subjectAccess },
        exports: exports.length === 0 ? null : joinSources(exports),
        caller_verifications: access === null ? undefined : access.callerVerifications,
        access: access?.others,
      }}
      access={<AccessLine isAsked={isAccessAsked} onAsk={() => setAccessAsked(true)} />}
    />
  )
}

interface AccessLineProps {
  readonly isAsked: boolean
  readonly onAsk: () => void
}

/** Says whose access is listed, or asks for it: a look at the access of others is an event itself. */
function AccessLine({ isAsked, onAsk }: AccessLineProps): ReactNode {
  const { access } = useMessages('customerTimeline')
  const { customer } = route.useParams()
  const seesOthers = useMay('audit.record_access')
  // Users who see the events of everybody give a reason for each search by a full ID.
  const needsReason = useMay('audit.every')
  if (!seesOthers) return <p>{access.own}</p>
  if (needsReason) return <RecordAccessReportButton subject={customer} kind="customer" />
  return isAsked ? null : (
    <p>
      <Button onClick={onAsk}>{access.show}</Button> <span>{access.note}</span>
    </p>
  )
}
