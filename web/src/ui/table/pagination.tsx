import type { PluralText } from '@paydesk/shared/core/message'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../forms/button.tsx'
import { useShortcut } from '../state/shortcuts.tsx'
import styles from './pagination.module.css'

interface PageButtonsProps {
  readonly isFirst: boolean
  readonly onFirst: () => void
  readonly onBack: (() => void) | null
  readonly onNext: (() => void) | null
  readonly texts: Readonly<Record<'first' | 'previous' | 'previousHelp' | 'next' | 'nextHelp', string>>
}

/** Buttons and keys to the first, the previous and the next page; each page has its own address. */
export function PageButtons({ isFirst, onFirst, onBack, onNext, texts }: PageButtonsProps): ReactNode {
  useShortcut(']', texts.nextHelp, () => onNext?.(), onNext !== null)
  useShortcut('[', texts.previousHelp, () => onBack?.(), onBack !== null)
  if (isFirst && onNext === null) return null
  return (
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
  )
}

interface PaginationBarProps extends Omit<PageButtonsProps, 'texts'> {
  readonly shown: number
  readonly count: number
  /** True if more rows match than were counted. */
  readonly more: boolean
  /** Noun of one row, or a text with the count. */
  readonly rowNoun: string | PluralText<'count', never>
}

/** Shows the number of matches and the buttons of the pages. */
export function PaginationBar({ shown, count, more, rowNoun, ...steps }: PaginationBarProps): ReactNode {
  const texts = useMessages('lists').pages
  const format = useFormatter()
  const rows =
    typeof rowNoun === 'string'
      ? `${format.number(count)} ${rowNoun}${count === 1 ? '' : 's'}`
      : format.text(rowNoun, { count })
  const all = steps.isFirst && steps.onNext === null
  return (
    <div className={styles.pages}>
      <span aria-live="polite">
        {more ? format.text(texts.moreThan, { rows }) : rows}
        {all ? '' : ` · ${format.text(texts.shown, { count: shown })}`}
      </span>
      <PageButtons
        {...steps}
        texts={{ ...texts, previousHelp: texts.previousPage, nextHelp: texts.nextPage }}
      />
    </div>
  )
}
