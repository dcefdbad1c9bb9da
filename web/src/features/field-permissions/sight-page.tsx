import type { SightView } from '@paydesk/shared/compliance/sight'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead, Reread } from '../../ui/page/page-head.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useAhead } from '../../ui/state/use-optimistic-search.ts'
import { ExportButton, ExportLine, useExport } from '../../ui/table/data-export.tsx'
import { NoRows } from '../../ui/table/list-parts.tsx'
import { countOf } from '../../ui/text/counted.ts'
import type { SightAddress, SightChange } from './address.ts'
import { CellDetail } from './cell-detail.tsx'
import { JsonButton, JsonLine, useJsonExport } from './json-export.tsx'
import { rolesShown, rowsShown } from './matrix-filter.ts'
import { MatrixTable } from './matrix-table.tsx'
import { ProofPart } from './proof-part.tsx'
import { sightQueries } from './queries.ts'
import styles from './sight.module.css'
import { ChangeList, Summary } from './sight-changes.tsx'
import { SightFilters } from './sight-filters.tsx'

interface SightPageProps {
  readonly env: EnvironmentName
  /** The environment's name, for the window's title. */
  readonly place: string
  readonly address: SightAddress
  readonly onChange: (change: SightChange) => void
}

/** Who may see what: the access matrix in force, field by field and role by role, with the last proof of it. */
export function SightPage({ env, place, ...given }: SightPageProps): ReactNode {
  const [address, onChange] = useAhead<SightChange>(given.address, given.onChange)
  const client = useClient()
  const query = useQuery(sightQueries(client).view(env))
  const csv = useExport({
    name: 'paydesk-who-may-see-what',
    open: (signal) => client.stream(endpoints.exportSight, { params: { env }, query: {}, signal }),
    missing: 'The list was not exported',
    expected: query.data === undefined ? null : query.data.fields.length * query.data.roles.length,
  })
  const json = useJsonExport(env)
  return (
    <div className={styles.page}>
      <PageHead title="Who may see what" place={place}>
        <Reread
          help="Read the matrix again"
          said="The matrix was read again"
          isBusy={query.isFetching}
          read={query.refetch}
        />
        <ExportButton {...csv} />
        <JsonButton {...json} />
      </PageHead>
      <ExportLine {...csv} />
      <JsonLine {...json} />
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The matrix could not be read"
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(view) => <Matrix view={view} address={address} onChange={onChange} />}
      </AsyncView>
    </div>
  )
}

interface MatrixProps extends Pick<SightPageProps, 'address' | 'onChange'> {
  readonly view: SightView
}

function Matrix({ view, address, onChange }: MatrixProps): ReactNode {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<{ readonly field: string; readonly role: Role } | null>(null)
  const rows = rowsShown(view, address, search)
  const roles = rolesShown(view, address)
  const clear = () => {
    setSearch('')
    onChange({ class: undefined, role: undefined, with: undefined, sees: undefined, changed: undefined })
  }
  const row = view.fields.find(({ field }) => field === open?.field)
  return (
    <>
      <ProofPart proof={view.proof} view={view} />
      <ChangeList view={view} onOpen={setOpen} />
      <SightFilters
        view={view}
        address={address}
        search={search}
        onSearch={setSearch}
        onChange={(change) => onChange({ ...address, ...change })}
        onClear={clear}
      />
      <Summary view={view} address={address} />
      {rows.length === 0 ? (
        <NoRows go={{ words: 'Show the whole matrix', run: clear }}>
          <p>
            {address.with === undefined
              ? 'No field fits.'
              : 'These two roles see the same of every field that is left.'}
          </p>
        </NoRows>
      ) : (
        <MatrixTable
          view={view}
          rows={rows}
          roles={roles}
          isWordy={address.role !== undefined}
          onOpen={(field, role) => setOpen({ field, role })}
        />
      )}
      <p className={styles.quiet}>
        {countOf(rows.length, 'field')} of {view.fields.length}. R: may be revealed with a purpose; R+: after
        proving anew who one is. This page holds nothing about any customer; the values are made up.
      </p>
      {open !== null && row !== undefined ? (
        <CellDetail view={view} row={row} role={open.role} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}
