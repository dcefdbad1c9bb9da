import {
  type AuditEntryView,
  auditEntryViewSchema,
  type AuditLogFigures as FiguresOf,
  type AuditEntryList as TrailList,
} from '@paydesk/shared/compliance/audit-log'
import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import {
  createInPlaceNavigation,
  createNextPageNavigation,
  usePreviousListPage,
} from '../../ui/state/list-navigation.ts'
import { hasActiveFilter } from '../../ui/state/list-state.ts'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { useOptimisticValue } from '../../ui/state/use-optimistic-value.ts'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { TableRegion } from '../../ui/table/list-layout.tsx'
import { compactAuditColumnIds, useAuditColumns } from './audit-columns.tsx'
import { AuditEntryPanel, type AuditRecordIdRenderer } from './audit-entry-panel.tsx'
import { AuditLogSizeLine, AuditTodayFigures } from './audit-figures.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import styles from './audit-log.module.css'
import { AuditLogExport } from './audit-log-export.tsx'
import { AuditPagination } from './audit-pagination.tsx'
import { AuditVerificationStatus, useAuditVerification, VerifyAuditButton } from './audit-verification.tsx'
import { auditLogQueries, refreshAuditLog } from './queries.ts'
import { RecordAccessSearchButton } from './record-access-search-button.tsx'
import type { AuditSearchChange, AuditSearchParams } from './search-params.ts'
import { changeAuditFilter, getAuditView, parseAuditFilter, parseAuditQuery } from './search-params.ts'

const route = getRouteApi('/inside/$env/audit-log')

interface AuditLogPageProps {
  readonly renderRecord: AuditRecordIdRenderer
}

/** State of the list in the URL, and the function that replaces it. */
interface AuditAddress {
  readonly address: AuditSearchParams
  readonly onChange: (change: AuditSearchChange) => void
}

/** Audit log page: one sentence per entry, filters, and the verification of the log. */
export function AuditLogPage({ renderRecord }: AuditLogPageProps): ReactNode {
  const texts = useMessages('auditLog')
  const { name: env } = useEnvironment()
  const navigate = route.useNavigate()
  const queries = auditLogQueries(useApiClient())
  const [address, onChange] = useOptimisticValue<AuditSearchChange>(
    route.useSearch(),
    (next) => void navigate(createInPlaceNavigation(next, next.after === undefined)),
  )
  const query = useQuery(queries.page(env, parseAuditQuery(address)))
  const figures = useQuery(queries.figures(env))
  const list = useRef<HTMLDivElement>(null)
  const isStacked = useMediaQuery('(max-width: 1180px)')
  const entries = query.data?.entries ?? []
  const { open } = address
  const close = () => {
    list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
    onChange({ ...address, open: undefined })
  }
  useShortcut(
    'Escape',
    texts.closeEntry,
    () => {
      // Let the browser close an open popover first.
      if (document.querySelector(':popover-open') === null) close()
    },
    open !== undefined,
  )
  useShortcut(
    'Enter',
    texts.openNewest,
    () => entries[0] && onChange({ ...address, open: entries[0].entry }),
    open === undefined && entries.length > 0,
  )
  const panel =
    open === undefined || query.data === undefined ? null : (
      <AuditEntryPanel
        entry={entries.find((each) => each.entry === open) ?? null}
        renderRecord={renderRecord}
        takesFocus={isStacked}
        onClose={close}
      />
    )
  return (
    <div className={styles.page} data-open={panel !== null || undefined}>
      <div className={styles.list}>
        <AuditLogHeader
          address={address}
          onChange={onChange}
          figures={figures.data}
          isBusy={query.isFetching || figures.isFetching}
        />
        {isStacked ? panel : null}
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing={texts.notLoaded}
          skeleton={<Skeleton lines={12} height={22} />}
        >
          {(page) => (
            <div ref={list}>
              <TableRegion isOld={query.isPlaceholderData}>
                <AuditEntryTable
                  address={address}
                  onChange={onChange}
                  page={page}
                  isBeside={panel !== null && !isStacked}
                />
              </TableRegion>
            </div>
          )}
        </AsyncView>
      </div>
      {isStacked ? null : panel}
    </div>
  )
}

interface AuditLogHeaderProps extends AuditAddress {
  readonly figures: FiguresOf | undefined
  readonly isBusy: boolean
}

