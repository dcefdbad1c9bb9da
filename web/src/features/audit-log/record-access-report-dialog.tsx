import type { RecordAccessReport, RecordAccessReportRequest } from '@paydesk/shared/compliance/audit-log'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { AuditEventSummaryList } from './audit-event-summary-list.tsx'
import styles from './audit-log.module.css'
import { useAuditPersonName } from './labels.ts'
import { auditLogQueries } from './queries.ts'
import { RecordAccessReasonForm } from './record-access-reason-form.tsx'
import { StaffActivityLink } from './staff-activity-link.tsx'

export interface RecordAccessReportProps {
  readonly subject: RecordAccessReportRequest['subject']
  readonly kind: keyof Messages['auditLogHome']['access']['titles']
}

/** Without a record, its ID is typed. */
interface RecordAccessReportDialogProps extends Partial<RecordAccessReportProps> {
  readonly onClose: () => void
}

/** Loads the report when the dialog opens, or after its reason is given; each load is audited. */
export function RecordAccessReportDialog({
  subject,
  kind,
  onClose,
}: RecordAccessReportDialogProps): ReactNode {
  const { searchTitle } = useMessages('auditLog').access
  const { titles } = useMessages('auditLogHome').access
  // Users who see the events of everybody see IDs masked, so that each search by a full ID has a reason.
  const needsReason = useMay('audit.every')
  const [asked, setAsked] = useState<RecordAccessReportRequest | null>(
    needsReason || subject === undefined ? null : { subject },
  )
  return (
    <Dialog title={kind === undefined ? searchTitle : titles[kind]} onClose={onClose}>
      {asked === null ? (
        <RecordAccessReasonForm subject={subject} onAsk={setAsked} />
      ) : (
        <LoadedRecordAccess asked={asked} />
      )}
    </Dialog>
  )
}

function LoadedRecordAccess({ asked }: { readonly asked: RecordAccessReportRequest }): ReactNode {
  const texts = useMessages('auditLog').access
  const { name: env } = useEnvironment()
  const query = useQuery(auditLogQueries(useApiClient()).recordAccess(env, asked))
  return (
    <AsyncView
      query={query}
      retry={() => void query.refetch()}
      missing={texts.notLoaded}
      skeleton={<Skeleton lines={6} height={22} />}
    >
      {(report) => (
        <Suspense fallback={<Skeleton lines={6} height={22} />}>
          <RecordAccessList report={report} />
        </Suspense>
      )}
    </AsyncView>
  )
}

function RecordAccessList({
  report: { people, entries, records, more },
}: {
  readonly report: RecordAccessReport
}): ReactNode {
  const all = useMessages('auditLog')
  const texts = all.access
  const namePerson = useAuditPersonName()
  const labels = useMessages('signIn').roles
  const format = useFormatter()
  if (people.length === 0) return <p className={styles.about}>{texts.nobody}</p>
  return (
    <>
      <p className={styles.about}>
        {format.text(records > 1 ? texts.totalWithRelated : texts.total, {
          people: format.text(texts.people, { count: people.length }),
          entries: format.text(all.entryCount, { count: entries }),
          records: format.text(all.recordCount, { count: records - 1 }),
        })}{' '}
        {more ? `${texts.newestOnly} ` : ''}
        {texts.note}
      </p>
      <ol className={styles.accesses}>
        {people.map(({ person, roles, times, lastAt, events }) => {
          const name = namePerson(person, 'subject')
          return (
            <li key={person.person}>
              <p className={styles.summary}>
                <b>
                  <StaffActivityLink person={person.person}>{name}</StaffActivityLink>
                </b>{' '}
                <span className={styles.role}>({roles.map((role) => labels[role].label).join(', ')})</span>
                <span className={styles.last}>
                  {format.parts(all.activity.times, {
                    count: times,
                    time: <RowTime key="time" at={lastAt} as="exact" />,
                  })}
                </span>
              </p>
              <AuditEventSummaryList events={events} />
            </li>
          )
        })}
      </ol>
    </>
  )
}
