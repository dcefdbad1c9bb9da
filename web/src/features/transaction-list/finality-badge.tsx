import type { Finality } from '@paydesk/shared/core/observations'
import { BadgeCheck, BookOpenCheck, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './transaction-list-page.module.css'

const finalityBadges = {
  proved: {
    icon: BadgeCheck,
    word: 'proved',
    says: 'Final: a notification and a read after it gave the same state.',
  },
  two_reads: {
    icon: BookOpenCheck,
    word: 'two reads',
    says: 'Final by two reads apart in time; no notification came.',
  },
  unproved: {
    icon: CircleAlert,
    word: 'not proved',
    says: 'Final by one read only: a proof is still missing.',
  },
} as const

/** Shows how far a final state is confirmed, as icon and label; a dash while the transaction is open. */
export function FinalityBadge({ finality }: { readonly finality: Finality }): ReactNode {
  if (finality === 'open') {
    return (
      <span className={styles.quiet} title="Not final: it can still change.">
        <span aria-hidden>–</span>
        <span className="unseen">not final</span>
      </span>
    )
  }
  const { icon: Icon, word, says } = finalityBadges[finality]
  return (
    <span className={styles.finality} data-finality={finality} title={says}>
      <Icon size={14} aria-hidden />
      {word}
    </span>
  )
}
