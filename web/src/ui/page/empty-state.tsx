import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly children: ReactNode
  /** Next action, if there is one. */
  readonly go?: { readonly text: string; readonly run: () => void } | undefined
}

/** Takes the place of an empty list and explains why it is empty. */
export function EmptyState({ children, go }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.none}>
      <Inbox size={20} aria-hidden />
      {children}
      {go ? <Button onClick={go.run}>{go.text}</Button> : null}
    </div>
  )
}
