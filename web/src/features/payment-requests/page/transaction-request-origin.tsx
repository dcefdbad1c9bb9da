import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { DescriptionList } from '../../../ui/text/description-list.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { describeRequester } from '../labels.ts'
import { PaymentLinkOffer, type PaymentLinkOfferProps } from '../payment-link/link-offer.tsx'
import { paymentRequestQueries } from '../queries.ts'

interface TransactionRequestOriginProps {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
  readonly requestLink: (request: PaymentRequest['request'], words: ReactNode) => ReactNode
  readonly returnTo: PaymentLinkOfferProps['returnTo']
}

const maskedPlaceholder: MaskedValue = { seen: 'clear', text: 'given' }

/** Shows on a transaction's page who requested the payment; renders nothing if Paydesk did not request it. */
export function TransactionRequestOrigin({
  env,
  transaction,
  ...ways
}: TransactionRequestOriginProps): ReactNode {
  const { data, error } = useQuery(paymentRequestQueries(useApiClient()).ofTransaction(env, transaction))
  const request = data?.request
  if (data === undefined && error)
    return <ProblemNote error={error} missing="Whether this office asked for it could not be read" />
  if (!request) return null
  const { amount, currency, by, madeAt } = request
  return (
    <Section title="Payment request" note="this office asked for it">
      <DescriptionList
        hidden="The payment request is not shown to your role."
        facts={[
          { term: 'Amount', value: amount, node: <Money amount={amount} currency={currency} /> },
          {
            term: by.kind === 'system' ? 'Made by the system' : 'Made by',
            value: maskedPlaceholder,
            node: (
              <>
                {describeRequester(request)}, <Timestamp at={request.sentAt ?? madeAt} as="full" />
              </>
            ),
          },
          ...(request.noAddress === null
            ? []
            : [{ term: 'Address', value: maskedPlaceholder, node: request.noAddress }]),
          {
            term: 'Request',
            value: maskedPlaceholder,
            node: ways.requestLink(request.request, 'Look at the request'),
          },
        ]}
      />
      {request.now === null ? null : (
        <PaymentLinkOffer env={env} request={request} returnTo={ways.returnTo} />
      )}
    </Section>
  )
}
