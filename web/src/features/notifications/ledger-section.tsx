import type { LedgerPage, ReceivedNotification } from '@paydesk/shared/payments/ledger'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { clearedBut, isFiltered } from '../../ui/state/list-state.ts'
import { useMedia } from '../../ui/state/use-media.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { FilterLine, ListRows, NoRows } from '../../ui/table/list-parts.tsx'
import { Pages } from '../../ui/table/pagination.tsx'
import { filterOf } from './address.ts'
import { ledgerColumns, narrowLedger } from './ledger-columns.tsx'
import { LedgerFilters } from './ledger-filters.tsx'
import type { NotificationsPageProps } from './notifications-page.tsx'

interface LedgerSectionProps extends NotificationsPageProps {
  readonly page: LedgerPage
  /** The rows of the filter before, while those of this one are on the way. */
  readonly isOld: boolean
}

/** Every notification that was accepted, newest first. */
export function LedgerSection(props: LedgerSectionProps): ReactNode {
  const { address, onChange } = props
  const filter = filterOf(address)
  return (
    <>
      <FilterLine isFiltered={isFiltered(filter)} onClear={() => onChange(clearedBut(address))}>
        <LedgerFilters
          filter={filter}
          onChange={(change) => onChange({ ...address, before: undefined, open: undefined, ...change })}
        />
      </FilterLine>
      <Entries {...props} />
    </>
  )
}

function Entries({
  page,
  address,
  isOld,
  onChange,
  onNext,
  onBack,
  onOpen,
  transactionLink,
}: LedgerSectionProps): ReactNode {
  const isNarrow = useMedia('(max-width: 860px)')
  const columns = useMemo(() => ledgerColumns(transactionLink), [transactionLink])
  if (page.entries.length === 0) {
    const filtered = isFiltered(filterOf(address))
    const go = filtered
      ? { words: 'Clear the filter', run: () => onChange(clearedBut(address)) }
      : address.before === undefined
        ? undefined
        : { words: 'First page', run: () => onChange({ ...address, before: undefined }) }
    return (
      <NoRows go={go}>
        <p>
          {address.before !== undefined
            ? 'Nothing follows here.'
            : filtered
              ? 'None of the received notifications matches the filter.'
              : 'No notification has been received here yet.'}
        </p>
      </NoRows>
    )
  }
  return (
    <ListRows isOld={isOld}>
      <DataTable
        label="Received notifications"
        columns={columns}
        visible={isNarrow ? narrowLedger : columns.map((column) => column.id)}
        rows={page.entries}
        rowKey={keyOf}
        sorting={null}
        onSort={() => {}}
        chosen={address.open ?? null}
        onChoose={onOpen}
        isNarrow={isNarrow}
        ownsKeys
      />
      <Pages
        shown={page.entries.length}
        count={page.count}
        more={page.more}
        one="notification"
        isFirst={address.before === undefined}
        onFirst={() => onChange({ ...address, before: undefined, open: undefined })}
        onBack={onBack}
        onNext={page.next === null ? null : () => onNext(page.next ?? '')}
      />
    </ListRows>
  )
}

function keyOf(entry: ReceivedNotification): string {
  return String(entry.number)
}
