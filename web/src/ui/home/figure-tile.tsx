import type { ReactNode } from 'react'
import styles from './figure-tile.module.css'

export const figureTileStyles = styles

interface FigureTileContentProps {
  readonly title: string
  readonly value: ReactNode
  /** Marks a figure that calls for action, or for `attention` only. */
  readonly isLoud: boolean | 'attention'
  /** Chart beside the value. */
  readonly aside?: ReactNode
  readonly means: ReactNode
}

/** Content of a tile of the home page. The link around it leads to what the figure counts. */
export function FigureTileContent({ title, value, isLoud, aside, means }: FigureTileContentProps): ReactNode {
  return (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.row}>
        <span className={styles.value} data-loud={isLoud || undefined}>
          {isLoud ? <span aria-hidden>▲ </span> : null}
          {value}
        </span>
        {aside}
      </span>
      <span className={styles.means}>{means}</span>
    </>
  )
}
