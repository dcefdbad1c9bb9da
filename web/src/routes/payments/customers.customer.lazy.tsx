import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { RecordAccessReportButton } from '../../features/audit-log/record-access-report-button.tsx'
import { CallerVerificationLine } from '../../features/caller-verification/verification-line.tsx'
import { CustomerPage } from '../../features/customers/customer-page.tsx'
import { CustomerIdentityHeadline } from '../../features/identities/customer-identity-headline.tsx'
import { CustomerIdentitySection } from '../../features/identities/customer-identity-section.tsx'
import { LazyNotificationDialog } from '../../features/notifications/lazy-notification-dialog.tsx'
import { CustomerPaymentRequestLinks } from '../../features/payment-requests/new-payment-request-link.tsx'
import { AskQuestionLine } from '../../features/questions/ask-line.tsx'
import { ReviewQueuePositionLine } from '../../features/review/queue/queue-position-line.tsx'
import { TransactionSkeleton } from '../../features/transactions/panel-skeleton.tsx'
import { TransactionPanel } from '../../features/transactions/transaction-panel.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

const route = getRouteApi('/inside/$env/customers/$customer')

// Few roles request exports: load the button for them alone.
const SubjectAccessRequestButton = lazy(() =>
  import('../../features/subject-access/request-button.tsx').then((part) => ({
    default: part.SubjectAccessRequestButton,
  })),
)

// The timeline is one view of the page, with the parts of many features.
const CustomerTimelineRoute = lazy(() =>
  import('./customers.customer.timeline.lazy.tsx').then((part) => ({
    default: part.CustomerTimelineRoute,
  })),
)

/** Composes the page of a customer from several features. */
export function CustomerRoute(): ReactNode {
  const { env, customer } = route.useParams()
  const texts = useMessages('customers')
  const wasInside = useRef(false)
  const may = { transaction: useMay('transaction.read'), identity: useMay('identity.summary') }
  const mayExport = useMay('subject_access.export')
  return (
    <CustomerPage
      actions={
        <>
          <CallerVerificationLine customerRef={{ env, customer }} />
          <AskQuestionLine about={{ kind: 'customer', customer }} />
          <CustomerPaymentRequestLinks customer={customer} />
        </>
      }
      transaction={(id) =>
        !may.transaction ? null : id === null ? (
          <TransactionSkeleton />
        ) : (
          <TransactionPanel
            key={id}
            transactionRef={{ env, transaction: id, customer }}
            heading={
              <PanelHeading wasInside={wasInside}>
                <Link to="/$env/transactions/$transaction" params={{ env, transaction: id }}>
                  {texts.transaction} <code>{id}</code>
                </Link>
              </PanelHeading>
            }
            reviewPlace={<ReviewQueuePositionLine env={env} transaction={id} />}
            receivedDialog={LazyNotificationDialog}
          />
        )
      }
      headline={may.identity ? <CustomerIdentityHeadline customerRef={{ env, customer }} /> : null}
      timeline={
        <Suspense fallback={<Skeleton lines={8} height={28} />}>
          <CustomerTimelineRoute />
        </Suspense>
      }
      identity={
        <>
          {may.identity ? <CustomerIdentitySection customerRef={{ env, customer }} /> : null}
          <RecordAccessReportButton subject={customer} kind="customer" />
          {mayExport ? (
            <Suspense>
              <SubjectAccessRequestButton customer={customer} />
            </Suspense>
          ) : null}
        </>
      }
    />
  )
}

interface PanelHeadingProps {
  /** True if the focus was in the previous panel. */
  readonly wasInside: RefObject<boolean>
  readonly children: ReactNode
}

/** Heading of the open transaction; takes over the focus that the previous panel had. */
function PanelHeading({ wasInside, children }: PanelHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  // Clean up in a layout effect: the panel is then still in the document, and its focus can be checked.
  useLayoutEffect(() => {
    const own = heading.current
    if (wasInside.current && document.activeElement === document.body) own?.focus()
    return () => {
      wasInside.current = own?.closest('article')?.contains(document.activeElement) ?? false
    }
  }, [wasInside])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
