import type {
  CustomerTransactionList,
  CustomerOpenWork as OpenWork,
} from '@paydesk/shared/payments/customers'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './customer-page.module.css'
import type { CustomerRef } from './queries.ts'

interface CustomerOpenWorkProps {
  readonly customerRef: CustomerRef
  readonly work: OpenWork | undefined
  /** List of the payment service, which says what is in review. */
  readonly transactions: CustomerTransactionList | undefined
}

/** Says what is open about the customer, each as a link to its rows. Leaves out what is not open. */
export function CustomerOpenWork({ customerRef, work, transactions }: CustomerOpenWorkProps): ReactNode {
  const { env, customer } = customerRef
  const { openWork: texts } = useMessages('customers')
  const format = useFormatter()
  const params = { env }
  const inReview = transactions?.entries.filter((entry) => entry.inReview).length
  const items = [
    {
      count: inReview,
      text: texts.inReview,
      link: { to: '/$env/customers/$customer', params: customerRef, search: { review: '1' } },
    },
    {
      count: work?.discrepancies,
      text: texts.discrepancies,
      link: { to: '/$env/reconciliation', params, search: { customer } },
    },
    {
      count: work?.paymentRequests,
      text: texts.paymentRequests,
      link: { to: '/$env/payment-requests', params, search: { customer, show: 'open' } },
    },
    {
      count: work?.questions,
      text: texts.questions,
      link: { to: '/$env/questions', params, search: { customer } },
    },
  ] as const
  const open = items.filter(({ count }) => count)
  // Keep the place of the line: what is open may arrive later.
  if (open.length === 0) return <div className={styles.work} />
  return (
    <ul className={styles.work} aria-label={texts.title}>
      {open.map(({ count, text, link }) => (
        <li key={link.to}>
          <Link {...link}>{format.text(text, { count: count ?? 0 })}</Link>
        </li>
      ))}
    </ul>
  )
}
