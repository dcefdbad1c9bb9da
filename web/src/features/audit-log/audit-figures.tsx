import type { AuditLogFigures as FiguresOf } from '@paydesk/shared/compliance/audit-log'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { KeyFigure, KeyFigureList } from '../../ui/charts/key-figures.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './audit-log.module.css'
import { useAuditPersonName } from './labels.ts'
import { StaffActivityLink } from './staff-activity-link.tsx'

interface AuditTodayFiguresProps {
  readonly figures: FiguresOf
}

/** Shows today's audit figures, in total and by person. */
export function AuditTodayFigures({ figures }: AuditTodayFiguresProps): ReactNode {
  const texts = useMessages('auditLog').today
  const namePerson = useAuditPersonName()
  const { refusals } = useMessages('auditLogHome')
  const format = useFormatter()
  const { name: env } = useEnvironment()
  const seesEvery = useMay('audit.every')
  const { day, today, people, morePeople } = figures
  return (
    <section aria-label={texts.label} className={styles.today}>
      <KeyFigureList>
        <KeyFigure term={texts.entries} value={format.number(today.entries)} />
        <KeyFigure term={texts.reads} value={format.number(today.reads)} />
        <KeyFigure term={texts.reveals} value={format.number(today.reveals)} />
        <KeyFigure term={texts.refused} value={format.number(today.refused)} isLoud={today.refused > 0} />
        <KeyFigure term={texts.failed} value={format.number(today.failed)} />
      </KeyFigureList>
      {today.refused > 0 ? (
        <p className={styles.quiet}>
          <Link to="/$env/audit-log" params={{ env }} search={{ result: 'refused', from: day }}>
            {format.text(refusals, { count: today.refused })}
          </Link>
        </p>
      ) : null}
      {people.length > 1 || seesEvery ? (
        <details className={styles.people}>
          <summary>
            {format.text(morePeople ? texts.byPersonAndMore : texts.byPerson, { count: people.length })}
          </summary>
          <table className={styles.table}>
            <caption className="unseen">{texts.caption}</caption>
            <thead>
              <tr>
                {Object.values(texts.heads).map((head) => (
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
                      {namePerson(person, 'subject')}
                    </StaffActivityLink>
                  </th>
                  <td>{format.number(entries)}</td>
                  <td>{format.number(reads)}</td>
                  <td>{format.number(reveals)}</td>
                  <td data-loud={refused > 0 || undefined}>{format.number(refused)}</td>
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
export function AuditLogSizeLine({
  figures: { coverage },
  place,
}: {
  readonly figures: FiguresOf
  readonly place: string
}): ReactNode {
  const texts = useMessages('auditLog')
  const format = useFormatter()
  const parts = coverage.map(({ chain, entries, since }, at) => {
    const args = {
      entries: format.text(texts.entryCount, { count: entries }),
      chain: chain === 'global' || chain === 'own' ? texts.chains[chain] : place,
    }
    return (
      <span key={chain}>
        {at > 0 ? ', ' : ''}
        {since === null
          ? format.text(texts.covered, args)
          : format.parts(texts.coveredSince, {
              ...args,
              time: <Timestamp key="time" at={since} as="time" />,
            })}
      </span>
    )
  })
  return <span>{format.parts(texts.coverage, { parts: <Fragment key="parts">{parts}</Fragment> })}</span>
}
