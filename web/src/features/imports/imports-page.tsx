import type { IdImport } from '@paydesk/shared/administration/imports'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { focusSection, Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useMediaQuery } from '../../ui/state/use-media-query.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportReport } from './import-report.tsx'
import styles from './imports-page.module.css'
import { importStatusTones } from './labels.ts'
import { idImportQueries } from './queries.ts'

const route = getRouteApi('/inside/$env/imports')

/** Imports page: ids from a file make Paydesk read records that it does not know yet. */
export function ImportsPage(): ReactNode {
  const texts = useMessages('imports')
  const format = useFormatter()
  const columns = useMemo(() => createColumns(texts, format), [texts, format])
  const { name: env, label } = useEnvironment()
  const { open: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (id: string) => void navigate({ search: { open: id }, resetScroll: false })
  const queries = idImportQueries(useApiClient())
  const queryClient = useQueryClient()
  const list = useQuery(queries.list(env))
  const [started, setStarted] = useState<string | null>(null)
  // Move focus to the report once the report is shown, because the submit button has no further use.
  useEffect(() => {
    if (started === null || started !== opened) return
    document.getElementById('report')?.focus()
    setStarted(null)
  }, [started, opened])
  const isNarrow = useMediaQuery('(max-width: 860px)')
  useShortcut('l', texts.earlier, () => focusSection('imports'))
  function onStarted(view: IdImport, isStillHere: boolean) {
    queryClient.setQueryData(queries.one(env, view.import).queryKey, view)
    void list.refetch()
    if (!isStillHere) return
    setStarted(view.import)
    open(view.import)
  }
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label} about={texts.purpose} />
      <div className={styles.panes}>
        <Section title={texts.newImport}>
          <ImportForm env={env} onStarted={onStarted} />
        </Section>
        {opened === undefined ? (
          <Section title={texts.report}>
            <p className={styles.quiet}>{texts.noReport}</p>
          </Section>
        ) : (
          <ImportReport key={opened} env={env} id={opened} />
        )}
      </div>
      <Section title={texts.earlier} id="imports">
        <AsyncView
          query={list}
          retry={() => void list.refetch()}
          missing={texts.notLoaded}
          skeleton={<Skeleton lines={4} height={24} />}
        >
          {({ imports }) =>
            imports.length === 0 ? (
              <p className={styles.quiet}>{texts.none}</p>
            ) : (
              <>
                <DataTable
                  list="imports"
                  label={texts.label}
                  columns={columns}
                  visible={isNarrow ? narrowColumnIds : columns.map((column) => column.id)}
                  rows={imports}
                  rowKey={getImportKey}
                  sorting={null}
                  onSort={() => {}}
                  chosen={opened ?? null}
                  onChoose={open}
                  isNarrow={isNarrow}
                  ownsKeys
                />
                <p className={styles.quiet}>{format.text(texts.count, { count: imports.length })}</p>
              </>
            )
          }
        </AsyncView>
      </Section>
    </div>
  )
}

function getImportKey(view: IdImport): string {
  return view.import
}

const narrowColumnIds = ['started', 'status', 'of', 'added', 'lines', 'refused']
const createColumns = (
  { columns, sources, statuses, types, units }: Messages['imports'],
  format: Formatter,
): readonly DataColumn<IdImport>[] => [
  {
    id: 'started',
    header: columns.started,
    cell: (view) => <RowTime at={view.startedAt} as="exact" />,
    track: 'minmax(150px, 1fr)',
    narrow: { line: 1 },
  },
  {
    id: 'status',
    header: columns.status,
    cell: (view) => (
      <span className={styles.status}>
        <ToneIcon tone={importStatusTones[view.status]} />
        {statuses[view.status]}
      </span>
    ),
    track: 'minmax(96px, 0.8fr)',
    narrow: { line: 1, end: true },
  },
  {
    id: 'of',
    header: columns.of,
    cell: (view) => types[view.kind],
    track: 'minmax(110px, 1fr)',
    narrow: { line: 2 },
  },
  {
    id: 'by',
    header: columns.by,
    cell: (view) => sources[view.by],
    track: 'minmax(80px, 0.8fr)',
    narrow: { line: 2 },
  },
  {
    id: 'lines',
    header: columns.lines,
    cell: (view) => (
      <>
        {format.number(view.lines)}
        <span className={styles.unit}> {units.lines}</span>
      </>
    ),
    track: 'minmax(72px, 0.6fr)',
    narrow: { line: 3 },
    align: 'end',
  },
  {
    id: 'added',
    header: columns.added,
    cell: (view) => (
      <>
        {format.number(view.added)}
        <span className={styles.unit}> {units.added}</span>
      </>
    ),
    track: 'minmax(72px, 0.6fr)',
    narrow: { line: 2, end: true },
    align: 'end',
  },
  {
    id: 'refused',
    header: columns.refused,
    cell: (view) => (
      <>
        {format.number(view.refused)}
        <span className={styles.unit}> {units.refused}</span>
      </>
    ),
    track: 'minmax(72px, 0.6fr)',
    narrow: { line: 3, end: true },
    align: 'end',
  },
]
