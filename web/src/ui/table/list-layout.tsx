import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMediaQuery } from '../state/use-media-query.ts'
import styles from './list-layout.module.css'

interface FilterBarProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
  /** Menus of the filter. */
  readonly children: ReactNode
  /** Choices besides the filter, at the end of the line. */
  readonly end?: ReactNode
}

/** Filters of a list, with a button that clears them. */
export function FilterBar({ isFiltered, onClear, children, end }: FilterBarProps): ReactNode {
  const texts = useMessages('lists').filter
  return (
    <div className={styles.tools}>
      <fieldset className={styles.filters}>
        <legend className="unseen">{texts.title}</legend>
        {children}
      </fieldset>
      {isFiltered ? (
        <button type="button" className={styles.clear} onClick={onClear}>
          {texts.clear}
        </button>
      ) : null}
      {end ? <span className={styles.end}>{end}</span> : null}
    </div>
  )
}

/** Collapses the filters in a narrow window, where they would fill a screen before the first row. */
export function CollapsibleFilterBar(props: FilterBarProps): ReactNode {
  const texts = useMessages('lists').filter
  const isNarrow = useMediaQuery('(max-width: 860px)')
  if (!isNarrow) return <FilterBar {...props} />
  return (
    <details className={styles.folded}>
      <summary>{props.isFiltered ? texts.active : texts.title}</summary>
      <FilterBar {...props} />
    </details>
  )
}

interface TableRegionProps {
  /** True while rows of the previous filter are shown and the next rows are loading. */
  readonly isOld: boolean
  readonly children: ReactNode
}

export function TableRegion({ isOld, children }: TableRegionProps): ReactNode {
  return (
    <div className={styles.rows} data-old={isOld || undefined} aria-busy={isOld || undefined}>
      {children}
    </div>
  )
}
