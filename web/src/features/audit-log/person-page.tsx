import type { TrailPersonHandle } from '@paydesk/shared/compliance/trail'
import type { PersonSaw } from '@paydesk/shared/compliance/trail-seen'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { RowValue } from '../../ui/table/row-value.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import { shownText } from '../../ui/text/masked-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { Acts } from './acts.tsx'
import type { PersonAddress } from './address.ts'
import { trailQueries } from './queries.ts'
import styles from './trail.module.css'

interface PersonPageProps {
  readonly env: EnvironmentName
  readonly person: TrailPersonHandle
  readonly place: string
  readonly address: PersonAddress
  /** To the list of everything that they did. */
  readonly entries: ReactNode
  readonly onChange: (change: PersonAddress) => void
}

/** What one person had to do with, by day and record. */
export function PersonPage(props: PersonPageProps): ReactNode {
  const { env, person, place, address } = props
  const query = useQuery(trailQueries(useClient()).personSaw(env, person, address))
  const name = query.data ? (shownText(query.data.person.name) ?? 'a colleague') : null
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <PageHead title={name === null ? 'What did they see?' : `What did ${name} see?`} place={place}>
          {props.entries}
          <Reread
            help="Read these days again"
            said="The days were read again"
            isBusy={query.isFetching}
            read={query.refetch}
          />
        </PageHead>
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing="The days could not be read"
          skeleton={<Skeleton lines={10} height={22} />}
        >
          {(saw) => <DaysSeen {...props} saw={saw} />}
        </AsyncView>
      </div>
    </div>
  )
}

function DaysSeen({ saw, ...props }: PersonPageProps & { readonly saw: PersonSaw }): ReactNode {
  const records = new Set(
    saw.days.flatMap((day) =>
      day.records.flatMap(({ about }) => (about ? [`${about.words} ${shownText(about.id)}`] : [])),
    ),
  )
  return (
    <>
      <DayChoice {...props} saw={saw} />
      <p className={styles.about}>
        {saw.entries === 0
          ? 'Nothing on these days.'
          : `${countOf(saw.entries, 'entry', 'entries')} on ${countOf(saw.days.length, 'day')}${
              records.size > 0 ? `, ${countOf(records.size, 'record')}` : ''
            }.`}
        {saw.more ? ` Only the newest ${counted(saw.entries)} are told: choose fewer days for the rest.` : ''}
      </p>
      {saw.days.map(({ day, records: some }) => (
        <Section
          key={day}
          title={dayWords(day)}
          note={countOf(some.filter(({ about }) => about).length, 'record')}
        >
          <ul className={styles.records}>
            {some.map(({ about, times, lastAt, acts }, at) => (
              <li key={at}>
                <p className={styles.viewer}>
                  <b>
                    {about === null ? 'No record' : about.words}{' '}
                    {about === null ? null : <RowValue value={about.id} mono />}
                  </b>
                  <span className={styles.last}>
                    {times === 1 ? 'once' : `${counted(times)} times`}, last{' '}
                    <RowTime at={lastAt} as="exact" />
                  </span>
                </p>
                <Acts acts={acts} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

function DayChoice({ saw, onChange }: PersonPageProps & { readonly saw: PersonSaw }): ReactNode {
  const [first, last] = [useId(), useId()]
  const change = (next: PersonAddress) => onChange({ from: saw.from, to: saw.to, ...next })
  return (
    <p className={styles.span}>
      <label htmlFor={first}>From</label>
      <input
        key={`from ${saw.from}`}
        id={first}
        type="date"
        defaultValue={saw.from}
        max={saw.to}
        onChange={({ target }) =>
          target.value !== '' && target.validity.valid && change({ from: target.value })
        }
      />
      <label htmlFor={last}>to</label>
      <input
        key={`to ${saw.to}`}
        id={last}
        type="date"
        defaultValue={saw.to}
        min={saw.from}
        onChange={({ target }) =>
          target.value !== '' && target.validity.valid && change({ to: target.value })
        }
      />
      <span className={styles.quiet}>at most 31 days</span>
    </p>
  )
}

const named = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

const dayWords = (day: string) => named.format(new Date(`${day}T00:00:00Z`))