/** Header: coverage, verification result, today's figures and filters. */
function AuditLogHeader({ address, onChange, figures, isBusy }: AuditLogHeaderProps): ReactNode {
  const texts = useMessages('auditLog')
  const { name: env, label } = useEnvironment()
  const may = {
    every: useMay('audit.every'),
    verify: useMay('audit.verify'),
    export: useMay('audit.export'),
  }
  const queryClient = useQueryClient()
  const verifying = useAuditVerification(env, figures?.lastVerification ?? null)
  const filter = parseAuditFilter(address)
  const client = useApiClient()
  const selected = { ...filter, view: getAuditView(filter) }
  const exporting = useDataExport({
    name: (today) => `paydesk-audit-entries-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportAuditEntries, {
        params: { env },
        query: { ...selected, ...format },
        signal,
      }),
    missing: texts.export.notExported,
    expected: null,
    selection: { list: 'audit_entries', filter: selected },
  })
  return (
    <>
      <PageHeader title={texts.title} place={label}>
        {may.every ? <RecordAccessSearchButton /> : null}
        {may.verify ? <VerifyAuditButton verifying={verifying} /> : null}
        <RefreshButton
          text={texts.refresh}
          help={texts.refreshHelp}
          said={texts.refreshed}
          isBusy={isBusy}
          read={() => refreshAuditLog(queryClient, env)}
        />
        {may.export ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <p className={styles.about}>
        {texts.scopes[figures?.visibility ?? 'own']}{' '}
        {figures ? <AuditLogSizeLine figures={figures} place={label} /> : null}
      </p>
      {may.export ? <ExportStatus {...exporting} /> : null}
      {may.verify || may.export ? (
        <div className={styles.proof}>
          {may.verify ? <AuditVerificationStatus verifying={verifying} /> : null}
          {may.export ? <AuditLogExport env={env} from={filter.from} to={filter.to} /> : null}
        </div>
      ) : null}
      {figures ? (
        <AuditTodayFigures figures={figures} />
      ) : (
        <Skeleton lines={2} width="min(700px, 100%)" height={22} />
      )}
      <AuditFilterBar
        filter={filter}
        figures={figures}
        onChange={(change) => onChange(changeAuditFilter(address, change))}
      />
    </>
  )
}

interface AuditEntryTableProps extends AuditAddress {
  readonly page: TrailList
  readonly isBeside: boolean
}

function AuditEntryTable({ address, onChange, page, isBeside }: AuditEntryTableProps): ReactNode {
  const texts = useMessages('auditLog')
  const columns = useAuditColumns()
  const navigate = route.useNavigate()
  const router = useRouter()
  const goBack = usePreviousListPage()
  const isNarrow = useMediaQuery('(max-width: 860px)')
  return (
    <>
      {page.entries.length === 0 ? (
        <NoEntries address={address} onChange={onChange} page={page} />
      ) : (
        <DataTable
          list="audit_log"
          label={texts.entries}
          columns={columns}
          isVisibleFixed={isBeside}
          visible={isBeside || isNarrow ? compactAuditColumnIds : columns.map(({ id }) => id)}
          rows={page.entries}
          rowKey={getEntryKey}
          sorting={null}
          onSort={() => undefined}
          chosen={address.open ?? null}
          rowHref={(key) =>
            router.buildLocation({
              to: '.',
              search: { ...address, open: auditEntryViewSchema.shape.entry.parse(key) },
            }).href
          }
          onChoose={(key) => onChange({ ...address, open: auditEntryViewSchema.shape.entry.parse(key) })}
          isNarrow={isNarrow}
          ownsKeys
        />
      )}
      {getAuditView(parseAuditFilter(address)) === 'all' ? null : (
        <p className={styles.quiet}>
          {texts.listsNotShown}{' '}
          <Button look="quiet" onClick={() => onChange(changeAuditFilter(address, { view: 'all' }))}>
            {texts.showAll}
          </Button>
        </p>
      )}
      <AuditPagination
        page={page}
        isFirst={address.after === undefined}
        onFirst={() => onChange({ ...address, after: undefined, open: undefined })}
        onBack={goBack}
        onNext={
          page.next === null
            ? null
            : () =>
                void navigate(
                  createNextPageNavigation({ ...address, after: page.next ?? '', open: undefined }),
                )
        }
      />
    </>
  )
}

function NoEntries({
  page,
  address,
  onChange,
}: Pick<AuditEntryTableProps, 'page' | 'address' | 'onChange'>): ReactNode {
  const texts = useMessages('auditLog')
  if (page.next !== null) return <EmptyState>{texts.noneSoFar}</EmptyState>
  if (!hasActiveFilter(parseAuditFilter(address)) && address.after === undefined)
    return <EmptyState>{texts.noEntries}</EmptyState>
  return (
    <EmptyState go={{ text: texts.allEntries, run: () => onChange({}) }}>
      <p>{address.after === undefined ? texts.noMatch : texts.noFurtherMatch}</p>
    </EmptyState>
  )
}

const getEntryKey = ({ entry }: AuditEntryView) => entry
