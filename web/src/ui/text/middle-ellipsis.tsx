import type { ReactNode } from 'react'
import styles from './middle-ellipsis.module.css'

const tailLength = 6
const minLength = 14

/** Shortens a long ID in running text, as `MiddleEllipsis` does in a cell. */
export function shortenMiddle(id: string): string {
  return id.length < minLength + 2 ? id : `${id.slice(0, 8)}…${id.slice(-tailLength)}`
}

/** Shortens a long ID in the middle: its end, which tells one from another, is always seen. */
export function MiddleEllipsis({ text }: { readonly text: string }): ReactNode {
  if (text.length < minLength) return text
  return (
    <span className={styles.text}>
      <span className={styles.start}>{text.slice(0, -tailLength)}</span>
      <span>{text.slice(-tailLength)}</span>
    </span>
  )
}
