import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import type {
  PaymentRequest,
  PaymentRequestFormId,
  PaymentRequestId,
} from '@paydesk/shared/payments/payment-request'
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
  /** The environment's name, for the window's title. */
  readonly environmentLabel: string
  readonly mayMake: boolean
  /** How one came here from the form. */
  readonly said: SubmissionNotice | null
  /** Back from a proof of who one is, with the reason that was chosen for the address. */
  readonly resumedPurpose: PurposeCode | null
  readonly links: RequestFactsLinks
  /** The form again with what was typed, or an empty one for the customer. */
  readonly formLink: (link: FormLink) => ReactNode
  readonly newLink: (customer: PaymentRequest['customer'], words: ReactNode, className: string) => ReactNode
  readonly returnTo: (request: PaymentRequestId, purpose: PurposeCode) => string
}

/** One payment request, from this office to its proof. */
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
      {/* Beside what is read and not part of it: it is true although nothing can be read just now. */}
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

/** What can be done now: hand the address over, or ask anew where provably nothing was created. */
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
  // Provably nothing exists: the same form may be corrected.
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

/** Says a line when it is another than before; the first one is on screen and needs no voice. */
function useChangeAnnouncement(line: string | null): void {
  const announce = useAnnounce()
  const before = useRef(line)
  useEffect(() => {
    if (before.current !== null && line !== null && line !== before.current) announce(line)
    before.current = line ?? before.current
  }, [announce, line])
}
