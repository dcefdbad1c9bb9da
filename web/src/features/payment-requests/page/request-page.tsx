import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type {
  PaymentRequest,
  PaymentRequestFormId,
  PaymentRequestId,
} from '@paydesk/shared/payments/payment-requests'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { getButtonClassName } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { RefreshButton } from '../../../ui/page/page-header.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { formatMajorAmount } from '../amount-preview.ts'
import { describeRequestStatus } from '../labels.ts'
import { PaymentLinkOffer } from '../payment-link/link-offer.tsx'
import { paymentRequestQueries } from '../queries.ts'
import { findFormOfRequest, reopenStoredForm } from '../request-form-values.ts'
import type { SubmissionNotice } from '../use-request-form.ts'
import { PaymentRequestFacts, type RequestFactsLinks } from './request-facts.tsx'
import styles from './request-page.module.css'
import { RequestProgress } from './request-progress.tsx'
import { RequestStatusPanel } from './request-status-panel.tsx'

interface FormLink {
  readonly form: PaymentRequestFormId
  readonly customer: PaymentRequest['customer']
  readonly words: ReactNode
  readonly className: string
  readonly onGo: () => void
}

export interface PaymentRequestPageProps {
  readonly env: EnvironmentName
  readonly request: PaymentRequestId
  /** Name of the environment, for the window title. */
  readonly environmentLabel: string
  readonly mayMake: boolean
  /** Outcome of the form that led to this page, if any. */
  readonly said: SubmissionNotice | null
  /** Purpose chosen for the payment link before re-authentication. */
  readonly resumedPurpose: PurposeCode | null
  readonly links: RequestFactsLinks
  /** Links to the form with the typed values; `newLink` to an empty form for the customer. */
  readonly formLink: (link: FormLink) => ReactNode
  readonly newLink: (customer: PaymentRequest['customer'], words: ReactNode, className: string) => ReactNode
  readonly returnTo: (request: PaymentRequestId, purpose: PurposeCode) => string
}

/** Shows one payment request, from preparation in Paydesk to confirmation. */
export function PaymentRequestPage(props: PaymentRequestPageProps): ReactNode {
  const { env, request, environmentLabel, said } = props
  const query = useQuery(paymentRequestQueries(useApiClient()).one({ env, request }))
  const { data } = query
  useChangeAnnouncement(data ? `It is now: ${describeRequestStatus(data)}` : null)
  const reference = data ? getVisibleText(data.reference) : null
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Payment request" place={environmentLabel} className={styles.title}>
          <span className={styles.kind}>Payment request</span>{' '}
          {reference === null ? null : (
            <>
              <code>{reference}</code>
              <CopyButton text={reference} what="reference" />
            </>
          )}
        </PageHeading>
        <RefreshButton
          help="Read the request again"
          said="The request was read again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </header>
      {/* Outside of `AsyncView`: the message holds even if the request cannot be read now. */}
      {said === null ? null : (
        <p role="status" className={styles.said}>
          {submissionMessages[said]}
          {said === 'lost' && data ? ' What is below is what the server knows of it.' : null}
        </p>
      )}
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The payment request could not be read"
        skeleton={<Skeleton lines={9} height={30} />}
      >
        {(data) => <RequestDetails {...props} data={data} />}
      </AsyncView>
    </div>
  )
}

const submissionMessages: Readonly<Record<SubmissionNotice, string>> = {
  before: 'This form had been sent already. Nothing was sent again.',
  lost: 'No answer came back to this window, so it may have been sent.',
}

function RequestDetails({
  data,
  ...props
}: PaymentRequestPageProps & { readonly data: PaymentRequest }): ReactNode {
  const [units, code] = [data.amount, getVisibleText(data.currency)]
  const amount = getVisibleText(units)
  return (
    <>
      <div className={styles.top}>
        <p className={styles.amount}>
          {amount === null
            ? 'Amount not shown to your role'
            : units.seen === 'clear' && code !== null
              ? formatMajorAmount(amount, code)
              : data.currency.seen === 'clear'
                ? `${amount} ${code}`
                : amount}
        </p>
        <RequestActions {...props} data={data} />
      </div>
      <RequestStatusPanel
        request={data}
        another={
          props.mayMake
            ? props.newLink(data.customer, 'New payment for this customer', getButtonClassName())
            : null
        }
      />
      <RequestProgress request={data} />
      <PaymentRequestFacts request={data} links={props.links} />
    </>
  )
}

type RequestActionsProps = Omit<PaymentRequestPageProps, 'said'> & { readonly data: PaymentRequest }

/** Actions open now: hand out the payment link, or use the form again if provably nothing was created. */
function RequestActions({
  data,
  env,
  mayMake,
  resumedPurpose,
  formLink,
  newLink,
  returnTo,
}: RequestActionsProps): ReactNode {
  const queryClient = useQueryClient()
  const { status, by } = data
  // Nothing was created in these states, provably: the same form may be corrected.
  const isOpen = status === 'draft' || status === 'refused' || status === 'not_sent'
  if (!isOpen && status !== 'absent')
    return <PaymentLinkOffer env={env} request={data} resumed={resumedPurpose} returnTo={returnTo} />
  if (!mayMake || by.kind !== 'person' || !by.who.me) return null
  const form = isOpen ? findFormOfRequest(queryClient, env, data.request) : null
  const words = status === 'draft' ? 'Back to the form' : 'Change and send again'
  return form === null
    ? newLink(data.customer, 'New payment for this customer', getButtonClassName())
    : formLink({
        form,
        customer: data.customer,
        words,
        className: getButtonClassName('primary'),
        onGo: () => reopenStoredForm(queryClient, env, form),
      })
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
