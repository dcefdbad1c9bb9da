import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useMay } from '../../lib/session-context.tsx'
import { Money } from '../../ui/text/money.tsx'
import {
  createPagedTimelineSource,
  type TimelineEntry,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'
import { nameRequester } from './labels.ts'
import { paymentRequestQueries } from './queries.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Returns the payment requests for a customer; null for a role that may not see them. */
export function useCustomerPaymentRequestTimeline({ env, customer }: CustomerRef): TimelineSource | null {
  const enabled = useMay('payment_request.read')
  const filter = { show: 'all', customer } as const
  const query = useInfiniteQuery({ ...paymentRequestQueries(useApiClient()).pages(env, filter), enabled })
  const { record } = useMessages('customerTimeline')
  if (!enabled) return null
  return createPagedTimelineSource(query, ({ requests }) => ({
    oldest: requests.at(-1)?.createdAt,
    entries: requests.flatMap((request): TimelineEntry[] => {
      const link = (
        <Link to="/$env/payment-requests/$request" params={{ env, request: request.request }}>
          {record.request}
        </Link>
      )
      const created = {
        key: `${request.request}-created`,
        at: request.createdAt,
        content: <RequestText request={request} />,
        record: link,
      }
      if (request.endedAt === null) return [created]
      const content = <RequestResult request={request} />
      return [{ key: `${request.request}-ended`, at: request.endedAt, content, record: link }, created]
    }),
  }))
}

function RequestText({ request }: { readonly request: PaymentRequest }): ReactNode {
  const { requested } = useMessages('customerTimeline')
  const format = useFormatter()
  const name = nameRequester(request, useFormatColleagueName())
  return (
    <>
      {format.parts(requested, { name: <b key="name">{name}</b> })} ·{' '}
      <Money amount={request.amount} currency={request.currency} />
    </>
  )
}

/** Says how sending ended. What became of the transaction since is an entry of its own. */
function RequestResult({ request: { status } }: { readonly request: PaymentRequest }): ReactNode {
  const { requestEnded } = useMessages('customerTimeline')
  const texts = useMessages('paymentRequests')
  return useFormatter().text(requestEnded, { status: texts.status[status] })
}
