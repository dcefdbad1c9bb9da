import type { Finality } from '@paydesk/shared/core/observations'
import { BadgeCheck, BookOpenCheck, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './transaction-list-page.module.css'

const finalityIcons = {
  confirmed: BadgeCheck,
  confirmed_by_second_read: BookOpenCheck,
  unconfirmed: CircleAlert,
} as const

/** Shows how far a final state is confirmed, as icon and label; a dash while the transaction is open. */
export function FinalityBadge({ finality }: { readonly finality: Finality }): ReactNode {
  const texts = useMessages('transactionList')
  if (finality === 'open') {
    return (
      <span className={styles.quiet} title={texts.cells.notFinal}>
        <span aria-hidden>–</span>
        <span className="unseen">{texts.cells.notFinal}</span>
      </span>
    )
  }
  const Icon = finalityIcons[finality]
  const { label, description } = texts.finality[finality]
  return (
    <span className={styles.finality} data-finality={finality} title={description}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}
