import type { LedgerFigures } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import { dayWords } from '../../ui/charts/data-days.tsx'
import { Section } from '../../ui/page/section.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { refusedWords } from '../../ui/text/received-words.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './notifications-page.module.css'

/** Refused ones were never stored: there is a count and nothing else. */
export function RefusedSection({ refused }: Pick<LedgerFigures, 'refused'>): ReactNode {
  const total = refused.reduce((sum, { times }) => sum + times, 0)
  return (
    <Section
      title="Refused"
      note={total > 0 ? `${countOf(total, 'delivery', 'deliveries')}, never stored` : 'never stored'}
    >
      {refused.length === 0 ? (
        <p className={styles.quiet}>None was refused in these days.</p>
      ) : (
        <ul className={styles.refused}>
          {[...refused]
            .sort((a, b) => b.day.localeCompare(a.day))
            .map(({ day, reason, times, lastAt }) => (
              <li key={`${day} ${reason}`}>
                <span className={styles.quiet}>{dayWords(day)}</span>
                <span>{refusedWords[reason]}</span>
                <b>{counted(times)}</b>
                <span className={styles.quiet}>
                  last <Timestamp at={lastAt} as="time" />
                </span>
              </li>
            ))}
        </ul>
      )}
    </Section>
  )
}
