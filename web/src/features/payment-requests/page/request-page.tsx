import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { PurposeCode } from '@paydesk/shared/core/purpose'
import type { PaymentRequest, RequestForm, RequestId } from '@paydesk/shared/payments/payment-request'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { buttonLook } from '../../../ui/forms/button.tsx'
import { AsyncView } from '../../../ui/page/async-view.tsx'
import { Reread } from '../../../ui/page/page-head.tsx'
import { PageHeading } from '../../../ui/page/page-heading.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useAnnounce } from '../../../ui/text/announce.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { shownText } from '../../../ui/text/masked-value.tsx'
import { majorOf } from '../amount-words.ts'
import type { Said } from '../making.ts'
import { AddressOffer } from '../payment-link/link-offer.tsx'
import { requestQueries } from '../queries.ts'
import { formOf, reopenForm } from '../typed.ts'
import { standingWord } from '../words.ts'
import { ProgressLine } from './progress-line.tsx'
import { RequestFacts, type RequestLinks } from './request-facts.tsx'
import styles from './request-page.module.css'
import { Standing } from './request-state.tsx'

interface FormLink {
  readonly form: RequestForm
  readonly customer: PaymentRequest['customer']
  readonly words: ReactNode
  readonly className: string
  readonly onGo: () => void
}

export interface RequestPageProps {
  readonly env: EnvironmentName
  readonly request: RequestId
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly mayMake: boolean
  /** How one came here from the form. */
  readonly said: Said | null
  /** Back from a proof of who one is, with the reason that was chosen for the address. */
  readonly resumed: PurposeCode | null
  readonly links: RequestLinks
  /** The form again with what was typed, or an empty one for the customer. */
  readonly formLink: (link: FormLink) => ReactNode
  readonly newLink: (customer: PaymentRequest['customer'], words: ReactNode, className: string) => ReactNode
  readonly returnTo: (request: RequestId, purpose: PurposeCode) => string
}

/** One payment request, from this office to its proof. */
export function RequestPage(props: RequestPageProps): ReactNode {
  const { env, request, place, said } = props
  const query = useQuery(requestQueries(useClient()).one({ env, request }))
  const { data } = query
  useSaid(data ? `It is now: ${standingWord(data)}` : null)
  const reference = data ? shownText(data.reference) : null
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Payment request" place={place} className={styles.title}>
          <span className={styles.kind}>Payment request</span>{' '}
          {reference === null ? null : (
            <>
              <code>{reference}</code>
              <CopyButton text={reference} what="reference" />
            </>
          )}
        </PageHeading>
        <Reread
          help="Read the request again"
          said="The request was read again"
          isBusy={query.isFetching}
          read={() => query.refetch()}
        />
      </header>
      {/* Beside what is read and not part of it: it is true although nothing can be read just now. */}
      {said === null ? null : (
        <p role="status" className={styles.said}>
          {saidWords[said]}
          {said === 'lost' && data ? ' What is below is what the server knows of it.' : null}
        </p>
      )}
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The payment request could not be read"
        skeleton={<Skeleton lines={9} height={30} />}
      >
        {(data) => <Body {...props} data={data} />}
      </AsyncView>
    </div>
  )
}

const saidWords: Readonly<Record<Said, string>> = {
  before: 'This form had been sent already. Nothing was sent again.',
  lost: 'No answer came back to this window, so it may have been sent.',
}

function Body({ data, ...props }: RequestPageProps & { readonly data: PaymentRequest }): ReactNode {
  const [units, code] = [data.amount, shownText(data.currency)]
  const amount = shownText(units)
  return (
    <>
      <div className={styles.top}>
        <p className={styles.amount}>
          {amount === null
            ? 'Amount not shown to your role'
            : units.seen === 'clear' && code !== null
              ? majorOf(amount, code)
              : data.currency.seen === 'clear'
                ? `${amount} ${code}`
                : amount}
        </p>
        <Ways {...props} data={data} />
      </div>
      <Standing
        request={data}
        another={
          props.mayMake ? props.newLink(data.customer, 'New payment for this customer', buttonLook()) : null
        }
      />
      <ProgressLine request={data} />
      <RequestFacts request={data} links={props.links} />
    </>
  )
}

type WaysProps = Omit<RequestPageProps, 'said'> & { readonly data: PaymentRequest }

/** What can be done now: hand the address over, or ask anew where provably nothing was created. */
function Ways({ data, env, mayMake, resumed, formLink, newLink, returnTo }: WaysProps): ReactNode {
  const queryClient = useQueryClient()
  const { status, by } = data
  // Provably nothing exists: the same form may be corrected.
  const isOpen = status === 'draft' || status === 'refused' || status === 'not_sent'
  if (!isOpen && status !== 'absent')
    return <AddressOffer env={env} request={data} resumed={resumed} returnTo={returnTo} />
  if (!mayMake || by.kind !== 'person' || !by.who.me) return null
  const form = isOpen ? formOf(queryClient, env, data.request) : null
  const words = status === 'draft' ? 'Back to the form' : 'Change and send again'
  return form === null
    ? newLink(data.customer, 'New payment for this customer', buttonLook())
    : formLink({
        form,
        customer: data.customer,
        words,
        className: buttonLook('primary'),
        onGo: () => reopenForm(queryClient, env, form),
      })
}

/** Says a line when it is another than before; the first one is on screen and needs no voice. */
function useSaid(line: string | null): void {
  const announce = useAnnounce()
  const before = useRef(line)
  useEffect(() => {
    if (before.current !== null && line !== null && line !== before.current) announce(line)
    before.current = line ?? before.current
  }, [announce, line])
}
