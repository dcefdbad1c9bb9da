import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { CustomerLink, TransactionLink } from '../../../ui/links/record-links.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../../ui/text/description-list.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { nameRequester } from '../labels.ts'
import styles from './request-page.module.css'

interface PaymentRequestFactsProps {
  readonly request: PaymentRequest
}

const maskedPlaceholder: MaskedValue = { visibility: 'clear', text: '–' }

/** Shows the requested values, and the course of the request with IDs to copy. */
export function PaymentRequestFacts({ request }: PaymentRequestFactsProps): ReactNode {
  const { amount, currency, customer, rid, transaction, by } = request
  const texts = useMessages('paymentRequests')
  const { fields, page } = texts
  const nameColleague = useFormatColleagueName()
  const at = (time: string | null) => (time === null ? '–' : <Timestamp at={time} as="full" />)
  return (
    <div className={styles.facts}>
      <Section title={page.facts}>
        <DescriptionList
          hidden={page.hidden}
          facts={[
            { term: fields.amount, value: amount, node: <Money amount={amount} currency={currency} /> },
            {
              term: fields.customer,
              value: rid,
              node: (
                <CustomerLink customer={customer}>
                  <code>{getVisibleText(rid) ?? fields.customer}</code>
                </CustomerLink>
              ),
            },
            { term: fields.merchant, value: request.merchant, mono: true },
            { term: fields.workflow, value: request.workflow, mono: true },
            { term: fields.reference, value: request.reference, mono: true, copy: page.copied.reference },
          ]}
        />
      </Section>
      <Section title={page.timeline}>
        <DescriptionList
          hidden={page.hidden}
          facts={[
            {
              term: by.kind === 'api_key' ? page.createdByKey : page.createdBy,
              value: maskedPlaceholder,
              node: (
                <>
                  {nameRequester(request, nameColleague)}, {at(request.createdAt)}
                </>
              ),
            },
            { term: page.sentAt, value: maskedPlaceholder, node: at(request.sentAt) },
            { term: page.outcomeAt, value: maskedPlaceholder, node: at(request.endedAt) },
            {
              term: page.transaction,
              value: maskedPlaceholder,
              node:
                transaction === null ? (
                  page.noTransaction
                ) : (
                  <span className={styles.id}>
                    <TransactionLink transaction={transaction}>
                      <code>{transaction}</code>
                    </TransactionLink>
                    <CopyButton text={transaction} what={page.copied.transaction} />
                  </span>
                ),
            },
            // Skip this fact while the payment is open: the status panel above shows it.
            ...(request.noLinkReason === null || (request.status === 'created' && !request.current?.isFinal)
              ? []
              : [
                  {
                    term: page.paymentLink,
                    value: maskedPlaceholder,
                    node: texts.noLinkReasons[request.noLinkReason],
                  },
                ]),
            {
              term: page.merchantTransactionId,
              value: request.merchantTransactionId,
              mono: true,
              copy: page.copied.merchantTransaction,
            },
          ]}
        />
      </Section>
    </div>
  )
}
