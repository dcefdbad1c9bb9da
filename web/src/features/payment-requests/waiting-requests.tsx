import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { HomeWorkRow, HomeWorkSection } from '../../ui/home/home-work-rows.tsx'
import { CustomerLink } from '../../ui/links/record-links.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { paymentRequestQueries } from './queries.ts'

/** Time at which a request expires; requests without one come last. */
const expiryOf = ({ current }: PaymentRequest) =>
  current?.expiresAt == null ? Number.POSITIVE_INFINITY : Date.parse(current.expiresAt)

/** Lists the payment requests that wait for a customer: the next to expire first. */
export function WaitingPaymentRequests(): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('home').requests
  const query = useInfiniteQuery(paymentRequestQueries(useApiClient()).pages(env, { show: 'open' }))
  return (
    <HomeWorkSection
      texts={texts}
      all={
        <Link to="/$env/payment-requests" params={{ env }} search={{ show: 'open' }}>
          {texts.all}
        </Link>
      }
      query={query}
      list={({ pages }) =>
        (pages[0]?.requests ?? []).toSorted((one, other) => expiryOf(one) - expiryOf(other))
      }
      renderRow={(row) => <WaitingRequest key={row.request} row={row} />}
    />
  )
}

function WaitingRequest({ row }: { readonly row: PaymentRequest }): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('home').requests
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const expires = expiryOf(row)
  return (
    <HomeWorkRow
      time={
        !Number.isFinite(expires)
          ? texts.noExpiry
          : expires > now
            ? format.text(texts.timeLeft, { time: format.age(expires, now) })
            : texts.expired
      }
      amount={row}
      what={row.current === null ? texts.unknown : <StateLabel state={row.current.state} tagless />}
      customer={
        <CustomerLink customer={row.customer}>
          <FieldValue value={row.rid} />
        </CustomerLink>
      }
    >
      <Link to="/$env/payment-requests/$request" params={{ env, request: row.request }}>
        {texts.open}
        <span className="unseen"> {getVisibleText(row.rid)}</span>
      </Link>
    </HomeWorkRow>
  )
}
