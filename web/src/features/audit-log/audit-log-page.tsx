import {
  type AuditEntryView,
  auditEntryView,
  type AuditLogFigures as FiguresOf,
  type AuditEntryList as TrailList,
} from '@paydesk/shared/compliance/audit-log'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo, useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { hasActiveFilter } from '../../ui/state/list-state.ts'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { useOptimisticSearch } from '../../ui/state/use-optimistic-search.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState, TableRegion } from '../../ui/table/list-layout.tsx'
import { auditColumnIds, compactAuditColumnIds, createAuditColumns } from './audit-columns.tsx'
import { AuditEntryPanel, type RenderAuditRecordId } from './audit-entry-panel.tsx'
import type { RenderAuditRecordLink } from './audit-entry-sentence.tsx'
import type { RenderAuditFilterLink, RenderStaffActivityLink } from './audit-figures.tsx'
import { AuditCoverageLine, AuditTodayFigures } from './audit-figures.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import styles from './audit-log.module.css'
import { AuditLogExport } from './audit-log-export.tsx'
import { AuditPagination } from './audit-pagination.tsx'
import { AuditVerificationStatus, useAuditVerification, VerifyAuditButton } from './audit-verification.tsx'
import { auditLogQueries, refreshAuditLog } from './queries.ts'
import type { AuditSearchChange, AuditSearchParams } from './search-params.ts'
import { changeAuditFilter, parseAuditFilter, parseAuditQuery } from './search-params.ts'

export interface AuditLogPageProps {
  readonly env: EnvironmentName
  /** Environment name for the window title. */
  readonly place: string
  readonly address: AuditSearchParams
  readonly may: { readonly verify: boolean; readonly export: boolean }
  /** Replaces the URL state of the list; `onNext` adds a history entry for the next page. */
  readonly onChange: (change: AuditSearchChange) => void
  readonly onNext: (after: string) => void
  /** Goes to the previous page; null unless this page was reached from that one. */
  readonly onBack: (() => void) | null
  readonly placeLink: RenderAuditRecordLink
  readonly personLink: RenderStaffActivityLink | null
  readonly filterLink: RenderAuditFilterLink
  readonly renderRecord: RenderAuditRecordId
}

/** Audit log page: one sentence per entry, filters, and the verification of the log. */
export function AuditLogPage(given: AuditLogPageProps): ReactNode {
  const { env } = given
  const queries = auditLogQueries(useApiClient())
  const [address, onChange] = useOptimisticSearch<AuditSearchChange>(given.address, given.onChange)
  const props = { ...given, address, onChange }
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
    'Close the entry',
    () => {
      // Let the browser close an open popover first.
      if (document.querySelector(':popover-open') === null) close()
    },
    open !== undefined,
  )
  useShortcut(
    'Enter',
    'Open the newest entry',
    () => entries[0] && onChange({ ...address, open: entries[0].entry }),
    open === undefined && entries.length > 0,
  )
  const panel =
    open === undefined || query.data === undefined ? null : (
      <AuditEntryPanel
        entry={entries.find((each) => each.entry === open) ?? null}
        link={given.placeLink}
        personLink={given.personLink}
        filterLink={given.filterLink}
        renderRecord={given.renderRecord}
        takesFocus={isStacked}
        onClose={close}
      />
    )
  return (
    <div className={styles.page} data-open={panel !== null || undefined}>
      <div className={styles.list}>
        <AuditLogHeader {...props} figures={figures.data} isBusy={query.isFetching || figures.isFetching} />
        {isStacked ? panel : null}
        <AsyncView
          query={query}
          retry={() => void query.refetch()}
          missing="The entries could not be read"
          skeleton={<Skeleton lines={12} height={22} />}
        >
          {(page) => (
            <div ref={list}>
              <TableRegion isOld={query.isPlaceholderData}>
                <AuditEntryTable {...props} page={page} isBeside={panel !== null && !isStacked} />
              </TableRegion>
            </div>
          )}
        </AsyncView>
      </div>
      {isStacked ? null : panel}
    </div>
  )
}

