import type { EnvironmentName, TransactionId } from '@paydesk/shared/core/ids'
import type { Shown } from '@paydesk/shared/core/masked-value'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-request'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/api/client-context.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Facts } from '../../../ui/text/facts.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { AddressOffer, type AddressOfferProps } from '../payment-link/link-offer.tsx'
import { requestQueries } from '../queries.ts'
import { makerWord } from '../words.ts'

interface TransactionRequestProps {
  readonly env: EnvironmentName
  readonly transaction: TransactionId
  readonly requestLink: (request: PaymentRequest['request'], words: ReactNode) => ReactNode
  readonly returnTo: AddressOfferProps['returnTo']
}

const given: Shown = { seen: 'clear', text: 'given' }

/** On a transaction's page: by whom it was asked for here. Where it was not, nothing. */
export function TransactionRequest({ env, transaction, ...ways }: TransactionRequestProps): ReactNode {
  const { data, error } = useQuery(requestQueries(useClient()).ofTransaction(env, transaction))
  const request = data?.request
  if (data === undefined && error)
    return <ProblemNote error={error} missing="Whether this office asked for it could not be read" />
  if (!request) return null
  const { amount, currency, by, madeAt } = request
  return (
    <Section title="Payment request" note="this office asked for it">
      <Facts
        hidden="The payment request is not shown to your role."
        facts={[
          { term: 'Amount', value: amount, node: <Money amount={amount} currency={currency} /> },
          {
            term: by.kind === 'system' ? 'Made by the system' : 'Made by',
            value: given,
            node: (
              <>
                {makerWord(request)}, <Timestamp at={request.sentAt ?? madeAt} as="full" />
              </>
            ),
          },
          ...(request.noAddress === null ? [] : [{ term: 'Address', value: given, node: request.noAddress }]),
          { term: 'Request', value: given, node: ways.requestLink(request.request, 'Look at the request') },
        ]}
      />
      {request.now === null ? null : <AddressOffer env={env} request={request} returnTo={ways.returnTo} />}
    </Section>
  )
}
