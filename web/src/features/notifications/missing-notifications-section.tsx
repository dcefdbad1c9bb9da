import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { TransactionLink } from '../../ui/links/record-links.tsx'
import { Section } from '../../ui/page/section.tsx'
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
        <ul className={styles.missing}>
          {missing.map(({ transaction, sent, received, state, askedAt }) => (
            <li key={transaction}>
              <TransactionLink transaction={transaction}>
                <code title={transaction}>{shortenMiddle(transaction)}</code>
              </TransactionLink>
              <b className={styles.loud}>
                {texts.missing} {format.number(sent - received)}
              </b>
              <span>
                <span className={styles.quiet}>{texts.sent}</span> {format.number(sent)}
              </span>
              <span>
                <span className={styles.quiet}>{texts.received}</span> {format.number(received)}
              </span>
              <StateLabel state={state} tagless />
              <span className={styles.quiet}>
                {texts.checked} <Timestamp at={askedAt} as="time" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
