import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { useMediaQuery } from '../state/use-media-query.ts'
import styles from './list-layout.module.css'

interface FilterBarProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
  /** The menus. */
  readonly children: ReactNode
  /** At the end of the line: what is chosen besides the filter. */
  readonly end?: ReactNode
}

/** The questions that a list can be asked, with the way back to all of it. */
export function FilterBar({ isFiltered, onClear, children, end }: FilterBarProps): ReactNode {
  return (
    <div className={styles.tools}>
      <fieldset className={styles.filters}>
        <legend className="unseen">Filter</legend>
        {children}
      </fieldset>
      {isFiltered ? (
        <button type="button" className={styles.clear} onClick={onClear}>
          Clear the filter
        </button>
      ) : null}
      {end ? <span className={styles.end}>{end}</span> : null}
    </div>
  )
}

/** The same line, folded where the window is narrow: a page of menus would stand before the first row. */
export function CollapsibleFilterBar(props: FilterBarProps): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 860px)')
  if (!isNarrow) return <FilterBar {...props} />
  return (
    <details className={styles.folded}>
      <summary>Filter{props.isFiltered ? ' (in force)' : ''}</summary>
      <FilterBar {...props} />
    </details>
  )
}

interface TableRegionProps {
  /** The rows of the filter before, while those of this one are on the way. */
  readonly isOld: boolean
  readonly children: ReactNode
}

/** The table of a list with what stands below it. */
export function TableRegion({ isOld, children }: TableRegionProps): ReactNode {
  return (
    <div className={styles.rows} data-old={isOld || undefined} aria-busy={isOld || undefined}>
      {children}
    </div>
  )
}

interface EmptyStateProps {
  readonly children: ReactNode
  /** The way on, where there is one. */
  readonly go?: { readonly words: string; readonly run: () => void } | undefined
}

/** In the place of the table: why there is nothing in it. */
export function EmptyState({ children, go }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.none}>
      {children}
      {go ? <Button onClick={go.run}>{go.words}</Button> : null}
    </div>
  )
}
