import type { ReactNode } from 'react'
import styles from './kbd.module.css'

/** A key as printed on it; `g h` is two keys one after the other. */
export function Kbd({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key, index) => (
        <kbd key={index} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
