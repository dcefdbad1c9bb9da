import type { AuditEntryList } from '@paydesk/shared/compliance/audit-log'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
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
  useShortcut(']', 'Earlier entries', () => onNext?.(), onNext !== null)
  useShortcut('[', 'Page before', () => onBack?.(), onBack !== null)
  const { entries, lookedBackTo } = page
  return (
    <div className={styles.more}>
      <span aria-live="polite">
        {formatCountOf(entries.length, 'entry', 'entries')} on this page
        {lookedBackTo === null ? null : (
          <>
            {' '}
            · looked back to <Timestamp at={lookedBackTo} as="full" />, further back there may be more
          </>
        )}
      </span>
      <span className={styles.steps}>
        {isFirst ? null : (
          <Button look="quiet" onClick={onFirst}>
            <ChevronsLeft size={14} aria-hidden /> Newest
          </Button>
        )}
        {onBack ? (
          <Button look="quiet" aria-keyshortcuts="[" onClick={onBack}>
            <ChevronLeft size={14} aria-hidden /> Back
            <span aria-hidden>
              <Kbd keys="[" />
            </span>
          </Button>
        ) : null}
        {onNext ? (
          <Button look="quiet" aria-keyshortcuts="]" onClick={onNext}>
            {lookedBackTo === null ? 'Earlier' : 'Look further back'}
            <span aria-hidden>
              <Kbd keys="]" />
            </span>
            <ChevronRight size={14} aria-hidden />
          </Button>
        ) : null}
      </span>
    </div>
  )
}
