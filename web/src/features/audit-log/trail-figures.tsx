import type {
  TrailFigures as FiguresOf,
  TrailFilter,
  TrailPersonHandle,
} from '@paydesk/shared/compliance/trail'
import type { ReactNode } from 'react'
import { Figure, Figures } from '../../ui/charts/data-figures.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { shownText } from '../../ui/text/masked-value.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './trail.module.css'

export type PersonLink = (person: TrailPersonHandle, children: ReactNode) => ReactNode
export type FilterLink = (filter: TrailFilter, children: ReactNode) => ReactNode

interface TrailFiguresProps {
  readonly figures: FiguresOf
  /** To what a person saw; null for whoever may not ask that. */
  readonly personLink: PersonLink | null
  readonly filterLink: FilterLink
}

/** What was done today, and by whom. */
export function TrailFigures({ figures, personLink, filterLink }: TrailFiguresProps): ReactNode {
  const { day, today, people, morePeople } = figures
  return (
    <section aria-label="Today" className={styles.today}>
      <Figures>
        <Figure term="Entries today" value={counted(today.entries)} />
        <Figure term="Records opened" value={counted(today.reads)} />
        <Figure term="Revealed or checked" value={counted(today.reveals)} />
        <Figure term="Refused" value={counted(today.refused)} isLoud={today.refused > 0} />
        <Figure term="Failed" value={counted(today.failed)} />
      </Figures>
      {today.refused > 0 ? (
        <p className={styles.quiet}>
          {filterLink({ result: 'refused', from: day }, `${countOf(today.refused, 'refusal')} of today`)}
        </p>
      ) : null}
      {people.length > 1 || personLink ? (
        <details className={styles.people}>
          <summary>
            By person ({counted(people.length)}
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
              {people.map(({ person, entries, reads, reveals, refused }) => {
                const name = person.me ? 'You' : (shownText(person.name) ?? 'A colleague')
                return (
                  <tr key={person.person}>
                    <th scope="row">{personLink ? personLink(person.person, name) : name}</th>
                    <td>{counted(entries)}</td>
                    <td>{counted(reads)}</td>
                    <td>{counted(reveals)}</td>
                    <td data-loud={refused > 0 || undefined}>{counted(refused)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </details>
      ) : null}
    </section>
  )
}

/** How much of the trail there is, and since when. */
export function TrailCoverage({
  figures: { coverage },
  place,
}: {
  readonly figures: FiguresOf
  readonly place: string
}): ReactNode {
  const named = (chain: string) =>
    chain === 'office' ? 'of no environment' : chain === 'own' ? 'of your own' : `of ${place}`
  return (
    <p className={styles.about}>
      {coverage.map(({ chain, entries, since }, at) => (
        <span key={chain}>
          {at > 0 ? ', ' : 'Covers '}
          {countOf(entries, 'entry', 'entries')} {named(chain)}
          {since === null ? '' : ' since '}
          {since === null ? null : <Timestamp at={since} as="time" />}
        </span>
      ))}
      .
    </p>
  )
}
