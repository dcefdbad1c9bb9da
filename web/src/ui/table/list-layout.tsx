import { Fragment, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
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
        <button
          type="button"
          className={styles.clear}
          onClick={({ currentTarget }) => {
            onClear()
            // This button leaves with the filter, and the focus with it.
            const first = currentTarget.previousElementSibling?.querySelector('button, input, select')
            if (first instanceof HTMLElement) first.focus()
          }}
        >
          {texts.clear}
        </button>
      ) : null}
      {end ? <span className={styles.end}>{end}</span> : null}
    </div>
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
  const focusMenu = useCallback(() => menu.current?.querySelector('button')?.focus(), [])
  const [openFilter, setOpenFilter] = useState<string | null>(null)
  const others = filters.filter(({ isRare }) => isNarrow || isRare)
  const active = others.filter(({ isActive }) => isActive)
  // Keep an open filter after its last choice is undone: its choices would vanish from under the person.
  const shown = others.filter(({ id, isActive }) => isActive || id === openFilter)
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
      {shown.map(({ id, menu: part }) => (
        <ActiveFilter key={id} id={id} onOpen={setOpenFilter} onFocusLost={focusMenu}>
          {part}
        </ActiveFilter>
      ))}
    </FilterBar>
  )
}

interface ActiveFilterProps {
  readonly id: string
  /** Sets the filter whose choices are open. */
  readonly onOpen: (change: (open: string | null) => string | null) => void
  readonly onFocusLost: () => void
  readonly children: ReactNode
}

/** Filter that is in the line while it is active or open. */
function ActiveFilter({ id, onOpen, onFocusLost, children }: ActiveFilterProps): ReactNode {
  const placement = useMemo(
    () => ({
      ...inLine,
      onFocusLost,
      // Another filter may have opened before this one reports that it closed.
      onToggled: (isOpen: boolean) => onOpen((open) => (isOpen ? id : open === id ? null : open)),
    }),
    [id, onOpen, onFocusLost],
  )
  return <FilterPlacementContext value={placement}>{children}</FilterPlacementContext>
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
