import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../../lib/session-context.tsx'
import { getButtonClassName } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { RefreshButton } from '../../../ui/page/page-header.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { RecordHeadline, StatePill, StatusPill } from '../../../ui/page/record-headline.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { describePaymentRequestStatus, paymentRequestStatusTones } from '../labels.ts'
import { PaymentLinkOffer, type ResumedPaymentLinkDialog } from '../payment-link/link-offer.tsx'
import { paymentRequestQueries } from '../queries.ts'
import { findFormOfPaymentRequest, unlockPaymentRequestForm } from '../request-form-values.ts'
import { PaymentRequestFacts } from './request-facts.tsx'
import styles from './request-page.module.css'
import { PaymentRequestProgress } from './request-progress.tsx'
import { PaymentRequestStatusPanel } from './request-status-panel.tsx'

const route = getRouteApi('/inside/$env/payment-requests/$request')

/** Shows one payment request, from preparation in Paydesk to confirmation. */
export function PaymentRequestPage(): ReactNode {
  const { env, request } = route.useParams()
  const { label } = useEnvironment()
  const texts = useMessages('paymentRequests')
  const states = useMessages('ui')
  const format = useFormatter()
  // Outcome of the form that led to this page, if any.
  const said = useLocation({ select: ({ state }) => state.requestSaid ?? null })
  const resumed = useResumedDialog()
  const query = useQuery(paymentRequestQueries(useApiClient()).one({ env, request }))
  const { data } = query
  useChangeAnnouncement(
    data
      ? format.text(texts.page.stateChanged, { state: describePaymentRequestStatus(data, texts, states) })
      : null,
  )
  const reference = data ? getVisibleText(data.reference) : null
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title={texts.request} place={label} className={styles.title}>
          <span className={styles.kind}>{texts.request}</span>{' '}
          {reference === null ? null : (
            <>
              <code>{reference}</code>
              <CopyButton text={reference} what={texts.page.copied.reference} />
            </>
          )}
        </PageHeading>
        <RefreshButton
          help={texts.page.refresh}
          said={texts.page.refreshed}
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </header>
      {/* Outside of `AsyncView`: the message holds even if the request cannot be read now. */}
      {said === null ? null : (
        <p role="status" className={styles.said}>
          {said === 'before' ? texts.page.sentBefore : texts.page.answerLost}
          {said === 'lost' && data ? ` ${texts.page.serverKnows}` : null}
        </p>
      )}
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.page.notLoaded}
        skeleton={<Skeleton lines={9} height={30} />}
      >
        {(data) => <RequestDetails data={data} resumed={resumed} />}
      </AsyncView>
    </div>
  )
}

/** Returns the dialog of the payment link that was open before re-authentication. */
function useResumedDialog(): ResumedPaymentLinkDialog | null {
  const { show, purpose } = route.useSearch()
  const navigate = route.useNavigate()
  const [resumed] = useState(show === undefined ? null : { purpose: purpose ?? null })
  // Clear the address at once: a reload must not open the dialog again.
  const forget = useEffectEvent(() => void navigate({ search: {}, replace: true }))
  useEffect(() => {
    if (show !== undefined) forget()
  }, [show])
  return resumed
}

interface RequestDetailsProps {
  readonly data: PaymentRequest
  readonly resumed: ResumedPaymentLinkDialog | null
}

function RequestDetails({ data, resumed }: RequestDetailsProps): ReactNode {
  const mayMake = useMay('payment_request.create')
  const { status } = useMessages('paymentRequests')
  const { current } = data
  const state =
    current === null ? (
      <StatusPill tone={paymentRequestStatusTones[data.status]}>{status[data.status]}</StatusPill>
    ) : (
      <StatePill state={current.state} inReview={current.inReview} />
    )
  return (
    <>
      <RecordHeadline
        facts={{ ...data, state, firstSeenAt: data.createdAt, dateKind: 'created' }}
        open={data.transaction ?? undefined}
      >
        <RequestActions data={data} resumed={resumed} />
      </RecordHeadline>
      <PaymentRequestStatusPanel
        request={data}
        another={mayMake ? <AnotherRequestLink data={data} /> : null}
      />
      <PaymentRequestProgress request={data} />
      <PaymentRequestFacts request={data} />
    </>
  )
}

function AnotherRequestLink({ data }: Pick<RequestDetailsProps, 'data'>): ReactNode {
  const { env } = route.useParams()
  const texts = useMessages('paymentRequests')
  return (
    <Link
      to="/$env/payment-requests/new"
      params={{ env }}
      search={{ customer: data.customer }}
      className={getButtonClassName()}
    >
      {texts.newForCustomer}
    </Link>
  )
}

/** Actions open now: hand out the payment link, or use the form again if provably nothing was created. */
function RequestActions({ data, resumed }: RequestDetailsProps): ReactNode {
  const { env } = route.useParams()
  const texts = useMessages('paymentRequests').page
  const queryClient = useQueryClient()
  const mayMake = useMay('payment_request.create')
  const { status, by, customer } = data
  // Nothing was created in these states, provably: the same form may be corrected.
  const isOpen = status === 'draft' || status === 'refused' || status === 'not_sent'
  if (!isOpen && status !== 'absent') return <PaymentLinkOffer request={data} resumed={resumed} />
  if (!mayMake || by.kind !== 'person' || !by.person.me) return null
  const form = isOpen ? findFormOfPaymentRequest(queryClient, env, data.request) : null
  if (form === null) return <AnotherRequestLink data={data} />
  return (
    <Link
      to="/$env/payment-requests/new"
      params={{ env }}
      search={{ form, customer }}
      className={getButtonClassName('primary')}
      onClick={() => unlockPaymentRequestForm(queryClient, env, form)}
    >
      {status === 'draft' ? texts.backToForm : texts.editAndResend}
    </Link>
  )
}

/** Announces a line when it changes. Skips the first line, which is on screen anyway. */
function useChangeAnnouncement(line: string | null): void {
  const announce = useAnnounce()
  const before = useRef(line)
  useEffect(() => {
    if (before.current !== null && line !== null && line !== before.current) announce(line)
    before.current = line ?? before.current
  }, [announce, line])
}
