import type { StaffActivityReport } from '@paydesk/shared/compliance/audit-log'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { RowValue } from '../../ui/table/row-value.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { AuditEventList } from './audit-event-list.tsx'
import styles from './audit-log.module.css'
import { auditLogQueries } from './queries.ts'
import type { StaffActivitySearchParams } from './search-params.ts'

const route = getRouteApi('/inside/$env/audit/people/$person')

/** Shows what one person accessed, by day and record. */
export function StaffActivityPage(): ReactNode {
  const { env, person } = route.useParams()
  const { label } = useEnvironment()
  const address = route.useSearch()
  const query = useQuery(auditLogQueries(useApiClient()).personSaw(env, person, address))
  const name = query.data ? (getVisibleText(query.data.person.name) ?? 'a colleague') : null
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <PageHeader title={name === null ? 'What did they see?' : `What did ${name} see?`} place={label}>
          <Link to="/$env/audit" params={{ env }} search={{ person }}>
            Every entry
          </Link>
          <RefreshButton
            help="Read these days again"
            said="The days were read again"
            isBusy={query.isFetching}
            read={query.refetch}
          />
        </PageHeader>
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing="The days could not be read"
          skeleton={<Skeleton lines={10} height={22} />}
        >
          {(saw) => <ActivityByDay saw={saw} />}
        </AsyncView>
      </div>
    </div>
  )
}

interface ActivityProps {
  readonly saw: StaffActivityReport
}

function ActivityByDay({ saw }: ActivityProps): ReactNode {
  const records = new Set(
    saw.days.flatMap((day) =>
      day.records.flatMap(({ about }) => (about ? [`${about.words} ${getVisibleText(about.id)}`] : [])),
    ),
  )
  return (
    <>
      <DayRangeFields saw={saw} />
      <p className={styles.about}>
        {saw.entries === 0
          ? 'Nothing on these days.'
          : `${formatCountOf(saw.entries, 'entry', 'entries')} on ${formatCountOf(saw.days.length, 'day')}${
              records.size > 0 ? `, ${formatCountOf(records.size, 'record')}` : ''
            }.`}
        {saw.more
          ? ` Only the newest ${formatCount(saw.entries)} are told: choose fewer days for the rest.`
          : ''}
      </p>
      {saw.days.map(({ day, records: some }) => (
        <Section
          key={day}
          title={formatFullDay(day)}
          note={formatCountOf(some.filter(({ about }) => about).length, 'record')}
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
                    {times === 1 ? 'once' : `${formatCount(times)} times`}, last{' '}
                    <RowTime at={lastAt} as="exact" />
                  </span>
                </p>
                <AuditEventList acts={acts} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

function DayRangeFields({ saw }: ActivityProps): ReactNode {
  const navigate = route.useNavigate()
  const [first, last] = [useId(), useId()]
  const change = (next: StaffActivitySearchParams) =>
    void navigate({ search: { from: saw.from, to: saw.to, ...next }, replace: true, resetScroll: false })
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

const fullDayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

const formatFullDay = (day: string) => fullDayFormat.format(new Date(`${day}T00:00:00Z`))
