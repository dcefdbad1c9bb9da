import type { TransactionId } from '@paydesk/shared/core/ids'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment } from '../../../lib/session-context.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { DescriptionList } from '../../../ui/text/description-list.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { nameRequester } from '../labels.ts'
import { PaymentLinkOffer } from '../payment-link/link-offer.tsx'
import { paymentRequestQueries } from '../queries.ts'

interface PaymentRequestOriginProps {
  readonly transaction: TransactionId
}

const maskedPlaceholder: MaskedValue = { visibility: 'clear', text: '–' }

/** Shows on a transaction's page who requested the payment; renders nothing if Paydesk did not request it. */
export function PaymentRequestOrigin({ transaction }: PaymentRequestOriginProps): ReactNode {
  const { name: env } = useEnvironment()
  const texts = useMessages('paymentRequests')
  const nameColleague = useFormatColleagueName()
  const { data, error } = useQuery(paymentRequestQueries(useApiClient()).ofTransaction(env, transaction))
  const request = data?.request
  if (data === undefined && error) return <ProblemNote error={error} missing={texts.origin.notLoaded} />
  if (!request) return null
  const { amount, currency, by, createdAt } = request
  return (
    <Section title={texts.request} note={texts.origin.note}>
      <DescriptionList
        hidden={texts.origin.hidden}
        facts={[
          { term: texts.fields.amount, value: amount, node: <Money amount={amount} currency={currency} /> },
          {
            term: by.kind === 'api_key' ? texts.page.createdByKey : texts.page.createdBy,
            value: maskedPlaceholder,
            node: (
              <>
                {nameRequester(request, nameColleague)},{' '}
                <Timestamp at={request.sentAt ?? createdAt} as="full" />
              </>
            ),
          },
          ...(request.noLinkReason === null
            ? []
            : [
                {
                  term: texts.page.paymentLink,
                  value: maskedPlaceholder,
                  node: texts.noLinkReasons[request.noLinkReason],
                },
              ]),
          {
            term: texts.page.facts,
            value: maskedPlaceholder,
            node: (
              <Link to="/$env/payment-requests/$request" params={{ env, request: request.request }}>
                {texts.view}
              </Link>
            ),
          },
        ]}
      />
      {request.current === null ? null : <PaymentLinkOffer request={request} />}
    </Section>
  )
}
