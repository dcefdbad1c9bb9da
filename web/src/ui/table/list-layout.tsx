import { Fragment, type ReactNode, useMemo, useRef } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { FilterPlacementContext, PopoverMenu } from '../forms/select-menus.tsx'
import { useMediaQuery } from '../state/use-media-query.ts'
import type { ListFilter } from './filter-menus.tsx'
import styles from './list-layout.module.css'

interface FilterLineProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
  /** Choices besides the filter, at the end of the line. */
  readonly end?: ReactNode
}

interface FilterBarProps extends FilterLineProps {
  /** Menus of the filter. */
  readonly children: ReactNode
}

const inLine = { place: 'line' } as const
const inList = { place: 'list' } as const

/** Filters of a list, with a button that clears them. */
export function FilterBar({ isFiltered, onClear, children, end }: FilterBarProps): ReactNode {
  const texts = useMessages('lists').filter
  return (
    <div className={styles.tools}>
      <fieldset className={styles.filters}>
        <legend className="unseen">{texts.title}</legend>
        <FilterPlacementContext value={inLine}>{children}</FilterPlacementContext>
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

interface ListFilterBarProps extends FilterLineProps {
  readonly filters: readonly ListFilter[]
}

/**
 * Filters of a list in one line: those that most people use, a menu with the others, and every active filter, which can
 * be removed there. A narrow window has room for the menu and the active ones.
 */
export function ListFilterBar({ filters, ...line }: ListFilterBarProps): ReactNode {
  const texts = useMessages('lists').filter
  const format = useFormatter()
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const menu = useRef<HTMLSpanElement>(null)
  const outOfMenu = useMemo(
    () => ({ ...inLine, onCleared: () => menu.current?.querySelector('button')?.focus() }),
    [],
  )
  const others = filters.filter(({ isRare }) => isNarrow || isRare)
  const active = others.filter(({ isActive }) => isActive)
  const show = ({ id, menu: part }: ListFilter) => <Fragment key={id}>{part}</Fragment>
  return (
    <FilterBar {...line}>
      {filters.filter((each) => !others.includes(each)).map(show)}
      {others.length === 0 ? null : (
        <span ref={menu} className={styles.more}>
          {/* A menu that opens menus is none of the filters. */}
          <FilterPlacementContext value={null}>
            <PopoverMenu
              name={isNarrow ? texts.title : texts.more}
              chosen={active.length === 0 ? null : format.number(active.length)}
            >
              <FilterPlacementContext value={inList}>
                <div className={styles.others}>{others.map(show)}</div>
              </FilterPlacementContext>
            </PopoverMenu>
          </FilterPlacementContext>
        </span>
      )}
      <FilterPlacementContext value={outOfMenu}>{active.map(show)}</FilterPlacementContext>
    </FilterBar>
  )
}

interface TableRegionProps {
  /** True while rows of the previous filter are shown and the next rows are loading. */
  readonly isOld: boolean
  readonly children: ReactNode
}

/** Region of a table; says to screen readers and shows that its rows are those of the previous filter. */
export function TableRegion({ isOld, children }: TableRegionProps): ReactNode {
  return (
    <div className={styles.rows} data-old={isOld || undefined} aria-busy={isOld || undefined}>
      {children}
    </div>
  )
}
