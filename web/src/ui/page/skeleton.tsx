import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

interface SkeletonProps {
  readonly lines?: number
  readonly height?: number
  readonly width?: string
}

/** Draws grey lines in the size of the content that is loading, so that nothing moves later. */
export function Skeleton({ lines = 1, height = 20, width = '100%' }: SkeletonProps): ReactNode {
  return (
    <span className={styles.stack} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          className={styles.line}
          style={{ height, width: lines > 1 ? `calc(${width} - ${(line * 37) % 29}%)` : width }}
        />
      ))}
    </span>
  )
}
