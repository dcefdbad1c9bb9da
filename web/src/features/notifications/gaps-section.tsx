import type { LedgerFigures } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import wide from '../../ui/table/wide-table.module.css'
import { counted, countOf } from '../../ui/text/counted.ts'
import { StateWord } from '../../ui/text/state-mark.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'
import type { NotificationsPageProps } from './notifications-page.tsx'

interface GapsSectionProps {
  readonly figures: LedgerFigures
  readonly link: NotificationsPageProps['transactionLink']
}

/** What the service says it sent and we did not receive: the first thing to be seen. */
export function GapsSection({ figures: { gaps, moreGaps }, link }: GapsSectionProps): ReactNode {
  return (
    <Section
      title="Gaps"
      note={gaps.length > 0 ? `${moreGaps ? 'more than ' : ''}${countOf(gaps.length, 'transaction')}` : null}
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
                    {link(transaction, <code title={transaction}>{shortened(transaction)}</code>, false)}
                  </td>
                  <td data-word="Missing">
                    <b className={styles.loud}>{counted(sent - received)}</b>
                  </td>
                  <td data-word="Sent">{counted(sent)}</td>
                  <td data-word="Received">{counted(received)}</td>
                  <td data-word="State">
                    <StateWord state={state} tagless />
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

function shortened(id: string): string {
  return id.length > 14 ? `${id.slice(0, 13)}…` : id
}
