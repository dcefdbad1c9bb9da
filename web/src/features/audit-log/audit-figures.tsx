import type { AuditLogFigures as FiguresOf } from '@paydesk/shared/compliance/audit-log'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './audit-log.module.css'
import { StaffActivityLink } from './staff-activity-link.tsx'

interface AuditTodayFiguresProps {
  readonly figures: FiguresOf
}

/** Shows today's audit figures, in total and by person. */
export function AuditTodayFigures({ figures }: AuditTodayFiguresProps): ReactNode {
  const { name: env } = useEnvironment()
  const seesEvery = useMay('audit.every')
  const { day, today, people, morePeople } = figures
  return (
    <section aria-label="Today" className={styles.today}>
      <KeyFigureList>
        <KeyFigure term="Entries today" value={formatCount(today.entries)} />
        <KeyFigure term="Records opened" value={formatCount(today.reads)} />
        <KeyFigure term="Revealed or checked" value={formatCount(today.reveals)} />
        <KeyFigure term="Refused" value={formatCount(today.refused)} isLoud={today.refused > 0} />
        <KeyFigure term="Failed" value={formatCount(today.failed)} />
      </KeyFigureList>
      {today.refused > 0 ? (
        <p className={styles.quiet}>
          <Link to="/$env/audit" params={{ env }} search={{ result: 'refused', from: day }}>
            {formatCountOf(today.refused, 'refusal')} of today
          </Link>
        </p>
      ) : null}
      {people.length > 1 || seesEvery ? (
        <details className={styles.people}>
          <summary>
            By person ({formatCount(people.length)}
            {morePeople ? ' and more' : ''})
          </summary>
          <table className={styles.table}>
            <caption className="unseen">Today by person</caption>
            <thead>
              <tr>
                {['Who', 'Entries', 'Opened', 'Revealed', 'Refused'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map(({ person, entries, reads, reveals, refused }) => (
                <tr key={person.person}>
                  <th scope="row">
                    <StaffActivityLink person={person.person}>
                      {person.me ? 'You' : (getVisibleText(person.name) ?? 'A colleague')}
                    </StaffActivityLink>
                  </th>
                  <td>{formatCount(entries)}</td>
                  <td>{formatCount(reads)}</td>
                  <td>{formatCount(reveals)}</td>
                  <td data-loud={refused > 0 || undefined}>{formatCount(refused)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </section>
  )
}

/** Shows the size of the audit log and the time of its first entry. */
export function AuditCoverageLine({
  figures: { coverage },
  place,
}: {
  readonly figures: FiguresOf
  readonly place: string
}): ReactNode {
  const named = (chain: string) =>
    chain === 'global' ? 'of no environment' : chain === 'own' ? 'of your own' : `of ${place}`
  return (
    <p className={styles.about}>
      {coverage.map(({ chain, entries, since }, at) => (
        <span key={chain}>
          {at > 0 ? ', ' : 'Covers '}
          {formatCountOf(entries, 'entry', 'entries')} {named(chain)}
          {since === null ? '' : ' since '}
          {since === null ? null : <Timestamp at={since} as="time" />}
        </span>
      ))}
      .
    </p>
  )
}
