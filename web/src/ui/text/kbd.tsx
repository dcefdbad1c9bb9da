import type { ReactNode } from 'react'
import styles from './kbd.module.css'

/** Shows a key as printed on it; `g h` is a sequence of two keys. */
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
