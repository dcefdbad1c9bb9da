import type { AuditEntryList } from '@paydesk/shared/compliance/audit-log'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './audit-log.module.css'

interface AuditPaginationProps {
  readonly page: AuditEntryList
  readonly isFirst: boolean
  readonly onFirst: () => void
  readonly onBack: (() => void) | null
  readonly onNext: (() => void) | null
}

/**
 * Shows how far back this page reaches, and links to earlier entries. The audit log is too long for a total.
 */
export function AuditPagination({ page, isFirst, onFirst, onBack, onNext }: AuditPaginationProps): ReactNode {
  const texts = useMessages('auditLog').pages
  const format = useFormat()
  useShortcut(']', texts.olderHelp, () => onNext?.(), onNext !== null)
  useShortcut('[', texts.previousHelp, () => onBack?.(), onBack !== null)
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
      <span className={styles.steps}>
        {isFirst ? null : (
          <Button look="quiet" onClick={onFirst}>
            <ChevronsLeft size={14} aria-hidden /> {texts.newest}
          </Button>
        )}
        {onBack ? (
          <Button look="quiet" aria-keyshortcuts="[" onClick={onBack}>
            <ChevronLeft size={14} aria-hidden /> {texts.previous}
          </Button>
        ) : null}
        {onNext ? (
          <Button look="quiet" aria-keyshortcuts="]" onClick={onNext}>
            {lookedBackTo === null ? texts.older : texts.further}
            <ChevronRight size={14} aria-hidden />
          </Button>
        ) : null}
      </span>
    </div>
  )
}
