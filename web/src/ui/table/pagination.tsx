import type { PluralText } from '@paydesk/shared/core/message'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../forms/button.tsx'
import { useShortcut } from '../state/shortcuts.tsx'
import styles from './pagination.module.css'

interface PaginationBarProps {
  readonly shown: number
  readonly count: number
  /** True if more rows match than were counted. */
  readonly more: boolean
  /** Noun of one row, or a text with the count. */
  readonly one: string | PluralText<'count', never>
  readonly isFirst: boolean
  readonly onFirst: () => void
  readonly onBack: (() => void) | null
  readonly onNext: (() => void) | null
}

/** Shows the number of matches and the buttons of the pages; each page has its own address. */
export function PaginationBar({
  shown,
  count,
  more,
  one,
  isFirst,
  onFirst,
  onBack,
  onNext,
}: PaginationBarProps): ReactNode {
  const texts = useMessages('lists').pages
  const format = useFormat()
  useShortcut(']', texts.nextPage, () => onNext?.(), onNext !== null)
  useShortcut('[', texts.previousPage, () => onBack?.(), onBack !== null)
  const rows =
    typeof one === 'string'
      ? `${format.number(count)} ${one}${count === 1 ? '' : 's'}`
      : format.text(one, { count })
  const all = isFirst && onNext === null
  return (
    <div className={styles.pages}>
      <span aria-live="polite">
        {more ? format.text(texts.moreThan, { rows }) : rows}
        {all ? '' : ` · ${format.text(texts.shown, { count: shown })}`}
      </span>
      {all ? null : (
        <span className={styles.steps}>
          {isFirst ? null : (
            <Button look="quiet" onClick={onFirst}>
              <ChevronsLeft size={14} aria-hidden /> {texts.first}
            </Button>
          )}
          {onBack ? (
            <Button look="quiet" aria-keyshortcuts="[" onClick={onBack}>
              <ChevronLeft size={14} aria-hidden /> {texts.previous}
            </Button>
          ) : null}
          <Button look="quiet" aria-keyshortcuts="]" disabled={onNext === null} onClick={() => onNext?.()}>
            {texts.next}
            <ChevronRight size={14} aria-hidden />
          </Button>
        </span>
      )}
    </div>
  )
}