interface AuditLogHeaderProps extends AuditLogPageProps {
  readonly figures: FiguresOf | undefined
  readonly isBusy: boolean
}

/** Header: coverage, verification result, today's figures and filters. */
function AuditLogHeader({ figures, isBusy, ...props }: AuditLogHeaderProps): ReactNode {
  const { env, place, address, may, onChange, personLink, filterLink } = props
  const queryClient = useQueryClient()
  const verifying = useAuditVerification(env, figures?.verified ?? null)
  const filter = parseAuditFilter(address)
  return (
    <>
      <PageHeader title="Audit" place={place}>
        {may.verify ? <VerifyAuditButton verifying={verifying} /> : null}
        <RefreshButton
          help="Read the trail again"
          said="The trail was read again"
          isBusy={isBusy}
          read={() => refreshAuditLog(queryClient, env)}
        />
      </PageHeader>
      <div className={styles.coverage}>
        <p className={styles.about}>{figures ? scopeDescriptions[figures.sees] : scopeDescriptions.own}</p>
        {figures ? <AuditCoverageLine figures={figures} place={place} /> : null}
      </div>
      {may.verify ? <AuditVerificationStatus verifying={verifying} /> : null}
      {may.export ? <AuditLogExport env={env} from={filter.from} to={filter.to} /> : null}
      {figures ? (
        <AuditTodayFigures figures={figures} personLink={personLink} filterLink={filterLink} />
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

const scopeDescriptions = {
  own: 'What you did here. Each read, refusal and decision leaves an entry before anything is answered; nobody can change or remove one unnoticed.',
  administration:
    'What you did, and deeds of administration: sign-ins, roles, imports. Each leaves an entry before anything is answered.',
  every:
    'Every read, refusal and decision leaves an entry before anything is answered. Each entry holds the hash of the one before, so a change shows. Reading the trail leaves entries too.',
} as const

interface AuditEntryTableProps extends AuditLogPageProps {
  readonly page: TrailList
  readonly isBeside: boolean
}

function AuditEntryTable({ page, isBeside, ...props }: AuditEntryTableProps): ReactNode {
  const { address, onChange, placeLink } = props
  const isNarrow = useMediaQuery('(max-width: 860px)')
  const columns = useMemo(() => createAuditColumns(placeLink), [placeLink])
  return (
    <>
      {page.entries.length === 0 ? (
        <NoEntries {...props} page={page} />
      ) : (
        <DataTable
          label="Entries"
          columns={columns}
          visible={isBeside || isNarrow ? compactAuditColumnIds : auditColumnIds}
          rows={page.entries}
          rowKey={getEntryKey}
          sorting={null}
          onSort={() => undefined}
          chosen={address.open ?? null}
          onChoose={(key) => onChange({ ...address, open: auditEntryView.shape.entry.parse(key) })}
          isNarrow={isNarrow}
          ownsKeys
        />
      )}
      <AuditPagination
        page={page}
        isFirst={address.after === undefined}
        onFirst={() => onChange({ ...address, after: undefined, open: undefined })}
        onBack={props.onBack}
        onNext={page.next === null ? null : () => props.onNext(page.next ?? '')}
      />
    </>
  )
}

function NoEntries({
  page,
  address,
  onChange,
}: Pick<AuditEntryTableProps, 'page' | 'address' | 'onChange'>): ReactNode {
  if (page.next !== null) return <EmptyState>Nothing here matches yet.</EmptyState>
  if (!hasActiveFilter(parseAuditFilter(address)) && address.after === undefined)
    return <EmptyState>There is no entry yet.</EmptyState>
  return (
    <EmptyState go={{ words: 'All entries', run: () => onChange({}) }}>
      <p>No {address.after === undefined ? '' : 'further '}entry matches the filter.</p>
    </EmptyState>
  )
}

const getEntryKey = ({ entry }: AuditEntryView) => entry
