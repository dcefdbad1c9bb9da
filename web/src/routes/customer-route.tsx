import { identityHandle } from '@paydesk/shared/core/ids'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { CustomerPage } from '../features/customers/customer-page.tsx'
import { CustomerIdentitySection } from '../features/identities/customer-identity-section.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { TransactionSkeleton } from '../features/transactions/panel-skeleton.tsx'
import { TransactionPanel } from '../features/transactions/transaction-panel.tsx'
import { AskQuestionSlot } from './ask-question-slot.tsx'
import { CallerVerificationSlot } from './caller-verification-slot.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'
import { NotificationDialogSlot } from './notification-dialog-slot.tsx'
import { CustomerPaymentRequestsSlot } from './payment-request-slot.tsx'
import { QueuePositionSlot } from './queue-position-slot.tsx'
import { RecordAccessSlot } from './record-access-slot.tsx'
import { SubjectExportSlot } from './subject-export-slot.tsx'

const route = getRouteApi('/inside/$env/c/$customer')

/** Composes the page of a customer from several features. */
export function CustomerRoute(): ReactNode {
  const { env, customer } = route.useParams()
  const { environment } = route.useRouteContext()
  const list = route.useSearch()
  const navigate = route.useNavigate()
  const wasInside = useRef(false)
  const may = {
    page: useMay('customer.read'),
    transaction: useMay('transaction.read'),
    summary: useMay('identity.summary'),
    identity: useMay('identity.read'),
    notifications: useMay('notification.read'),
    record: useMay('transaction.record'),
  }
  if (!may.page) return <ForbiddenPage to="customers" environment={environment.label} />
  const identityLink = (identity: string) =>
    may.identity ? (
      <Link to="/$env/i/$identity" params={{ env, identity: identityHandle.parse(identity) }}>
        Open identity
      </Link>
    ) : null
  const openIdentity = (identity: string) =>
    void navigate({ to: '/$env/i/$identity', params: { env, identity: identityHandle.parse(identity) } })
  return (
    <>
      <CustomerPage
        key={customer}
        place={{ env, customer }}
        environmentLabel={environment.label}
        actions={
          <>
            <CallerVerificationSlot env={env} customer={customer} />
            <CustomerPaymentRequestsSlot env={env} customer={customer} />
          </>
        }
        list={list}
        onChange={(change) =>
          navigate({
            search: (now) => ({ ...now, ...change }),
            replace: !('open' in change),
            resetScroll: false,
          })
        }
        transaction={(id) =>
          !may.transaction ? null : id === null ? (
            <TransactionSkeleton />
          ) : (
            <TransactionPanel
              key={id}
              place={{ env, transaction: id, customer }}
              heading={
                <PanelHeading wasInside={wasInside}>
                  <Link to="/$env/t/$transaction" params={{ env, transaction: id }}>
                    Transaction <code>{id}</code>
                  </Link>
                </PanelHeading>
              }
              may={may}
              reviewPlace={<QueuePositionSlot env={env} transaction={id} />}
              identityLink={identityLink}
              receivedDialog={(entry, onClose) => (
                <NotificationDialogSlot env={env} entry={entry} onClose={onClose} />
              )}
            />
          )
        }
        identity={
          may.summary ? (
            <CustomerIdentitySection
              place={{ env, customer }}
              link={identityLink}
              open={may.identity ? openIdentity : undefined}
            />
          ) : null
        }
      />
      <AskQuestionSlot env={env} about={{ kind: 'customer', customer }} />
      <RecordAccessSlot env={env} subject={customer} words="customer" />
      <SubjectExportSlot env={env} customer={customer} />
    </>
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
