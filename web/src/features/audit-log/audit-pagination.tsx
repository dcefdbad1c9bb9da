import type { AuditEntryList } from '@paydesk/shared/compliance/audit-log'
import type { ComponentProps, ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { PageButtons } from '../../ui/table/pagination.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './audit-log.module.css'

interface AuditPaginationProps extends Omit<ComponentProps<typeof PageButtons>, 'texts'> {
  readonly page: AuditEntryList
}

/**
 * Shows how far back this page reaches, and links to earlier entries. The audit log is too long for a total.
 */
export function AuditPagination({ page, ...steps }: AuditPaginationProps): ReactNode {
  const texts = useMessages('auditLog').pages
  const format = useFormatter()
  const { entries, lookedBackTo } = page
  return (
    <div className={styles.more}>
      <span aria-live="polite">
        {format.text(texts.onPage, { count: entries.length })}
        {lookedBackTo === null ? null : (
          <>
            {' · '}
            {format.parts(texts.searchedTo, {
              time: <Timestamp key="time" at={lookedBackTo} as="full" />,
            })}
          </>
        )}
      </span>
      <PageButtons
        {...steps}
        texts={{
          ...texts,
          first: texts.newest,
          next: lookedBackTo === null ? texts.older : texts.further,
          nextHelp: texts.olderHelp,
        }}
      />
    </div>
  )
}
