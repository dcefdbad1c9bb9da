import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import type { ReactNode } from 'react'
import { CustomerLink, TransactionLink } from '../../../ui/links/record-links.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../../ui/text/description-list.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { describeRequester } from '../labels.ts'
import styles from './request-page.module.css'

interface PaymentRequestFactsProps {
  readonly request: PaymentRequest
}

const hiddenNote = 'Not shown to your role.'
const maskedPlaceholder: MaskedValue = { seen: 'clear', text: 'given' }

/** Shows the requested values, and the course of the request with IDs to copy. */
export function PaymentRequestFacts({ request }: PaymentRequestFactsProps): ReactNode {
  const { amount, currency, customer, rid, transaction, by } = request
  const at = (time: string | null) => (time === null ? '–' : <Timestamp at={time} as="full" />)
  return (
    <div className={styles.facts}>
      <Section title="Asked for">
        <DescriptionList
          hidden={hiddenNote}
          facts={[
            { term: 'Amount', value: amount, node: <Money amount={amount} currency={currency} /> },
            {
              term: 'Customer',
              value: rid,
              node: (
                <CustomerLink customer={customer}>
                  <code>{getVisibleText(rid) ?? 'customer'}</code>
                </CustomerLink>
              ),
            },
            { term: 'Merchant', value: request.merchant, mono: true },
            { term: 'Workflow', value: request.workflow, mono: true },
            { term: 'Reference', value: request.reference, mono: true, copy: 'reference' },
          ]}
        />
      </Section>
      <Section title="Course">
        <DescriptionList
          hidden={hiddenNote}
          facts={[
            {
              term: by.kind === 'system' ? 'Made by the system' : 'Made by',
              value: maskedPlaceholder,
              node: (
                <>
                  {describeRequester(request)}, {at(request.madeAt)}
                </>
              ),
            },
            { term: 'Sent', value: maskedPlaceholder, node: at(request.sentAt) },
            { term: 'Outcome known', value: maskedPlaceholder, node: at(request.endedAt) },
            {
              term: 'Transaction',
              value: maskedPlaceholder,
              node:
                transaction === null ? (
                  'none known'
                ) : (
                  <span className={styles.id}>
                    <TransactionLink transaction={transaction}>
                      <code>{transaction}</code>
                    </TransactionLink>
                    <CopyButton text={transaction} what="transaction id" />
                  </span>
                ),
            },
            // Skip this fact while the payment is open: the status panel above shows it.
            ...(request.noAddress === null || (request.status === 'created' && !request.now?.isFinal)
              ? []
              : [{ term: 'Address for the customer', value: maskedPlaceholder, node: request.noAddress }]),
            {
              term: 'Merchant’s transaction id',
              value: request.merchantTransactionId,
              mono: true,
              copy: 'merchant’s transaction id',
            },
          ]}
        />
      </Section>
    </div>
  )
}
