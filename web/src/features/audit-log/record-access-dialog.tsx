import type { auditSubjectId, RecordAccessReport as Seen } from '@paydesk/shared/compliance/audit-log'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { AuditEventList } from './audit-event-list.tsx'
import styles from './audit-log.module.css'
import { auditLogQueries } from './queries.ts'
import { StaffActivityLink } from './staff-activity-link.tsx'

export interface RecordAccessProps {
  readonly subject: z.output<typeof auditSubjectId>
  /** Kind of the record in words, for example "customer". */
  readonly words: string
}

interface RecordAccessDialogProps extends RecordAccessProps {
  readonly onClose: () => void
}

/** Loads the report when the dialog opens; each load is audited. */
export function RecordAccessDialog({ subject, words, onClose }: RecordAccessDialogProps): ReactNode {
  const { name: env } = useEnvironment()
  const query = useQuery(auditLogQueries(useApiClient()).whoSaw(env, subject))
  return (
    <Dialog title={`Who saw this ${words}?`} onClose={onClose}>
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="Who saw it could not be read"
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {(seen) => <Viewers seen={seen} words={words} />}
      </AsyncView>
    </Dialog>
  )
}

function Viewers({
  seen: { people, entries, records, more },
  words,
}: Pick<RecordAccessProps, 'words'> & { readonly seen: Seen }): ReactNode {
  if (people.length === 0)
    return <p className={styles.about}>Nobody: no entry names this {words} so far. Lists name no record.</p>
  return (
    <>
      <p className={styles.about}>
        {formatCountOf(people.length, 'person', 'people')} in {formatCountOf(entries, 'entry', 'entries')}
        {records > 1
          ? `, of this ${words} and ${formatCountOf(records - 1, 'record')} that belong to it`
          : ''}
        {more ? '; the newest deeds only' : ''}. Lists and exports name no record, so they are not among them.
      </p>
      <ol className={styles.viewers}>
        {people.map(({ person, roles, times, lastAt, acts }) => {
          const name = person.me ? 'You' : (getVisibleText(person.name) ?? 'A colleague')
          return (
            <li key={person.person}>
              <p className={styles.viewer}>
                <b>
                  <StaffActivityLink person={person.person}>{name}</StaffActivityLink>
                </b>{' '}
                <span className={styles.role}>({roles.map((role) => role.toLowerCase()).join(', ')})</span>
                <span className={styles.last}>
                  {times === 1 ? 'once' : `${times} times`}, last <RowTime at={lastAt} as="exact" />
                </span>
              </p>
              <AuditEventList acts={acts} />
            </li>
          )
        })}
      </ol>
    </>
  )
}
