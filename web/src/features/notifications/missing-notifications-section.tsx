import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import { Section } from '../../ui/page/section.tsx'
import wide from '../../ui/table/wide-table.module.css'
import { shortenMiddle } from '../../ui/text/middle-ellipsis.tsx'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

interface MissingNotificationsSectionProps {
  readonly figures: NotificationFigures
}

/** Lists notifications that the payment service reports as sent and that never arrived; first on the page. */
export function MissingNotificationsSection({
  figures: { missing, moreMissing },
}: MissingNotificationsSectionProps): ReactNode {
  const texts = useMessages('notifications').missing
  const format = useFormatter()
  return (
    <Section
      title={texts.title}
      note={
        missing.length > 0
          ? format.text(moreMissing ? texts.more : texts.count, { count: missing.length })
          : null
      }
    >
      {missing.length === 0 ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <div className={wide.scroller}>
          <table className={wide.table}>
            <thead>
              <tr>
                <th scope="col">{texts.transaction}</th>
                <th scope="col">{texts.missing}</th>
                <th scope="col">{texts.sent}</th>
                <th scope="col">{texts.received}</th>
                <th scope="col">{texts.state}</th>
                <th scope="col">{texts.checked}</th>
              </tr>
            </thead>
            <tbody>
              {missing.map(({ transaction, sent, received, state, askedAt }) => (
                <tr key={transaction}>
                  <td data-word={texts.transaction}>
                    <TransactionLink transaction={transaction}>
                      <code title={transaction}>{shortenMiddle(transaction)}</code>
                    </TransactionLink>
                  </td>
                  <td data-word={texts.missing}>
                    <b className={styles.loud}>{format.number(sent - received)}</b>
                  </td>
                  <td data-word={texts.sent}>{format.number(sent)}</td>
                  <td data-word={texts.received}>{format.number(received)}</td>
                  <td data-word={texts.state}>
                    <StateLabel state={state} tagless />
                  </td>
                  <td data-word={texts.checked}>
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
