import type { StaffActivityReport } from '@paydesk/shared/compliance/audit-log'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { DayRangeMenu } from '../../ui/forms/day-range-menu.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { RowValue } from '../../ui/table/row-value.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { useFormatDay } from '../../ui/text/use-format-day.ts'
import { AuditEventSummaryList } from './audit-event-summary-list.tsx'
import styles from './audit-log.module.css'
import { labelAuditEntryRecord, useAuditEntryTexts } from './labels.ts'
import { auditLogQueries } from './queries.ts'

const route = getRouteApi('/inside/$env/audit-log/people/$person')

/** Shows what one person accessed, by day and record. */
export function StaffActivityPage(): ReactNode {
  const { page: all, namePerson } = useAuditEntryTexts()
  const texts = all.activity
  const format = useFormatter()
  const { env, person } = route.useParams()
  const { label } = useEnvironment()
  const address = route.useSearch()
  const query = useQuery(auditLogQueries(useApiClient()).staffActivity(env, person, address))
  const { person: viewed } = query.data ?? {}
  const name = viewed ? namePerson({ ...viewed, me: false }, 'object') : null
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <PageHeader title={name === null ? texts.unnamed : format.text(texts.title, { name })} place={label}>
          <Link to="/$env/audit-log" params={{ env }} search={{ person }}>
            {all.allEntries}
          </Link>
          <RefreshButton
            text={all.refresh}
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
          {(report) => <ActivityByDay report={report} />}
        </AsyncView>
      </div>
    </div>
  )
}

interface ActivityProps {
  readonly report: StaffActivityReport
}

function ActivityByDay({ report }: ActivityProps): ReactNode {
  const { page: all, events } = useAuditEntryTexts()
  const texts = all.activity
  const format = useFormatter()
  const formatDay = useFormatDay()
  const countRecords = (count: number) => format.text(all.recordCount, { count })
  const records = new Set(
    report.days.flatMap((day) =>
      day.records.flatMap(({ about }) => (about ? [`${about.kind} ${getVisibleText(about.id)}`] : [])),
    ),
  )
  return (
    <>
      <ActivityDaysMenu report={report} />
      <p className={styles.about}>
        {report.entries === 0
          ? texts.none
          : format.text(records.size > 0 ? texts.totalOfRecords : texts.total, {
              entries: format.text(all.entryCount, { count: report.entries }),
              days: format.text(texts.days, { count: report.days.length }),
              records: countRecords(records.size),
            })}
        {report.more ? ` ${format.text(texts.more, { count: report.entries })}` : ''}
      </p>
      {report.days.map(({ day, records: some }) => (
        <Section
          key={day}
          title={formatDay(day)}
          note={countRecords(some.filter(({ about }) => about).length)}
        >
          <ul className={styles.records}>
            {some.map(({ about, times, lastAt, events: acts }, at) => (
              <li key={at}>
                <p className={styles.summary}>
                  <b>
                    {about === null ? texts.other : labelAuditEntryRecord(about, events)}{' '}
                    {about === null ? null : <RowValue value={about.id} mono />}
                  </b>
                  <span className={styles.last}>
                    {format.parts(texts.times, {
                      count: times,
                      time: <RowTime key="time" at={lastAt} as="exact" />,
                    })}
                  </span>
                </p>
                <AuditEventSummaryList events={acts} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}

function ActivityDaysMenu({ report }: ActivityProps): ReactNode {
  const texts = useMessages('auditLog')
  const navigate = route.useNavigate()
  return (
    <div>
      <DayRangeMenu
        isRequired
        name={texts.filters.days}
        range={report}
        maxDays={31}
        note={texts.activity.limit}
        onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
    </div>
  )
}
