import type { MessageSection } from '@paydesk/shared/messages/catalogue'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useOwnAccessTimeline } from '../../features/audit-log/customer-access/use-own-access-timeline.tsx'
import { useRecordAccessTimeline } from '../../features/audit-log/customer-access/use-record-access-timeline.tsx'
import { RecordAccessReportButton } from '../../features/audit-log/record-access-report-button.tsx'
import { CustomerTimeline } from '../../features/customers/customer-timeline.tsx'
import { createCustomerEventFilter } from '../../features/customers/queries.ts'
import { useCustomerDownloadTimeline } from '../../features/documents/use-customer-download-timeline.tsx'
import { useCustomerExportTimeline } from '../../features/exports/use-customer-export-timeline.tsx'
import { useCustomerNotificationTimeline } from '../../features/notifications/use-customer-notification-timeline.tsx'
import { useCustomerPaymentRequestTimeline } from '../../features/payment-requests/use-customer-payment-request-timeline.tsx'
import { useCustomerQuestionTimeline } from '../../features/questions/use-customer-question-timeline.tsx'
import { useCustomerDiscrepancyTimeline } from '../../features/reconciliation/use-customer-discrepancy-timeline.tsx'
import { useCustomerCaseTimeline } from '../../features/review/case/use-customer-case-timeline.tsx'
import { useCustomerSubjectAccessTimeline } from '../../features/subject-access/use-customer-subject-access-timeline.tsx'
import { useCustomerObservationTimeline } from '../../features/transactions/use-customer-observation-timeline.tsx'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { joinTimelineSources } from '../../ui/timeline/timeline-source.ts'

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
  const customerRef = route.useParams()
  const store = useMessageStore()
  const [isAccessAsked, setAccessAsked] = useState(false)
  // Ask for all texts at once: each part suspends for its own alone.
  for (const section of sections) void store.load(section)
  const isConcerned = createCustomerEventFilter(useQueryClient(), useApiClient(), customerRef)
  const { transactions, imports } = useCustomerObservationTimeline(customerRef, isConcerned)
  const notifications = useCustomerNotificationTimeline(customerRef, isConcerned)
  const cases = useCustomerCaseTimeline(customerRef)
  const discrepancies = useCustomerDiscrepancyTimeline(customerRef)
  const requests = useCustomerPaymentRequestTimeline(customerRef)
  const questions = useCustomerQuestionTimeline(customerRef)
  const documents = useCustomerDownloadTimeline(customerRef)
  const exportRequests = useCustomerExportTimeline(customerRef)
  const subjectAccess = useCustomerSubjectAccessTimeline(customerRef)
  const ownAccess = useOwnAccessTimeline(customerRef)
  const recordAccess = useRecordAccessTimeline(customerRef, isAccessAsked)
  const access = ownAccess ?? recordAccess
  // An export without a request is known from the audit log alone.
  const exports = [exportRequests, access?.exports].filter((source) => source != null)
  return (
    <CustomerTimeline
      sources={{
        ...{ transactions, imports, notifications, cases, discrepancies, questions, documents },
        ...{ payment_requests: requests, subject_access: subjectAccess },
        exports: exports.length === 0 ? null : joinTimelineSources(exports),
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
