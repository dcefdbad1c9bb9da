import type { DriftItem, DriftPage, DriftRow } from '@paydesk/shared/work/drift'
import { driftItem } from '@paydesk/shared/work/drift'
import type { ReactNode, RefObject } from 'react'
import { useMemo } from 'react'
import { useMedia } from '../../ui/state/use-media.ts'
import type { Sorting } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListRows, NoRows } from '../../ui/table/list-parts.tsx'
import { Pages } from '../../ui/table/pagination.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { filterOf, isFiltered, withFilter } from './address.ts'
import { driftColumns, visibleColumns } from './drift-columns.tsx'
import styles from './drift-page.module.css'
import type { DriftPageProps } from './drift-page.tsx'
import { sortingOf, sortOf } from './sorting.ts'

interface RowsProps extends DriftPageProps {
  readonly page: DriftPage
  readonly list: RefObject<HTMLDivElement | null>
  readonly isNarrow: boolean
  /** The rows of the filter before, while those of this one are on the way. */
  readonly isOld: boolean
  readonly onOpen: (item: DriftItem) => void
}

/** The items of the filter, page by page. */
export function DriftRows({ list, ...props }: RowsProps): ReactNode {
  const { page, address, onChange, onOpen, transactionLink, isNarrow, isOld } = props
  const { status = 'open' } = address
  const columns = useMemo(
    () => driftColumns({ link: transactionLink, byAmount: page.byAmount, status }),
    [transactionLink, page.byAmount, status],
  )
  const isBeside = useMedia('(max-width: 1640px)') && address.open !== undefined
  const visible = visibleColumns(status, isNarrow ? 'narrow' : isBeside ? 'beside' : 'all')
  const sorting = sortingOf(address)
  return (
    <div ref={list}>
      <ListRows isOld={isOld}>
        {page.rows.length === 0 ? (
          <Nothing {...props} />
        ) : (
          <>
            <DataTable
              label="Differences"
              columns={columns}
              visible={visible}
              rows={page.rows}
              rowKey={keyOf}
              sorting={sorting}
              onSort={(wanted: Sorting | null) => onChange(withFilter(address, sortOf(wanted, sorting)))}
              chosen={address.open ?? null}
              onChoose={(key) => onOpen(driftItem.parse(key))}
              isNarrow={isNarrow}
              changeOf={versionOf}
              ownsKeys
            />
            <Pages
              shown={page.rows.length}
              count={page.count}
              more={page.more}
              one="difference"
              isFirst={address.after === undefined}
              onFirst={() => onChange({ ...address, after: undefined, open: undefined })}
              onBack={props.onBack}
              onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
            />
            <p className={styles.keys}>
              <Kbd keys="j" /> <Kbd keys="k" /> row · <Kbd keys="↵" /> open
              {page.mayExplain ? (
                <>
                  {' '}
                  · <Kbd keys="e" /> explain
                </>
              ) : null}{' '}
              · <Kbd keys="Esc" /> close
            </p>
          </>
        )}
      </ListRows>
    </div>
  )
}

function Nothing({ page, address, onChange }: Pick<RowsProps, 'page' | 'address' | 'onChange'>): ReactNode {
  const { status = 'open' } = address
  if (address.after !== undefined) {
    return (
      <NoRows
        go={{ words: 'First page', run: () => onChange({ ...address, after: undefined, open: undefined }) }}
      >
        <p>Nothing follows here: the items of this page are explained, closed or have another place now.</p>
      </NoRows>
    )
  }
  if (isFiltered(filterOf(address))) {
    return (
      <NoRows
        go={{
          words: 'Clear the filter',
          run: () => onChange(withFilter(address, { kind: undefined, age: undefined })),
        }}
      >
        <p>No difference matches the filter.</p>
      </NoRows>
    )
  }
  return (
    <NoRows>
      <p>{status === 'open' ? goodNews(page.figures.explained) : emptyWords[status]}</p>
    </NoRows>
  )
}

const emptyWords = {
  explained:
    'No difference that still stands is explained: each was closed by the facts, or waits for its explanation.',
  closed: 'No difference was closed by the facts yet.',
} as const

/** Why an empty list is good news, and how far that goes. */
function goodNews(explained: number): string {
  const rest =
    explained === 0
      ? 'Record, notifications and index agree wherever they were compared: at each read, as far as your role sees it.'
      : 'Whatever differs has been explained and waits for the facts to agree.'
  return `Nothing is left to explain. ${rest}`
}

function keyOf(row: DriftRow): string {
  return row.item
}

function versionOf(row: DriftRow): string {
  return String(row.version)
}
