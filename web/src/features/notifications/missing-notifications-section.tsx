import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import { Section } from '../../ui/page/section.tsx'
import wide from '../../ui/table/wide-table.module.css'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

interface MissingNotificationsSectionProps {
  readonly figures: NotificationFigures
}

/** Lists notifications that the payment service reports as sent and that never arrived; first on the page. */
export function MissingNotificationsSection({
  figures: { gaps, moreGaps },
}: MissingNotificationsSectionProps): ReactNode {
  return (
    <Section
      title="Gaps"
      note={
        gaps.length > 0 ? `${moreGaps ? 'more than ' : ''}${formatCountOf(gaps.length, 'transaction')}` : null
      }
    >
      {gaps.length === 0 ? (
        <p className={styles.quiet}>
          No gap is known: wherever the service was asked, as many came as it says it sent. It is asked by the
          sweep, not at every moment.
        </p>
      ) : (
        <div className={wide.scroller}>
          <table className={wide.table}>
            <thead>
              <tr>
                <th scope="col">Transaction</th>
                <th scope="col">Missing</th>
                <th scope="col">Sent</th>
                <th scope="col">Received</th>
                <th scope="col">State</th>
                <th scope="col">Asked</th>
              </tr>
            </thead>
            <tbody>
              {gaps.map(({ transaction, sent, received, state, askedAt }) => (
                <tr key={transaction}>
                  <td data-word="Transaction">
                    <TransactionLink transaction={transaction}>
                      <code title={transaction}>{shortenId(transaction)}</code>
                    </TransactionLink>
                  </td>
                  <td data-word="Missing">
                    <b className={styles.loud}>{formatCount(sent - received)}</b>
                  </td>
                  <td data-word="Sent">{formatCount(sent)}</td>
                  <td data-word="Received">{formatCount(received)}</td>
                  <td data-word="State">
                    <StateLabel state={state} tagless />
                  </td>
                  <td data-word="Asked">
                    <Timestamp at={askedAt} as="time" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function shortenId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 13)}…` : id
}
