import type { ReactNode } from 'react'
import styles from './segments.module.css'

interface SegmentsProps {
  readonly legend: string
  readonly children: ReactNode
}

/** A few choices of which one is always made, side by side. */
export function Segments({ legend, children }: SegmentsProps): ReactNode {
  return (
    <fieldset className={styles.segments}>
      <legend className="unseen">{legend}</legend>
      {children}
    </fieldset>
  )
}

interface SegmentProps {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

export function Segment({ isChosen, onChoose, children }: SegmentProps): ReactNode {
  return (
    <button type="button" className={styles.segment} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  )
}
