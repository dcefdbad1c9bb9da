import type { LedgerPage, ReceivedNotification } from '@paydesk/shared/ledger'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Pages } from '../ui/pages.tsx'
import { useMedia } from '../ui/use-media.ts'
import type { LedgerAddress } from './address.ts'
import { filterOf, isFiltered } from './address.ts'
import { ledgerColumns, narrowLedger } from './ledger-columns.tsx'
import { LedgerFilters } from './ledger-filters.tsx'
import styles from './notifications-page.module.css'
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
      <div className={styles.tools}>
        <LedgerFilters
          filter={filter}
          onChange={(change) => onChange({ ...address, before: undefined, open: undefined, ...change })}
        />
        {isFiltered(filter) ? (
          <button type="button" className={styles.clear} onClick={() => onChange(nothing(address))}>
            Clear the filter
          </button>
        ) : null}
      </div>
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
    return (
      <div className={styles.none}>
        <p>
          {address.before !== undefined
            ? 'Nothing follows here.'
            : filtered
              ? 'None of the received notifications matches the filter.'
              : 'No notification has been received here yet.'}
        </p>
        {filtered ? <Button onClick={() => onChange(nothing(address))}>Clear the filter</Button> : null}
        {!filtered && address.before !== undefined ? (
          <Button onClick={() => onChange({ ...address, before: undefined })}>First page</Button>
        ) : null}
      </div>
    )
  }
  return (
    <div className={styles.rows} data-old={isOld || undefined} aria-busy={isOld || undefined}>
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
    </div>
  )
}

function keyOf(entry: ReceivedNotification): string {
  return String(entry.number)
}

function nothing(address: LedgerAddress): { [K in keyof LedgerAddress]: undefined } {
  return Object.fromEntries(Object.keys(address).map((member) => [member, undefined]))
}
