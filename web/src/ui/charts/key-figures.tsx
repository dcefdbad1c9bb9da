import type { ReactNode } from 'react'
import styles from './key-figures.module.css'

/** Numbers with their names, side by side. */
export function KeyFigureList({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className={styles.figures}>{children}</dl>
}

interface KeyFigureProps {
  readonly term: string
  readonly value: string
  /** Of how many a share is. */
  readonly of?: string
  /** Somebody should look at it. */
  readonly isLoud?: boolean
}

export function KeyFigure({ term, value, of, isLoud = false }: KeyFigureProps): ReactNode {
  return (
    <div className={styles.figure}>
      <dt>{term}</dt>
      <dd data-loud={isLoud || undefined}>
        {isLoud ? <span aria-hidden>▲ </span> : null}
        {value}
        {of ? <small> {of}</small> : null}
      </dd>
    </div>
  )
}

interface ChartDataTableProps {
  readonly label: string
  readonly heads: readonly string[]
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly string[])[]
}

/** The table behind a plot. */
export function ChartDataTable({ label, heads, rows }: ChartDataTableProps): ReactNode {
  return (
    <details className={styles.details}>
      <summary>As a table</summary>
      <table className={styles.table}>
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
