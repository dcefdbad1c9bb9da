import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import styles from './transaction-panel.module.css'

/** Skeleton with the sizes of the sentence, the safe text and the steps. */
export function TransactionSkeleton(): ReactNode {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <Skeleton height={62} />
      <Skeleton lines={2} height={26} />
      <Skeleton width="60%" height={22} />
      <Skeleton height={96} />
      <Skeleton lines={4} height={20} />
    </div>
  )
}
