import { describeFieldPermissions } from '@paydesk/shared/compliance/access-policy-text'
import type { FieldPermissionsView } from '@paydesk/shared/compliance/field-permissions'
import { type Role, roleSchema as roleCodes } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useOptimisticValue } from '../../ui/state/use-optimistic-value.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { FieldPermissionChanges, RoleFieldAccessSummary } from './field-permission-changes.tsx'
import { FieldPermissionDialog } from './field-permission-dialog.tsx'
import { FieldPermissionFilters } from './field-permission-filters.tsx'
import styles from './field-permissions.module.css'
import {
  FieldPermissionsExportButton,
  FieldPermissionsExportError,
  useFieldPermissionsExport,
} from './field-permissions-export.tsx'
import { FieldPermissionsTable } from './field-permissions-table.tsx'
import { filterFieldRows, listVisibleRoleColumns } from './filter-field-rows.ts'
import { MaskingProofSection } from './masking-proof-section.tsx'
import { fieldPermissionQueries } from './queries.ts'
import type { FieldPermissionsSearchChange, FieldPermissionsSearchParams } from './search-params.ts'

const route = getRouteApi('/inside/$env/field-permissions')

/** Field permissions page: access of each role to each field, and the last masking proof. */
export function FieldPermissionsPage(): ReactNode {
  const texts = useMessages('fieldPermissions')
  const { name: env, label } = useEnvironment()
  const navigate = route.useNavigate()
  const [address, onChange] = useOptimisticValue<FieldPermissionsSearchChange>(
    route.useSearch(),
    (search) => void navigate({ search, replace: true, resetScroll: false }),
  )
  const client = useApiClient()
  const query = useQuery(fieldPermissionQueries(client).view(env))
  const csv = useDataExport({
    name: 'paydesk-field-permissions',
    open: (signal, query) =>
      client.stream(endpoints.exportFieldPermissions, { params: { env }, query, signal }),
    missing: texts.notExported,
    expected: query.data === undefined ? null : query.data.fields.length * roleCodes.options.length,
    // Rules, not rows about people: exported without an approval.
    selection: null,
  })
  const json = useFieldPermissionsExport(env)
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label}>
        <RefreshButton
          text={texts.refresh}
          help={texts.refreshHelp}
          said={texts.refreshed}
          isBusy={query.isFetching}
          read={query.refetch}
        />
        <ExportButton {...csv} />
        <FieldPermissionsExportButton {...json} />
      </PageHeader>
      <ExportStatus {...csv} />
      <FieldPermissionsExportError {...json} />
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={14} height={22} />}
      >
        {(view) => <FieldPermissionsContent view={view} address={address} onChange={onChange} />}
      </AsyncView>
    </div>
  )
}

interface FieldPermissionsContentProps {
  readonly address: FieldPermissionsSearchParams
  readonly onChange: (change: FieldPermissionsSearchChange) => void
  readonly view: FieldPermissionsView
}

function FieldPermissionsContent({
  view: given,
  address,
  onChange,
}: FieldPermissionsContentProps): ReactNode {
  const texts = useMessages('fieldPermissions')
  const words = useMessages('accessPolicy')
  const { maskedTexts } = useMessages('ui')
  const format = useFormatter()
  const view = useMemo(
    () => describeFieldPermissions(given, { ...words, maskedTexts }, format),
    [given, words, maskedTexts, format],
  )
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<{ readonly field: string; readonly role: Role } | null>(null)
  const rows = filterFieldRows(view, address, search)
  const roles = listVisibleRoleColumns(address)
  const clear = () => {
    setSearch('')
    onChange({ class: undefined, role: undefined, with: undefined, sees: undefined, changed: undefined })
  }
  const row = view.fields.find(({ field }) => field === open?.field)
  return (
    <>
      <MaskingProofSection proof={view.proof} view={view} />
      <FieldPermissionChanges view={view} onOpen={setOpen} />
      <FieldPermissionFilters
        view={view}
        address={address}
        search={search}
        onSearch={setSearch}
        onChange={(change) => onChange({ ...address, ...change })}
        onClear={clear}
      />
      <RoleFieldAccessSummary view={view} address={address} />
      {rows.length === 0 ? (
        <EmptyState go={{ text: texts.showAll, run: clear }}>
          <p>{address.with === undefined ? texts.noMatch : texts.noDifference}</p>
        </EmptyState>
      ) : (
        <FieldPermissionsTable
          view={view}
          rows={rows}
          roles={roles}
          isWordy={address.role !== undefined}
          onOpen={(field, role) => setOpen({ field, role })}
        />
      )}
      <p className={styles.quiet}>
        {format.text(texts.footnote, {
          fields: format.text(texts.fields, { count: rows.length }),
          all: view.fields.length,
        })}
      </p>
      {open !== null && row !== undefined ? (
        <FieldPermissionDialog view={view} row={row} role={open.role} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}
