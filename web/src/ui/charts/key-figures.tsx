import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './key-figures.module.css'

/** Shows numbers with their names, side by side. */
export function KeyFigureList({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className={styles.figures}>{children}</dl>
}

interface KeyFigureProps {
  readonly term: string
  readonly value: string
  /** Total of which the value is a share. */
  readonly of?: string
  /** Marks a figure that needs attention. */
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
  /** Rows of cells; the first cell is the name of its row. */
  readonly rows: readonly (readonly string[])[]
}

/** Shows the numbers of a chart as a table. */
export function ChartDataTable({ label, heads, rows }: ChartDataTableProps): ReactNode {
  const texts = useMessages('lists')
  return (
    <details className={styles.details}>
      <summary>{texts.chart.table}</summary>
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
