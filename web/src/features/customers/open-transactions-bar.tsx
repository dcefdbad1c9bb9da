import type { Formatter } from '@paydesk/shared/core/formatter'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { CustomerTransactionList } from '@paydesk/shared/payments/customers'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import styles from './open-transactions-bar.module.css'

interface OpenTransactionsBarProps {
  readonly transactions: CustomerTransactionList
  readonly opened: TransactionId | null
  readonly onOpen: (id: TransactionId) => void
  /** Goes to the list, for layouts that show the list below. */
  readonly onAll: (() => void) | undefined
}

/** Shows the number of open transactions, with buttons and shortcuts to step through them. */
export function OpenTransactionsBar({
  transactions,
  opened,
  onOpen,
  onAll,
}: OpenTransactionsBarProps): ReactNode {
  const { entries } = transactions
  const texts = useMessages('customers').open
  const format = useFormatter()
  const open = entries.filter((entry) => !entry.state.final)
  const at = open.findIndex((entry) => entry.transaction === opened)
  function go(step: number) {
    const next = open[(at + step + open.length) % open.length]
    if (next) onOpen(next.transaction)
  }
  const goNext = () => go(1)
  const goBack = () => go(at < 0 ? 0 : -1)
  const several = open.length > 1
  useShortcut('j', texts.nextOpen, goNext, several)
  useShortcut('k', texts.previousOpen, goBack, several)
  return (
    <div className={styles.open}>
      <span aria-live="polite">
        {open.length === 0
          ? describeNoneOpen(transactions, texts, format)
          : several && at >= 0
            ? format.text(texts.position, { position: at + 1, count: open.length })
            : format.text(texts.count, { count: open.length })}
      </span>
      {several ? (
        <span className={styles.steps}>
          <Button look="quiet" className={styles.step} aria-keyshortcuts="k" onClick={goBack}>
            <ChevronLeft size={14} aria-hidden /> {texts.previous}{' '}
            <span className="unseen">{texts.openOne}</span>
          </Button>
          <Button look="quiet" className={styles.step} aria-keyshortcuts="j" onClick={goNext}>
            {texts.next} <span className="unseen">{texts.openOne}</span>
            <ChevronRight size={14} aria-hidden />
          </Button>
        </span>
      ) : null}
      {onAll && entries.length > 0 ? (
        <Button look="quiet" className={styles.all} onClick={onAll}>
          {format.text(texts.all, { count: entries.length })}
        </Button>
      ) : null}
    </div>
  )
}

/** Claims no more than the readable entries of the list prove. */
function describeNoneOpen(
  { entries, unreadable }: CustomerTransactionList,
  texts: Messages['customers']['open'],
  format: Formatter,
): string {
  if (entries.length === 0) return texts.none
  return unreadable > 0 ? format.text(texts.readableNone, { count: entries.length }) : texts.allFinal
}
