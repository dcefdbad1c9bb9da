import type { Shown } from '@paydesk/shared/core/masked-value'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-request'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/page/section.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { Facts } from '../../../ui/text/facts.tsx'
import { shownText } from '../../../ui/text/masked-value.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { makerWord } from '../words.ts'
import styles from './request-page.module.css'

export interface RequestLinks {
  /** Each gives the words alone where this person may not go there. */
  readonly transaction: (request: NonNullable<PaymentRequest['transaction']>, words: ReactNode) => ReactNode
  readonly customer: (customer: PaymentRequest['customer'], words: ReactNode) => ReactNode
}

interface RequestFactsProps {
  readonly request: PaymentRequest
  readonly links: RequestLinks
}

const hidden = 'Not shown to your role.'
const given: Shown = { seen: 'clear', text: 'given' }

/** What was asked for, and its course with ids to copy. */
export function RequestFacts({ request, links }: RequestFactsProps): ReactNode {
  const { amount, currency, customer, rid, transaction, by } = request
  const at = (time: string | null) => (time === null ? '–' : <Timestamp at={time} as="full" />)
  return (
    <div className={styles.facts}>
      <Section title="Asked for">
        <Facts
          hidden={hidden}
          facts={[
            { term: 'Amount', value: amount, node: <Money amount={amount} currency={currency} /> },
            {
              term: 'Customer',
              value: rid,
              node: links.customer(customer, <code>{shownText(rid) ?? 'customer'}</code>),
            },
            { term: 'Merchant', value: request.merchant, mono: true },
            { term: 'Workflow', value: request.workflow, mono: true },
            { term: 'Reference', value: request.reference, mono: true, copy: 'reference' },
          ]}
        />
      </Section>
      <Section title="Course">
        <Facts
          hidden={hidden}
          facts={[
            {
              term: by.kind === 'system' ? 'Made by the system' : 'Made by',
              value: given,
              node: (
                <>
                  {makerWord(request)}, {at(request.madeAt)}
                </>
              ),
            },
            { term: 'Sent', value: given, node: at(request.sentAt) },
            { term: 'Outcome known', value: given, node: at(request.endedAt) },
            {
              term: 'Transaction',
              value: given,
              node:
                transaction === null ? (
                  'none known'
                ) : (
                  <span className={styles.id}>
                    {links.transaction(transaction, <code>{transaction}</code>)}
                    <CopyButton text={transaction} what="transaction id" />
                  </span>
                ),
            },
            // As long as it matters it stands above.
            ...(request.noAddress === null || (request.status === 'created' && !request.now?.isFinal)
              ? []
              : [{ term: 'Address for the customer', value: given, node: request.noAddress }]),
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
