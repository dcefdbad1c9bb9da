import type { ReactNode } from 'react'
import styles from './segmented-control.module.css'

interface SegmentedControlProps {
  readonly legend: string
  readonly children: ReactNode
}

/** Control with few choices side by side, of which one is always made. */
export function SegmentedControl({ legend, children }: SegmentedControlProps): ReactNode {
  return (
    <fieldset className={styles.segments}>
      <legend className="unseen">{legend}</legend>
      {children}
    </fieldset>
  )
}

interface SegmentButtonProps {
  /** Shortcut of the choice. */
  readonly keys?: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** One choice of a `SegmentedControl`. */
export function SegmentButton({ keys, isChosen, onChoose, children }: SegmentButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.segment}
      aria-keyshortcuts={keys}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {children}
    </button>
  )
}
