import type { StaffActivityReport } from '@paydesk/shared/compliance/audit-log'
import { createFormatter } from '@paydesk/shared/core/formatter'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { RowValue } from '../../ui/table/row-value.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { AuditEventList } from './audit-event-list.tsx'
import styles from './audit-log.module.css'
import { nameEntryRecord, useAuditEntryTexts } from './labels.ts'
import { auditLogQueries } from './queries.ts'
import type { StaffActivitySearchParams } from './search-params.ts'

const route = getRouteApi('/inside/$env/audit-log/people/$person')

/** Shows what one person accessed, by day and record. */
export function StaffActivityPage(): ReactNode {
  const { page: all } = useAuditEntryTexts()
  const texts = all.activity
  const format = useFormat()
  const { env, person } = route.useParams()
  const { label } = useEnvironment()
  const address = route.useSearch()
  const query = useQuery(auditLogQueries(useApiClient()).personSaw(env, person, address))
  const name = query.data ? (getVisibleText(query.data.person.name) ?? texts.colleague) : null
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <PageHeader title={name === null ? texts.unnamed : format.text(texts.title, { name })} place={label}>
          <Link to="/$env/audit-log" params={{ env }} search={{ person }}>
            {all.allEntries}
          </Link>
          <RefreshButton
            words={all.refresh}
            help={texts.refreshHelp}
            said={texts.refreshed}
            isBusy={query.isFetching}
            read={query.refetch}
          />
        </PageHeader>
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing={texts.notLoaded}
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
  const { page: all, events } = useAuditEntryTexts()
  const texts = all.activity
  const format = useFormat()
  const { options } = useMessageStore().read()
  // Days of Paydesk's calendar, which no time zone may move.
  const { day: formatDay } = createFormatter({ ...options, timeZone: 'UTC' })
  const countRecords = (count: number) => format.text(all.recordCount, { count })
  const records = new Set(
    saw.days.flatMap((day) =>
      day.records.flatMap(({ about }) => (about ? [`${about.kind} ${getVisibleText(about.id)}`] : [])),
    ),
  )
  return (
    <>
      <DayRangeFields saw={saw} />
      <p className={styles.about}>
        {saw.entries === 0
          ? texts.none
          : format.text(records.size > 0 ? texts.totalOfRecords : texts.total, {
              entries: format.text(all.entryCount, { count: saw.entries }),
              days: format.text(texts.days, { count: saw.days.length }),
              records: countRecords(records.size),
            })}
        {saw.more ? ` ${format.text(texts.more, { count: saw.entries })}` : ''}
      </p>
      {saw.days.map(({ day, records: some }) => (
        <Section
          key={day}
          title={formatDay(new Date(`${day}T00:00:00Z`))}
          note={countRecords(some.filter(({ about }) => about).length)}
        >
          <ul className={styles.records}>
            {some.map(({ about, times, lastAt, events: acts }, at) => (
              <li key={at}>
                <p className={styles.viewer}>
                  <b>
                    {about === null ? texts.other : nameEntryRecord(about, events)}{' '}
                    {about === null ? null : <RowValue value={about.id} mono />}
                  </b>
                  <span className={styles.last}>
                    {format.parts(texts.times, {
                      count: times,
                      time: <RowTime key="time" at={lastAt} as="exact" />,
                    })}
                  </span>
                </p>
                <AuditEventList events={acts} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

function DayRangeFields({ saw }: ActivityProps): ReactNode {
  const texts = useMessages('auditLog').activity
  const navigate = route.useNavigate()
  const [first, last] = [useId(), useId()]
  const change = (next: StaffActivitySearchParams) =>
    void navigate({ search: { from: saw.from, to: saw.to, ...next }, replace: true, resetScroll: false })
  return (
    <p className={styles.span}>
      <label htmlFor={first}>{texts.from}</label>
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
      <label htmlFor={last}>{texts.to}</label>
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
      <span className={styles.quiet}>{texts.limit}</span>
    </p>
  )
}
