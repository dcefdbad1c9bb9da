import type { TrailPage } from '@paydesk/shared/compliance/trail'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { useKey } from '../../ui/state/shortcuts.tsx'
import { countOf } from '../../ui/text/counted.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './trail.module.css'

interface TrailMoreProps {
  readonly page: TrailPage
  readonly isFirst: boolean
  readonly onFirst: () => void
  readonly onBack: (() => void) | null
  readonly onNext: (() => void) | null
}

/** How far back this page goes, and the way to what comes before it. The trail is long, so nothing is counted. */
export function TrailMore({ page, isFirst, onFirst, onBack, onNext }: TrailMoreProps): ReactNode {
  useKey(']', 'Earlier entries', () => onNext?.(), onNext !== null)
  useKey('[', 'Page before', () => onBack?.(), onBack !== null)
  const { entries, lookedBackTo } = page
  return (
    <div className={styles.more}>
      <span aria-live="polite">
        {countOf(entries.length, 'entry', 'entries')} on this page
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
